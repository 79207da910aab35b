package finding

var exactDocs = []Doc{
	{
		Code: "QUOTE001", Name: "missing_citation_anchor", Severity: Refuse,
		Title: "Quote without an anchor",
		Text:  "The document id, kind or index of the quote is absent, null or empty, or the index is no integer.",
		Hint:  "",
	},
	{
		Code: "QUOTE002", Name: "document_id_differs", Severity: Refuse,
		Title: "Another document id",
		Text:  "The quote belongs to another edition of the document. It is never re-pointed.",
		Hint:  "Run again on the document at hand.",
	},
	{
		Code: "QUOTE003", Name: "segment_not_found", Severity: Refuse,
		Title: "No such segment",
		Text:  "The document has no segment of that kind and index.",
		Hint:  "",
	},
	{
		Code: "QUOTE004", Name: "segment_ambiguous", Severity: Refuse,
		Title: "Several such segments",
		Text:  "Two segments have the same kind and index.",
		Hint:  "",
	},
	{
		Code: "QUOTE005", Name: "quote_not_on_segment", Severity: Refuse,
		Title: "Quote not on its segment",
		Text:  "The bytes of the quote are not among the bytes of the segment.",
		Hint:  "Copy the quote from the canonical rows.",
	},
	{
		Code: "QUOTE006", Name: "quote_cuts_word", Severity: Refuse,
		Title: "Quote cuts a word",
		Text:  "The quote begins or ends inside a word.",
		Hint:  "Quote whole words.",
	},
	{
		Code: "QUOTE007", Name: "quote_cuts_number", Severity: Refuse,
		Title: "Quote cuts a figure",
		Text:  "The quote begins or ends inside a figure.",
		Hint:  "Quote the whole figure.",
	},
	{
		Code: "QUOTE008", Name: "quote_cuts_grapheme", Severity: Refuse,
		Title: "Quote cuts a character",
		Text:  "The quote ends before a combining mark.",
		Hint:  "",
	},
	{
		Code: "QUOTE009", Name: "quote_blank", Severity: Refuse,
		Title: "Quote without a letter or digit",
		Text:  "The quote is blank or punctuation only.",
		Hint:  "",
	},
	{
		Code: "QUOTE010", Name: "quote_too_short", Severity: Refuse,
		Title: "Quote too short",
		Text:  "One to three letters prove nothing.",
		Hint:  "",
	},
	{
		Code: "QUOTE011", Name: "title_missing", Severity: Refuse,
		Title: "No title",
		Text:  "The answer names no title.",
		Hint:  "",
	},
	{
		Code: "QUOTE012", Name: "title_not_in_list", Severity: Refuse,
		Title: "Title not in the document",
		Text:  "The claimed title is none of the titles of the document.",
		Hint:  "",
	},
	{
		Code: "QUOTE013", Name: "title_not_unique", Severity: Refuse,
		Title: "Title stands twice",
		Text:  "Two parts of the document have the claimed title.",
		Hint:  "",
	},
	{
		Code: "QUOTE014", Name: "clause_missing", Severity: Refuse,
		Title: "No clause",
		Text:  "The answer quotes no clause.",
		Hint:  "",
	},
	{
		Code: "QUOTE015", Name: "clause_not_in_answer", Severity: Refuse,
		Title: "Clause not in the answer",
		Text:  "The clause given is no part of the answer.",
		Hint:  "",
	},
	{
		Code: "QUOTE016", Name: "clause_not_in_chunk", Severity: Refuse,
		Title: "Clause not under its title",
		Text:  "The clause does not stand under the claimed title.",
		Hint:  "Another title may carry it; it is never re-pointed.",
	},
	{
		Code: "QUOTE017", Name: "clause_too_short", Severity: Refuse,
		Title: "Clause too short",
		Text:  "No clause has two words, or one with a digit, and four letters or digits.",
		Hint:  "",
	},
	{
		Code: "QUOTE018", Name: "clause_not_distinctive", Severity: Hold,
		Title: "Clause stands under several titles",
		Text:  "Every clause also stands under another title, so that a swapped title would pass.",
		Hint:  "",
	},
	{
		Code: "QUOTE019", Name: "number_not_in_chunk", Severity: Hold,
		Title: "A figure of the answer is not under its title",
		Text:  "The answer has a figure that neither its part of the document nor the question prints.",
		Hint:  "",
	},
	{
		Code: "QUOTE020", Name: "unknown_with_title", Severity: Refuse,
		Title: "Unknown, and yet a title",
		Text:  "An answer of unknown must not carry a title.",
		Hint:  "",
	},
	{
		Code: "QUOTE021", Name: "question_not_answered", Severity: Refuse,
		Title: "Question not answered",
		Text:  "The answer to a question of the task is missing.",
		Hint:  "",
	},
}

// The codes of this family.
const (
	MissingCitationAnchor = "QUOTE001"
	DocumentIDDiffers     = "QUOTE002"
	SegmentNotFound       = "QUOTE003"
	SegmentAmbiguous      = "QUOTE004"
	QuoteNotOnSegment     = "QUOTE005"
	QuoteCutsWord         = "QUOTE006"
	QuoteCutsNumber       = "QUOTE007"
	QuoteCutsGrapheme     = "QUOTE008"
	QuoteBlank            = "QUOTE009"
	QuoteTooShort         = "QUOTE010"
	TitleMissing          = "QUOTE011"
	TitleNotInList        = "QUOTE012"
	TitleNotUnique        = "QUOTE013"
	ClauseMissing         = "QUOTE014"
	ClauseNotInAnswer     = "QUOTE015"
	ClauseNotInChunk      = "QUOTE016"
	ClauseTooShort        = "QUOTE017"
	ClauseNotDistinctive  = "QUOTE018"
	NumberNotInChunk      = "QUOTE019"
	UnknownWithTitle      = "QUOTE020"
	QuestionNotAnswered   = "QUOTE021"
)
