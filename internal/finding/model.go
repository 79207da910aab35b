package finding

var modelDocs = []Doc{
	{
		Code: "MODEL001", Name: "not_answered", Severity: Lose,
		Title: "Window not answered",
		Text:  "The request failed after its retries; the rows have no answer.",
		Hint:  "Run again with --resume.",
	},
	{
		Code: "MODEL002", Name: "truncated", Severity: Note,
		Title: "Answer cut off",
		Text:  "The answer reached the output limit. Its whole items are kept and the window is asked again in parts.",
		Hint:  "",
	},
	{
		Code: "MODEL003", Name: "declined", Severity: Note,
		Title: "Model declined to answer",
		Text:  "The model itself declined; its own word, not a verdict of this program.",
		Hint:  "",
	},
	{
		Code: "MODEL004", Name: "filtered", Severity: Note,
		Title: "Answer filtered by the provider",
		Text:  "The provider held the answer back.",
		Hint:  "",
	},
	{
		Code: "MODEL005", Name: "empty_answer", Severity: Note,
		Title: "Empty answer",
		Text:  "The answer holds nothing.",
		Hint:  "",
	},
	{
		Code: "MODEL006", Name: "undecodable", Severity: Note,
		Title: "Answer is no JSON object",
		Text:  "No single JSON object of the protocol could be found in the answer.",
		Hint:  "",
	},
	{
		Code: "MODEL007", Name: "wrapped", Severity: Note,
		Title: "Text around the answer stripped",
		Text:  "A code fence or prose around a single JSON object was stripped.",
		Hint:  "",
	},
	{
		Code: "MODEL008", Name: "unknown_key", Severity: Note,
		Title: "Unknown key ignored",
		Text:  "The answer has a key that the task does not know; nothing of it enters.",
		Hint:  "",
	},
	{
		Code: "MODEL009", Name: "key_given_twice", Severity: Refuse,
		Title: "Key given twice",
		Text:  "An item of the answer gives a key twice; the item is refused.",
		Hint:  "",
	},
	{
		Code: "MODEL010", Name: "malformed_item", Severity: Refuse,
		Title: "Malformed item",
		Text:  "An item of the answer does not have the form that was asked for; the item is refused.",
		Hint:  "",
	},
	{
		Code: "MODEL011", Name: "schema_fallback", Severity: Note,
		Title: "Response schema not enforced",
		Text:  "The endpoint does not enforce the response schema; the answer was asked for in a weaker mode.",
		Hint:  "",
	},
	{
		Code: "MODEL012", Name: "rows_remain_filtered", Severity: Lose,
		Title: "Rows that stay filtered",
		Text:  "The provider held back the answer for these rows, alone too.",
		Hint:  "",
	},
	{
		Code: "MODEL013", Name: "prompt_cut", Severity: Lose,
		Title: "Prompt cut by the server",
		Text:  "The server counted fewer prompt tokens than were sent: rows may not have been shown.",
		Hint:  "Raise the context size of the server, or lower the window size.",
	},
}

// The codes of this family.
const (
	NotAnswered        = "MODEL001"
	Truncated          = "MODEL002"
	Declined           = "MODEL003"
	Filtered           = "MODEL004"
	EmptyAnswer        = "MODEL005"
	Undecodable        = "MODEL006"
	Wrapped            = "MODEL007"
	UnknownKey         = "MODEL008"
	KeyGivenTwice      = "MODEL009"
	MalformedItem      = "MODEL010"
	SchemaFallback     = "MODEL011"
	RowsRemainFiltered = "MODEL012"
	PromptCut          = "MODEL013"
)
