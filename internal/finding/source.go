package finding

var sourceDocs = []Doc{
	{
		Code: "SOURCE001", Name: "no_text_layer", Severity: Lose,
		Title: "Page without text",
		Text:  "The page has no text layer: it is a scan or a picture.",
		Hint:  "Use --ocr, or a file with text.",
	},
	{
		Code: "SOURCE002", Name: "encrypted", Severity: Lose,
		Title: "File is encrypted",
		Text:  "The file needs a password.",
		Hint:  "Give it with --password or EXTRACT_PASSWORD.",
	},
	{
		Code: "SOURCE003", Name: "damaged", Severity: Lose,
		Title: "File is damaged",
		Text:  "A part of the file cannot be read to its end; nothing is reported in its place.",
		Hint:  "Ask for the file again.",
	},
	{
		Code: "SOURCE004", Name: "unknown_format", Severity: Lose,
		Title: "Unknown format",
		Text:  "The file is none of the formats that can be read.",
		Hint:  "",
	},
	{
		Code: "SOURCE005", Name: "wrong_extension", Severity: Note,
		Title: "Content is not what the name says",
		Text:  "The content is of another format than the extension says; the content decides.",
		Hint:  "",
	},
	{
		Code: "SOURCE006", Name: "empty_document", Severity: Lose,
		Title: "No text in the file",
		Text:  "The file has no row with text.",
		Hint:  "",
	},
	{
		Code: "SOURCE007", Name: "hidden_parts", Severity: Note,
		Title: "Hidden parts not read",
		Text:  "Hidden sheets, rows or columns were not read.",
		Hint:  "Use --hidden to read them.",
	},
	{
		Code: "SOURCE008", Name: "uncached_formula", Severity: Note,
		Title: "Formula without a cached value",
		Text:  "A formula has no saved value; its cell proves nothing.",
		Hint:  "Open and save the file in a spreadsheet program, or use --calculate.",
	},
	{
		Code: "SOURCE009", Name: "ragged_row", Severity: Note,
		Title: "Row of another width",
		Text:  "A row has more or fewer cells than its neighbours.",
		Hint:  "",
	},
	{
		Code: "SOURCE010", Name: "unclosed_quote", Severity: Note,
		Title: "Quote that never closes",
		Text:  "A quotation mark opens a cell and never closes; it is read as a character.",
		Hint:  "",
	},
	{
		Code: "SOURCE011", Name: "undecodable_bytes", Severity: Note,
		Title: "Bytes that are no character",
		Text:  "Bytes that are no character in the encoding of the file are shown as U+FFFD.",
		Hint:  "",
	},
	{
		Code: "SOURCE012", Name: "encoding_guessed", Severity: Note,
		Title: "Encoding guessed",
		Text:  "The encoding was guessed from the bytes.",
		Hint:  "Give it with --encoding.",
	},
	{
		Code: "SOURCE013", Name: "delimiter_guessed", Severity: Note,
		Title: "Delimiter guessed",
		Text:  "Two delimiters fit about equally well.",
		Hint:  "Give it with --delimiter.",
	},
	{
		Code: "SOURCE014", Name: "duplicate_cell", Severity: Note,
		Title: "Cell given twice",
		Text:  "The file gives a cell twice; the last one counts.",
		Hint:  "",
	},
	{
		Code: "SOURCE015", Name: "bad_reference", Severity: Note,
		Title: "Bad cell reference",
		Text:  "A cell has a reference that does not exist.",
		Hint:  "",
	},
	{
		Code: "SOURCE016", Name: "bad_style", Severity: Note,
		Title: "Bad style",
		Text:  "A cell names a style that the file does not have.",
		Hint:  "",
	},
	{
		Code: "SOURCE017", Name: "locale_fallback", Severity: Note,
		Title: "Names of another language",
		Text:  "A number format asks for names in a language that is not built in; English was used.",
		Hint:  "",
	},
	{
		Code: "SOURCE018", Name: "thin_columns", Severity: Note,
		Title: "Columns that may be one",
		Text:  "A column holds little and stands close to its neighbour.",
		Hint:  "",
	},
	{
		Code: "SOURCE019", Name: "pages_differ", Severity: Note,
		Title: "Pages cut differently",
		Text:  "The pages of one table have different columns.",
		Hint:  "",
	},
	{
		Code: "SOURCE020", Name: "control_characters", Severity: Note,
		Title: "Control characters dropped",
		Text:  "Control characters are no text and were dropped.",
		Hint:  "",
	},
	{
		Code: "SOURCE021", Name: "hidden_text", Severity: Hold,
		Title: "Text that a person cannot see",
		Text:  "White, tiny, covered or off-page text was kept apart; no row holds it.",
		Hint:  "Look at the page.",
	},
	{
		Code: "SOURCE022", Name: "ocr_layer", Severity: Hold,
		Title: "Text layer made by recognition",
		Text:  "The text of the page was recognised from a scan.",
		Hint:  "Use --accept-ocr if you trust it.",
	},
	{
		Code: "SOURCE023", Name: "undecodable_text", Severity: Lose,
		Title: "Text without characters",
		Text:  "The fonts of the page do not say which characters they print.",
		Hint:  "",
	},
	{
		Code: "SOURCE024", Name: "two_values_in_cell", Severity: Note,
		Title: "Two values in one cell",
		Text:  "A cell seems to hold the values of two columns.",
		Hint:  "",
	},
	{
		Code: "SOURCE025", Name: "rows_outside_grid", Severity: Note,
		Title: "Rows outside the grid",
		Text:  "Lines of the page stand outside its table.",
		Hint:  "",
	},
	{
		Code: "SOURCE026", Name: "mixed_notation", Severity: Note,
		Title: "Mixed notation",
		Text:  "The figures of the document use both decimal marks.",
		Hint:  "State decimal: in the notation of the task.",
	},
	{
		Code: "SOURCE027", Name: "lost_pages", Severity: Lose,
		Title: "Pages lost",
		Text:  "Pages of a damaged file could not be read.",
		Hint:  "",
	},
	{
		Code: "SOURCE028", Name: "unreadable_object", Severity: Note,
		Title: "Part not read",
		Text:  "A part of the file that holds no rows could not be read.",
		Hint:  "",
	},
	{
		Code: "SOURCE029", Name: "macro_or_link", Severity: Note,
		Title: "External link not followed",
		Text:  "The file refers to something outside itself; nothing is fetched.",
		Hint:  "",
	},
	{
		Code: "SOURCE030", Name: "repeated_part", Severity: Note,
		Title: "Part given twice",
		Text:  "The archive holds two parts of one name.",
		Hint:  "",
	},
	{
		Code: "SOURCE031", Name: "over_limit", Severity: Lose,
		Title: "Over a limit",
		Text:  "The file passes a limit of the configuration.",
		Hint:  "Raise the limit if the file is to be trusted.",
	},
	{
		Code: "SOURCE032", Name: "converted", Severity: Note,
		Title: "Converted by another program",
		Text:  "The file was converted by an installed LibreOffice before it was read.",
		Hint:  "",
	},
	{
		Code: "SOURCE033", Name: "bad_checksum", Severity: Lose,
		Title: "Checksum differs",
		Text:  "The content of a part is not what its checksum says.",
		Hint:  "Ask for the file again.",
	},
	{
		Code: "SOURCE034", Name: "bad_value", Severity: Note,
		Title: "Value that is not of its type",
		Text:  "A cell says that it holds a number or a date and holds something else; it is read as text and marked.",
		Hint:  "",
	},
	{
		Code: "SOURCE035", Name: "reread_needed", Severity: Lose,
		Title: "Listed too early",
		Text:  "The rows of a large sheet were listed while it was read, and what stands behind them shows that they are other ones: a value under a merged area, rows out of order.",
		Hint:  "Read the document to its end first: extract rows --roles.",
	},
}

