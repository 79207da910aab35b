package finding

var ledgerDocs = []Doc{
	{
		Code: "LEDGER001", Name: "uncovered", Severity: Lose,
		Title: "Rows not accounted for",
		Text:  "No record, heading, total or note accounts for the rows. They were asked for again within the limit.",
		Hint:  "Look at the rows; a record may be missing.",
	},
	{
		Code: "LEDGER002", Name: "set_aside", Severity: Hold,
		Title: "A row of the shape of the records set aside",
		Text:  "The row was called something else but a record, and it is filled like the records.",
		Hint:  "Look at the row; it may be a record.",
	},
	{
		Code: "LEDGER003", Name: "record_on_total_row", Severity: Hold,
		Title: "A record on a total row",
		Text:  "The record stands on a row that is a total. It is left out of the sums.",
		Hint:  "",
	},
	{
		Code: "LEDGER004", Name: "class_contradicted", Severity: Note,
		Title: "Row called something else than its shape",
		Text:  "The answer gives the row another class than its shape does.",
		Hint:  "",
	},
	{
		Code: "LEDGER007", Name: "nothing_found", Severity: Hold,
		Title: "Nothing found that the task asks for",
		Text:  "The document gives no record and no value of the task, or an amount of its own and no record of those that the task asks for, and no row is left that could: it has headings only, other tables, or no table. An empty result is never a sound one.",
		Hint:  "Look at extract rows FILE: is it the right document, and the right sheet? Hidden rows are read with --hidden.",
	},
}

// The codes of this family.
const (
	Uncovered         = "LEDGER001"
	SetAside          = "LEDGER002"
	RecordOnTotalRow  = "LEDGER003"
	ClassContradicted = "LEDGER004"
	NothingFound      = "LEDGER007"
)
