package finding

var windowDocs = []Doc{
	{
		Code: "WINDOW001", Name: "copies_differ", Severity: Hold,
		Title: "Two windows read a record differently",
		Text:  "The window that owns the record and its neighbour give different readings.",
		Hint:  "Look at both readings.",
	},
	{
		Code: "WINDOW002", Name: "adopted", Severity: Note,
		Title: "Found by the neighbouring window only",
		Text:  "The window that owns the record did not return it, its neighbour did.",
		Hint:  "",
	},
	{
		Code: "WINDOW003", Name: "record_too_long", Severity: Hold,
		Title: "Record longer than the overlap",
		Text:  "The record spans more rows than the overlap guarantees to show together.",
		Hint:  "Raise rows: in the task or the overlap.",
	},
	{
		Code: "WINDOW004", Name: "rounds_differ", Severity: Hold,
		Title: "Two rounds read a value differently",
		Text:  "A later answer differs from a held value; both readings are shown.",
		Hint:  "",
	},
	{
		Code: "WINDOW005", Name: "superseded", Severity: Note,
		Title: "Replaced by a later answer",
		Text:  "A refused record was replaced by the answer of a later round.",
		Hint:  "",
	},
}

// The codes of this family.
const (
	CopiesDiffer  = "WINDOW001"
	Adopted       = "WINDOW002"
	RecordTooLong = "WINDOW003"
	RoundsDiffer  = "WINDOW004"
	Superseded    = "WINDOW005"
)