// The codes of this family.
const (
	NoTextLayer       = "SOURCE001"
	Encrypted         = "SOURCE002"
	Damaged           = "SOURCE003"
	UnknownFormat     = "SOURCE004"
	WrongExtension    = "SOURCE005"
	EmptyDocument     = "SOURCE006"
	HiddenParts       = "SOURCE007"
	UncachedFormula   = "SOURCE008"
	RaggedRow         = "SOURCE009"
	UnclosedQuote     = "SOURCE010"
	UndecodableBytes  = "SOURCE011"
	EncodingGuessed   = "SOURCE012"
	DelimiterGuessed  = "SOURCE013"
	DuplicateCell     = "SOURCE014"
	BadReference      = "SOURCE015"
	BadStyle          = "SOURCE016"
	LocaleFallback    = "SOURCE017"
	ThinColumns       = "SOURCE018"
	PagesDiffer       = "SOURCE019"
	ControlCharacters = "SOURCE020"
	HiddenText        = "SOURCE021"
	OCRLayer          = "SOURCE022"
	UndecodableText   = "SOURCE023"
	TwoValuesInCell   = "SOURCE024"
	RowsOutsideGrid   = "SOURCE025"
	MixedNotation     = "SOURCE026"
	LostPages         = "SOURCE027"
	UnreadableObject  = "SOURCE028"
	MacroOrLink       = "SOURCE029"
	RepeatedPart      = "SOURCE030"
	OverLimit         = "SOURCE031"
	Converted         = "SOURCE032"
	BadChecksum       = "SOURCE033"
	BadValue          = "SOURCE034"
	RereadNeeded      = "SOURCE035"
)
