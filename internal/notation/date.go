package notation

// FindDates gives the dates of a text in order: certain and held ones, days of a month
// without a year, and what looks like a date and is none, with its reason.
func FindDates(text string, c Context) []DateValue {
	return nil
}

// ParseDate reads a text that must be exactly one date, with a time of day beside it or none.
func ParseDate(text string, c Context) DateValue {
	return DateValue{End: len(text), Reason: "unreadable_value"}
}
