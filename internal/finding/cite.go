package finding

var citeDocs = []Doc{
	{
		Code: "CITE001", Name: "not_printed", Severity: Refuse,
		Title: "Value not printed in the cited rows",
		Text:  "The value does not stand in any cell of the rows that the record cites.",
		Hint:  "Look at the cited rows; the value may stand elsewhere, or nowhere.",
	},
	{
		Code: "CITE002", Name: "word_missing", Severity: Refuse,
		Title: "A word of the value is not in the cited rows",
		Text:  "At least one word of the text is printed in none of the cited rows.",
		Hint:  "Look for the word in the neighbouring rows.",
	},
	{
		Code: "CITE003", Name: "out_of_order", Severity: Refuse,
		Title: "Words printed in another order",
		Text:  "All words of the value are in the cited rows, but not in the order of the value.",
		Hint:  "Quote the text as it is printed.",
	},
	{
		Code: "CITE004", Name: "accent_differs", Severity: Refuse,
		Title: "An accent differs",
		Text:  "The word is printed with other accents: é and e are two letters.",
		Hint:  "Quote the text as it is printed.",
	},
	{
		Code: "CITE005", Name: "header_only", Severity: Refuse,
		Title: "Printed in headings only",
		Text:  "Everything that matches stands in heading rows, which prove nothing about a record.",
		Hint:  "Cite the row that carries the value.",
	},
	{
		Code: "CITE006", Name: "too_many_rows", Severity: Refuse,
		Title: "Too many rows cited",
		Text:  "The record cites more data rows than the limit of six, or than the task allows where that is more.",
		Hint:  "Cite the rows that carry the record, or raise rows: in the task.",
	},
	{
		Code: "CITE007", Name: "more_rows_than_task", Severity: Hold,
		Title: "More rows cited than the task allows",
		Text:  "The record cites more data rows than the rows: of its record type.",
		Hint:  "Check whether the record really spans so many rows.",
	},
	{
		Code: "CITE008", Name: "no_rows_cited", Severity: Refuse,
		Title: "No row cited",
		Text:  "The record names no row, so that nothing can be looked up.",
		Hint:  "Every record needs the numbers of its rows; extract check --find looks them up.",
	},
	{
		Code: "CITE009", Name: "row_out_of_range", Severity: Refuse,
		Title: "A cited row does not exist or was not shown",
		Text:  "A row number was cited that the document does not have, or that was not in the prompt.",
		Hint:  "Ask again; a model that invents row numbers invents more.",
	},
	{
		Code: "CITE010", Name: "rows_far_apart", Severity: Hold,
		Title: "Cited rows far apart",
		Text:  "The cited data rows are more than 20 rows apart.",
		Hint:  "Check that the rows belong to one record.",
	},
	{
		Code: "CITE011", Name: "empty_value", Severity: Refuse,
		Title: "Empty value",
		Text:  "The value is empty or has no word in it; null is the way to say that nothing is printed.",
		Hint:  "",
	},
	{
		Code: "CITE012", Name: "unreadable_value", Severity: Refuse,
		Title: "Value unreadable for its type",
		Text:  "The value as given is no number, date, identifier or choice of the kind that the task asks for.",
		Hint:  "Quote the value as it is printed.",
	},
	{
		Code: "CITE013", Name: "currency_conflict", Severity: Refuse,
		Title: "Another currency is printed",
		Text:  "The value names one currency and the cell, or its column, another.",
		Hint:  "",
	},
	{
		Code: "CITE014", Name: "percent_conflict", Severity: Refuse,
		Title: "Percent sign differs",
		Text:  "The value has a percent sign that neither the figure nor its heading prints, or an amount of money is asked for and a rate is printed.",
		Hint:  "",
	},
	{
		Code: "CITE015", Name: "not_calendar", Severity: Refuse,
		Title: "No such day",
		Text:  "The date does not exist in the calendar.",
		Hint:  "",
	},
	{
		Code: "CITE016", Name: "year_not_printed", Severity: Refuse,
		Title: "The year is not printed",
		Text:  "The value has a year that the cited rows do not print.",
		Hint:  "Declare the field composed: where a heading row prints the year.",
	},
	{
		Code: "CITE017", Name: "day_not_printed", Severity: Refuse,
		Title: "The day is not printed",
		Text:  "The rows print a month, the value adds a day.",
		Hint:  "Quote the month as printed.",
	},
	{
		Code: "CITE018", Name: "time_not_printed", Severity: Refuse,
		Title: "The time is not printed",
		Text:  "The value adds a time of day that the cell does not print.",
		Hint:  "Quote the date as printed.",
	},
	{
		Code: "CITE019", Name: "undeclared_derivation", Severity: Refuse,
		Title: "Value derived by the model",
		Text:  "The value is not printed; it looks computed or translated. Only a derive: field of the task is computed, and by this program.",
		Hint:  "Declare the field with derive:, or ask for the printed value.",
	},
	{
		Code: "CITE020", Name: "row_off_by_n", Severity: Refuse,
		Title: "Printed in a near row",
		Text:  "The cited rows do not print the value and exactly one row within three of them does. It is never re-pointed.",
		Hint:  "Look at the row in the hint; ask again.",
	},
	{
		Code: "CITE021", Name: "off_column", Severity: Hold,
		Title: "Not in the column of its field",
		Text:  "The value stands in the cited row, but outside the column that its field has in this table.",
		Hint:  "Compare the columns; two fields may be swapped.",
	},
	{
		Code: "CITE022", Name: "heading_differs", Severity: Hold,
		Title: "The heading names another field",
		Text:  "The column that carries the value has a heading that equals the name or an alias of another field.",
		Hint:  "Two fields are swapped, or an alias is missing in the task.",
	},
	{
		Code: "CITE023", Name: "column_unused", Severity: Hold,
		Title: "A column of a field that no record takes",
		Text:  "A heading gives the column to a field, the column prints, and no record takes the field from it.",
		Hint:  "The field is null or taken from elsewhere in every record.",
	},
	{
		Code: "CITE024", Name: "column_tie", Severity: Hold,
		Title: "A heading that fits two fields",
		Text:  "A heading fits two fields of the task equally well, so that neither is read from it.",
		Hint:  "Add the heading as an alias of one field.",
	},
	{
		Code: "CITE025", Name: "split_cells", Severity: Hold,
		Title: "Only found across neighbouring cells",
		Text:  "The value is printed only if two neighbouring cells are read as one.",
		Hint:  "Check whether the columns were cut rightly.",
	},
	{
		Code: "CITE026", Name: "merged_cell", Severity: Hold,
		Title: "Several figures in one cell",
		Text:  "The cell holds several blank-separated figures that could be one or more values.",
		Hint:  "Check how the columns were cut.",
	},
	{
		Code: "CITE027", Name: "words_scattered", Severity: Hold,
		Title: "Words printed apart",
		Text:  "All words are printed in order in the cited rows, but with more between them than the rules allow.",
		Hint:  "Check that the words belong together.",
	},
	{
		Code: "CITE028", Name: "too_short", Severity: Hold,
		Title: "Too short to prove anything",
		Text:  "One or two letters or digits that do not fill a cell are found by chance almost anywhere.",
		Hint:  "",
	},
	{
		Code: "CITE029", Name: "ambiguous_mark", Severity: Hold,
		Title: "Decimal mark not settled",
		Text:  "The figure has two readings, because nothing settles whether the mark is decimal or groups digits.",
		Hint:  "State decimal: in the notation of the task.",
	},
	{
		Code: "CITE030", Name: "ambiguous_value", Severity: Hold,
		Title: "Value with several readings",
		Text:  "The value as given can be read in several ways.",
		Hint:  "State the notation in the task.",
	},
	{
		Code: "CITE031", Name: "ambiguous_join", Severity: Hold,
		Title: "Figure broken by a blank",
		Text:  "The blank in the figure may group digits or separate two figures.",
		Hint:  "",
	},
	{
		Code: "CITE032", Name: "ambiguous_order", Severity: Hold,
		Title: "Order of day and month not settled",
		Text:  "The date reads as two different days.",
		Hint:  "State dates: dmy or mdy in the notation of the task.",
	},
	{
		Code: "CITE033", Name: "ambiguous_scale", Severity: Hold,
		Title: "Scale not settled",
		Text:  "A letter after the figure may be a scale (thousand, million) or a unit.",
		Hint:  "",
	},
	{
		Code: "CITE034", Name: "brackets", Severity: Hold,
		Title: "Brackets may be a sign",
		Text:  "The figure stands in brackets, which may mean negative or nothing.",
		Hint:  "State brackets: sign or punctuation in the notation of the task.",
	},
	{
		Code: "CITE035", Name: "unbalanced_bracket", Severity: Hold,
		Title: "Bracket without its pair",
		Text:  "A bracket on one side of the figure only.",
		Hint:  "",
	},
	{
		Code: "CITE036", Name: "spaced_dash", Severity: Hold,
		Title: "A dash apart from the figure",
		Text:  "The dash may be a minus or punctuation.",
		Hint:  "",
	},
	{
		Code: "CITE037", Name: "dash_sign", Severity: Hold,
		Title: "A long dash before the figure",
		Text:  "The dash may be a minus or punctuation.",
		Hint:  "",
	},
	{
		Code: "CITE038", Name: "malformed_sign", Severity: Hold,
		Title: "Two signs",
		Text:  "The figure carries two signs.",
		Hint:  "",
	},
	{
		Code: "CITE039", Name: "leading_zero", Severity: Hold,
		Title: "Leading zero",
		Text:  "A figure with a leading zero may be an identifier.",
		Hint:  "Declare the field an identifier if it is one.",
	},
	{
		Code: "CITE040", Name: "leading_separator", Severity: Hold,
		Title: "Begins with its separator",
		Text:  "The figure begins with a mark that may be decimal or cut off from its digits.",
		Hint:  "",
	},
	{
		Code: "CITE041", Name: "hyphen_compound", Severity: Hold,
		Title: "Two figures joined by a dash",
		Text:  "A range or a compound: which of the two figures is meant is not certain.",
		Hint:  "",
	},
	{
		Code: "CITE042", Name: "qualified", Severity: Hold,
		Title: "Qualified figure",
		Text:  "The figure is printed as approximate or as a bound.",
		Hint:  "",
	},
	{
		Code: "CITE043", Name: "ordinal", Severity: Hold,
		Title: "Ordinal",
		Text:  "The figure is printed as an ordinal.",
		Hint:  "",
	},
	{
		Code: "CITE044", Name: "superscript", Severity: Hold,
		Title: "Superscript digit",
		Text:  "The figure carries a superscript digit, a footnote or a power.",
		Hint:  "",
	},
	{
		Code: "CITE045", Name: "mixed_fraction", Severity: Hold,
		Title: "Figure with a fraction",
		Text:  "The figure carries a fraction written with a slash.",
		Hint:  "",
	},
	{
		Code: "CITE046", Name: "non_terminating_fraction", Severity: Hold,
		Title: "Fraction without an exact decimal",
		Text:  "The fraction has no exact decimal value.",
		Hint:  "",
	},
	{
		Code: "CITE047", Name: "credit_marker", Severity: Hold,
		Title: "Credit or debit marker",
		Text:  "CR or DR stands at the figure: its sign depends on the books.",
		Hint:  "",
	},
	{
		Code: "CITE048", Name: "scientific", Severity: Hold,
		Title: "Scientific notation",
		Text:  "The figure is printed in scientific notation, so that digits are missing.",
		Hint:  "Widen the format of the column in the spreadsheet.",
	},
	{
		Code: "CITE049", Name: "currency_as_mark", Severity: Hold,
		Title: "Currency inside the figure",
		Text:  "A currency sign stands where the decimal mark would.",
		Hint:  "",
	},
	{
		Code: "CITE050", Name: "abbreviation_label", Severity: Hold,
		Title: "Abbreviation before the figure",
		Text:  "Letters with a full stop before the figure may be a label or a currency.",
		Hint:  "",
	},
	{
		Code: "CITE051", Name: "ip_like", Severity: Hold,
		Title: "Looks like an address or version",
		Text:  "The figure has several decimal marks.",
		Hint:  "",
	},
	{
		Code: "CITE052", Name: "two_digit_year", Severity: Hold,
		Title: "Two-digit year",
		Text:  "Nothing settles the century.",
		Hint:  "Give the field years: in the task.",
	},
	{
		Code: "CITE053", Name: "broken_year", Severity: Hold,
		Title: "Year broken by a blank",
		Text:  "A blank stands inside the year.",
		Hint:  "",
	},
	{
		Code: "CITE054", Name: "compact_date", Severity: Hold,
		Title: "Date without separators",
		Text:  "Eight digits may be a date or a number.",
		Hint:  "",
	},
	{
		Code: "CITE055", Name: "order_conflict", Severity: Hold,
		Title: "Order of day and month contradicted",
		Text:  "The date contradicts the stated order, or the dates of the column contradict each other.",
		Hint:  "Check dates: in the notation of the task.",
	},
	{
		Code: "CITE057", Name: "stored_differs", Severity: Hold,
		Title: "Stored and printed number differ",
		Text:  "The number that the cell stores does not round to the figure that it prints.",
		Hint:  "Look at the cell in the spreadsheet.",
	},
	{
		Code: "CITE058", Name: "null_but_printed", Severity: Hold,
		Title: "Null where the column prints",
		Text:  "The record says null and the column of the field prints something in the cited rows.",
		Hint:  "Look at the cell; a value may have been left out.",
	},
	{
		Code: "CITE059", Name: "partial_cell", Severity: Hold,
		Title: "Part of a cell",
		Text:  "The record quotes a part of a cell and other words of it are in no value of the record.",
		Hint:  "Quote the whole cell.",
	},
	{
		Code: "CITE060", Name: "label_missing", Severity: Hold,
		Title: "Not beside its label",
		Text:  "A document value stands on a row that prints none of the labels of its field.",
		Hint:  "Add the label to labels: in the task, or look at the row.",
	},
	{
		Code: "CITE061", Name: "cell_twice", Severity: Hold,
		Title: "One cell for two records",
		Text:  "The same printed cell is evidence for two records.",
		Hint:  "Declare the field shared, or find the row that one of them belongs to.",
	},
	{
		Code: "CITE062", Name: "key_twice", Severity: Hold,
		Title: "The same key twice",
		Text:  "Two records have the same key.",
		Hint:  "",
	},
	{
		Code: "CITE063", Name: "section_differs", Severity: Hold,
		Title: "Not the nearest section heading",
		Text:  "A shared value stands neither in the nearest section row above its record nor in a cell carried down into it.",
		Hint:  "",
	},
	{
		Code: "CITE064", Name: "mixed_repetitions", Severity: Hold,
		Title: "Mixes columns that repeat side by side",
		Text:  "The headings repeat side by side, and the record takes values from several repetitions.",
		Hint:  "",
	},
	{
		Code: "CITE065", Name: "unmapped_choice", Severity: Hold,
		Title: "Printed word not mapped",
		Text:  "The column of a choice prints a word that the task maps to no member.",
		Hint:  "Add the word to choices: in the task.",
	},
	{
		Code: "CITE066", Name: "document_value_twice", Severity: Hold,
		Title: "Two values of one document field",
		Text:  "The document field is printed with different values.",
		Hint:  "Look at both rows.",
	},
	{
		Code: "CITE067", Name: "not_calculated", Severity: Hold,
		Title: "Formula without a cached value",
		Text:  "The cell holds a formula whose value was not saved.",
		Hint:  "Open and save the file in a spreadsheet program, or use --calculate.",
	},
	{
		Code: "CITE068", Name: "doubtful_recognition", Severity: Hold,
		Title: "Recognised with low confidence",
		Text:  "Optical character recognition was not sure of the cell.",
		Hint:  "Look at the page.",
	},
	{
		Code: "CITE069", Name: "cell_too_long", Severity: Hold,
		Title: "Cell too long to check",
		Text:  "The cell has more than 10,000 characters.",
		Hint:  "",
	},
	{
		Code: "CITE070", Name: "check_digits", Severity: Hold,
		Title: "Check digits do not fit",
		Text:  "The identifier is printed so, but its check digits are wrong.",
		Hint:  "",
	},
	{
		Code: "CITE071", Name: "identity_twice", Severity: Hold,
		Title: "The file holds several documents",
		Text:  "A field of the identity is printed with different values.",
		Hint:  "Split the file.",
	},
	{
		Code: "CITE072", Name: "idle_citation", Severity: Note,
		Title: "A cited row carries nothing of the record",
		Text:  "The row was cited and prints nothing that the record needs; it is dropped from the record.",
		Hint:  "",
	},
	{
		Code: "CITE073", Name: "stored_value_given", Severity: Note,
		Title: "Stored value given",
		Text:  "The record gives the stored value of a spreadsheet cell instead of the printed one.",
		Hint:  "",
	},
	{
		Code: "CITE074", Name: "json_number_given", Severity: Note,
		Title: "Number given where a string was asked",
		Text:  "A JSON number was accepted in canonical notation.",
		Hint:  "",
	},
	{
		Code: "CITE075", Name: "zero_as_dash", Severity: Note,
		Title: "A stored zero printed as a dash",
		Text:  "The cell stores 0 and prints a dash or a currency only.",
		Hint:  "",
	},
	{
		Code: "CITE076", Name: "kept_as_printed", Severity: Note,
		Title: "Text in a number column",
		Text:  "The column holds a text with no reading of the type; the value is null and the text is kept.",
		Hint:  "",
	},
	{
		Code: "CITE077", Name: "required_missing", Severity: Refuse,
		Title: "A required value is missing",
		Text:  "A field that the task requires, or that is part of the key, is null.",
		Hint:  "If the document does not print it everywhere, do not declare it required, nor name it in the key.",
	},
	{
		Code: "CITE078", Name: "found_in_several", Severity: Hold,
		Title: "Found in several places",
		Text:  "The records gave no rows, and the search for them found all the values of this one in several places. It stands on the first and says them all.",
		Hint:  "Give the row, or a value that tells the places apart.",
	},
	{
		Code: "CITE079", Name: "marked_cell", Severity: Hold,
		Title: "The reader could not vouch for the cell",
		Text:  "The file gives the cell twice and differently, under a reference that no sheet has, in a quote that never closes, or with bytes that are no character.",
		Hint:  "Look at the cell in the program that made the file, or ask for the file again.",
	},
	{
		Code: "CITE080", Name: "calculated_cell", Severity: Hold,
		Title: "The cell was calculated here",
		Text:  "The file saves no value for the formula; the value was computed with --calculate and is not what the file prints.",
		Hint:  "Open the file in a spreadsheet program, save it and read it again.",
	},
}

