package finding

var arithDocs = []Doc{
	{
		Code: "ARITH001", Name: "sum_differs", Severity: Hold,
		Title: "Sum differs from the declared total",
		Text:  "The sum over the records is not the total that the document declares.",
		Hint:  "See the explanation of the gap, if there is one.",
	},
	{
		Code: "ARITH002", Name: "count_differs", Severity: Hold,
		Title: "Count differs from the declared one",
		Text:  "The number of records is not the one that the document declares.",
		Hint:  "",
	},
	{
		Code: "ARITH003", Name: "equation_differs", Severity: Hold,
		Title: "Equation does not hold",
		Text:  "An equation of the record does not hold within its tolerance.",
		Hint:  "",
	},
	{
		Code: "ARITH004", Name: "equation_not_evaluated", Severity: Note,
		Title: "Equation not evaluated",
		Text:  "An operand is missing, refused, or has two readings; the equation proves nothing.",
		Hint:  "",
	},
	{
		Code: "ARITH005", Name: "several_currencies", Severity: Hold,
		Title: "Several currencies in one sum",
		Text:  "A sum over several currencies is not evaluated.",
		Hint:  "",
	},
	{
		Code: "ARITH006", Name: "equation_noted", Severity: Note,
		Title: "Equation differs, declared a note",
		Text:  "An equation that the task declares a note does not hold.",
		Hint:  "",
	},
	{
		Code: "ARITH007", Name: "within_tolerance", Severity: Note,
		Title: "Gap within the tolerance",
		Text:  "The two sides differ by less than the printed precision explains.",
		Hint:  "",
	},
	{
		Code: "ARITH008", Name: "gap_explained", Severity: Note,
		Title: "Explanation of a gap",
		Text:  "One candidate that would explain the gap exactly. It is never applied.",
		Hint:  "",
	},
	{
		Code: "ARITH009", Name: "running_sum", Severity: Note,
		Title: "Row found to be a total",
		Text:  "The figure of the row is the sum of the rows above it.",
		Hint:  "",
	},
	{
		Code: "ARITH010", Name: "no_equation", Severity: Note,
		Title: "Value that no equation covers",
		Text:  "No equation of the task that could be evaluated covers the value.",
		Hint:  "",
	},
	{
		Code: "ARITH011", Name: "subtotal_unmatched", Severity: Note,
		Title: "Subtotal row without a group",
		Text:  "A total row could not be matched to a group of records.",
		Hint:  "",
	},
	{
		Code: "ARITH012", Name: "declared_read", Severity: Note,
		Title: "Declared value read by its label",
		Text:  "The document field was left null and its value was read, for the equations only, from the row of its label.",
		Hint:  "",
	},
	{
		Code: "ARITH013", Name: "rounding_rule", Severity: Note,
		Title: "Rounding that fits",
		Text:  "The sum fits with one of two rules of rounding, which is named.",
		Hint:  "",
	},
}

// The codes of this family.
const (
	SumDiffers           = "ARITH001"
	CountDiffers         = "ARITH002"
	EquationDiffers      = "ARITH003"
	EquationNotEvaluated = "ARITH004"
	SeveralCurrencies    = "ARITH005"
	EquationNoted        = "ARITH006"
	WithinTolerance      = "ARITH007"
	GapExplained         = "ARITH008"
	RunningSum           = "ARITH009"
	NoEquation           = "ARITH010"
	SubtotalUnmatched    = "ARITH011"
	DeclaredRead         = "ARITH012"
	RoundingRule         = "ARITH013"
)
