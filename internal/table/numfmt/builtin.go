package numfmt

import (
	"maps"
	"slices"
	"strings"
)

// Builtin returns the code of a built-in format. Number 14 is the short date of the locale,
// 22 the same with a time. 5 to 8 print an amount without its currency: the file does not say
// which one the writer meant.
func Builtin(id int, locale string) (code string, ok bool) {
	switch id {
	case 14:
		return shortDate(locale, true), true
	case 22:
		return shortDate(locale, false) + " h:mm", true
	case 27, 28, 29, 30, 31, 50, 51, 52, 53, 54, 55, 56, 57, 58:
		return shortDate(locale, true), true
	}
	if id < 0 || id >= len(builtins) || builtins[id] == "" {
		return "General", false
	}
	return builtins[id], true
}

var builtins = [...]string{
	0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00",
	5: "#,##0_);(#,##0)", 6: "#,##0_);[Red](#,##0)", 7: "#,##0.00_);(#,##0.00)", 8: "#,##0.00_);[Red](#,##0.00)",
	9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
	15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss",
	36: "General",
	37: "#,##0_);(#,##0)", 38: "#,##0_);[Red](#,##0)", 39: "#,##0.00_);(#,##0.00)", 40: "#,##0.00_);[Red](#,##0.00)",
	41: `_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)`, 42: `_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)`,
	43: `_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)`, 44: `_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)`,
	45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@",
}

// shortDate returns the short date of a locale. In the United States the date alone has a year of four
// digits, the one with a time a year of two.
func shortDate(locale string, alone bool) string {
	tag := strings.ToLower(strings.ReplaceAll(locale, "_", "-"))
	if code, ok := shortDates[tag]; ok {
		return code
	}
	base, _, _ := strings.Cut(tag, "-")
	if code, ok := shortDates[base]; ok {
		return code
	}
	if alone {
		return "m/d/yyyy"
	}
	return "m/d/yy"
}

var shortDates = map[string]string{
	"en-gb": "dd/mm/yyyy", "en-ie": "dd/mm/yyyy", "en-au": "d/mm/yyyy", "en-nz": "d/mm/yyyy", "en-za": "yyyy/mm/dd",
	"en-ca": "yyyy-mm-dd", "en-in": "dd-mm-yyyy", "fr": "dd/mm/yyyy", "fr-ca": "yyyy-mm-dd", "fr-ch": "dd.mm.yyyy",
	"de": "dd.mm.yyyy", "es": "dd/mm/yyyy", "it": "dd/mm/yyyy", "it-ch": "dd.mm.yyyy", "nl": "d-m-yyyy", "nl-be": "d/mm/yyyy",
	"pt": "dd/mm/yyyy", "pl": "dd.mm.yyyy", "ru": "dd.mm.yyyy", "ja": "yyyy/mm/dd", "sv": "yyyy-mm-dd", "da": "dd-mm-yyyy",
	"nb": "dd.mm.yyyy", "no": "dd.mm.yyyy", "fi": "d.m.yyyy", "cs": "dd.mm.yyyy", "sk": "d. m. yyyy", "hu": "yyyy. mm. dd.",
	"tr": "d.mm.yyyy", "zh": "yyyy/m/d", "ko": "yyyy-mm-dd", "el": "d/m/yyyy", "ro": "dd.mm.yyyy", "bg": "d.m.yyyy",
}

// Locales lists the locales whose short date is known, in order; en-US is the one of every other.
func Locales() []string {
	return append(slices.Sorted(maps.Keys(shortDates)), "en-us")
}

// KnownLocale reports whether the short date of a locale, or of its language, is known.
func KnownLocale(locale string) bool {
	tag := strings.ToLower(strings.ReplaceAll(locale, "_", "-"))
	base, _, _ := strings.Cut(tag, "-")
	return shortDates[tag] != "" || shortDates[base] != "" || base == "en"
}