// The codes of this family.
const (
	NotPrinted             = "CITE001"
	WordMissing            = "CITE002"
	OutOfOrder             = "CITE003"
	AccentDiffers          = "CITE004"
	HeaderOnly             = "CITE005"
	TooManyRows            = "CITE006"
	MoreRowsThanTask       = "CITE007"
	NoRowsCited            = "CITE008"
	RowOutOfRange          = "CITE009"
	RowsFarApart           = "CITE010"
	EmptyValue             = "CITE011"
	UnreadableValue        = "CITE012"
	CurrencyConflict       = "CITE013"
	PercentConflict        = "CITE014"
	NotCalendar            = "CITE015"
	YearNotPrinted         = "CITE016"
	DayNotPrinted          = "CITE017"
	TimeNotPrinted         = "CITE018"
	UndeclaredDerivation   = "CITE019"
	RowOffByN              = "CITE020"
	OffColumn              = "CITE021"
	HeadingDiffers         = "CITE022"
	ColumnUnused           = "CITE023"
	ColumnTie              = "CITE024"
	SplitCells             = "CITE025"
	MergedCell             = "CITE026"
	WordsScattered         = "CITE027"
	TooShort               = "CITE028"
	AmbiguousMark          = "CITE029"
	AmbiguousValue         = "CITE030"
	AmbiguousJoin          = "CITE031"
	AmbiguousOrder         = "CITE032"
	AmbiguousScale         = "CITE033"
	Brackets               = "CITE034"
	UnbalancedBracket      = "CITE035"
	SpacedDash             = "CITE036"
	DashSign               = "CITE037"
	MalformedSign          = "CITE038"
	LeadingZero            = "CITE039"
	LeadingSeparator       = "CITE040"
	HyphenCompound         = "CITE041"
	Qualified              = "CITE042"
	Ordinal                = "CITE043"
	Superscript            = "CITE044"
	MixedFraction          = "CITE045"
	NonTerminatingFraction = "CITE046"
	CreditMarker           = "CITE047"
	Scientific             = "CITE048"
	CurrencyAsMark         = "CITE049"
	AbbreviationLabel      = "CITE050"
	IPLike                 = "CITE051"
	TwoDigitYear           = "CITE052"
	BrokenYear             = "CITE053"
	CompactDate            = "CITE054"
	OrderConflict          = "CITE055"
	StoredDiffers          = "CITE057"
	NullButPrinted         = "CITE058"
	PartialCell            = "CITE059"
	LabelMissing           = "CITE060"
	CellTwice              = "CITE061"
	KeyTwice               = "CITE062"
	SectionDiffers         = "CITE063"
	MixedRepetitions       = "CITE064"
	UnmappedChoice         = "CITE065"
	DocumentValueTwice     = "CITE066"
	NotCalculated          = "CITE067"
	DoubtfulRecognition    = "CITE068"
	CellTooLong            = "CITE069"
	CheckDigits            = "CITE070"
	IdentityTwice          = "CITE071"
	IdleCitation           = "CITE072"
	StoredValueGiven       = "CITE073"
	JSONNumberGiven        = "CITE074"
	ZeroAsDash             = "CITE075"
	KeptAsPrinted          = "CITE076"
	RequiredMissing        = "CITE077"
	FoundInSeveral         = "CITE078"
	MarkedCell             = "CITE079"
	CalculatedCell         = "CITE080"
)
