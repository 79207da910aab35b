package conformance

import (
	"bytes"
	"encoding/json"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// An object is a vector, open to changes.
type object map[string]any

// A change makes another vector of one, whose answer follows from the first one's. It says
// false where it does not apply.
type change struct {
	name  string
	least int // how many vectors it has to apply to
	do    func(v object) bool
}

// TestMetamorphicRecords changes documents and answers in ways that leave every verdict as it is.
func TestMetamorphicRecords(t *testing.T) {
	metamorphic(t, "records", []change{
		{"a line above", 300, func(v object) bool {
			v.shift(1)
			v["rows"] = append([]any{[]any{"Prepared by the office of records on request"}}, v["rows"].([]any)...)
			claims := v["claims"].(map[string]any)
			other, _ := claims["other"].([]any)
			claims["other"] = append(other, map[string]any{"rows": []any{0.0}, "kind": "note"})
			return true
		}},
		{"no-break blanks", 250, cells(func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") })},
		{"other digits", 250, cells(func(s string) string {
			if !figureCell.MatchString(s) {
				return s
			}
			return strings.Map(wideDigit, s)
		})},
		{"decomposed letters", 45, cells(norm.NFD.String)},
		{"soft hyphens", 300, cells(func(s string) string {
			if rs := []rune(s); len(rs) > 3 && !strings.ContainsFunc(s, unicode.IsNumber) {
				return string(rs[:2]) + "\u00ad" + string(rs[2:])
			}
			return s
		})},
		{"zero-width spaces", 300, cells(func(s string) string {
			if len(s) > 200 {
				return s
			}
			return strings.Join(strings.Split(s, ""), "\u200b")
		})},
		{"the other mark", 200, func(v object) bool {
			notation, _ := v["task"].(map[string]any)["notation"].(map[string]any)
			other, ok := map[any]string{",": ".", ".": ","}[notation["decimal"]]
			if !ok {
				return false
			}
			notation["decimal"] = other
			v["rows"] = texts(v["rows"], swapMarks)
			v.values(func(s string) any { return swapMarks(s) })
			return true
		}},
		{"blanks around the quotes", 300, func(v object) bool {
			v.values(func(s string) any {
				if s == "" {
					return s
				}
				return " " + s + "  "
			})
			return true
		}},
		{"rows cited twice", 300, func(v object) bool {
			v.items(func(item map[string]any) {
				if rows, ok := item["rows"].([]any); ok {
					item["rows"] = append(append([]any{}, rows...), rows...)
				}
			})
			return true
		}},
		{"a row that is not there", 200, func(v object) bool {
			applies := true
			v.items(func(item map[string]any) {
				for _, value := range item {
					if _, own := value.(map[string]any); own {
						applies = false // a value with rows of its own does not see the record's
					}
				}
				if rows, ok := item["rows"].([]any); ok {
					item["rows"] = append(append([]any{}, rows...), -1.0)
				}
			})
			want := v["want"].(map[string]any)
			records, _ := want["records"].([]any)
			for _, r := range records {
				r.(map[string]any)["verdict"] = "refused"
				fields, _ := r.(map[string]any)["fields"].(map[string]any)
				for name, verdict := range fields {
					if verdict == "accepted" {
						fields[name] = "held"
					}
				}
			}
			v["want"] = map[string]any{"records": records}
			return applies && len(records) > 0
		}},
	})
}

// TestMetamorphicCite moves the rows, repeats the citation and hides what nobody sees.
func TestMetamorphicCite(t *testing.T) {
	metamorphic(t, "cite", []change{
		{"a row above", 700, func(v object) bool {
			v["rows"] = append([]any{[]any{"another line", "7", "x"}}, v["rows"].([]any)...)
			moved := func(list any) any {
				out, _ := list.([]any)
				for i := range out {
					out[i] = out[i].(float64) + 1
				}
				return out
			}
			first, _ := v["first"].(float64)
			for _, n := range v["cited"].([]any) {
				if n.(float64) < first {
					return false // the row above would be the one cited
				}
			}
			v["cited"], v["header"] = moved(v["cited"]), moved(v["header"])
			return true
		}},
		{"numbered from one", 700, func(v object) bool {
			if v["first"] != nil || v["header"] != nil {
				return false
			}
			for _, n := range v["cited"].([]any) {
				if n.(float64) < 0 {
					return false
				}
			}
			cited := v["cited"].([]any)
			for i := range cited {
				cited[i] = cited[i].(float64) + 1
			}
			v["first"] = 1.0
			return true
		}},
		{"rows cited twice, backwards", 700, func(v object) bool {
			var twice []any
			for _, n := range v["cited"].([]any) {
				twice = append([]any{n, n}, twice...)
			}
			v["cited"] = twice
			return len(twice) > 0
		}},
		{"zero-width spaces", 700, cells(func(s string) string { return strings.Join(strings.Split(s, ""), "\u2060") })},
		{"a digit more", 50, func(v object) bool {
			value, ok := v["value"].(string)
			if !ok || v["kind"] != "number" || !figureCell.MatchString(value) || v["verdict"] != "carried" || strings.ContainsAny(value, ".,½'’ \u00a0\u202f") {
				return false
			}
			at := strings.LastIndexAny(value, "0123456789") + 1
			v["value"] = value[:at] + "7" + value[at:]
			v["verdict"] = "refused"
			raw, _ := json.Marshal(v["rows"])
			return at > 0 && !strings.Contains(string(raw), value[:at]+"7")
		}},
	})
}

// TestMetamorphicNotation writes the same figures in other digits and between things unseen.
func TestMetamorphicNotation(t *testing.T) {
	metamorphic(t, "notation", []change{
		{"full-width digits", 800, func(v object) bool {
			text, ok := v["text"].(string)
			v["text"] = strings.Map(wideDigit, text)
			return ok && v["fn"] == "find" && v["text"] != text && !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f && unicode.IsDigit(r) })
		}},
		{"invisible marks", 1000, func(v object) bool {
			text, ok := v["text"].(string)
			v["text"] = strings.Join(strings.Split(text, ""), "\u2060")
			return ok && v["fn"] != "mark"
		}},
		{"the other mark", 120, func(v object) bool {
			text, ok := v["text"].(string)
			if !ok || v["fn"] != "find" || !plainFigures.MatchString(text) || ownMarks.MatchString(text) {
				return false
			}
			swap := func(key string) {
				if s, ok := v[key].(string); ok {
					v[key] = strings.Map(otherMark, s)
				}
			}
			swap("text")
			swap("decimal")
			swap("group")
			return true
		}},
	})
}

var (
	figureCell   = regexp.MustCompile(`^[-(+€$£ ]*\d[\d.,'’ ]*\d?[-)%€$£ ]*$`)
	plainFigures = regexp.MustCompile(`^[-+() €£%]*\d[\d.,]*[-() €£%]*$`)
	ownMarks     = regexp.MustCompile(`[.,]\d\d[.,]|\d\.\d+\.\d+\.\d`) // Indian groups, an address
	inFigure     = regexp.MustCompile(`\d[.,]\d`)
	dayOrMonth   = regexp.MustCompile(`\d[./]\d+[./]\d`)
)

func otherMark(r rune) rune {
	switch r {
	case '.':
		return ','
	case ',':
		return '.'
	}
	return r
}

// swapMarks writes the figures of a text with the other mark. Dates stay.
func swapMarks(s string) string {
	if dayOrMonth.MatchString(s) && !strings.Contains(s, ",") {
		return s
	}
	for range 2 { // matches share their digits: 1.234,5
		s = inFigure.ReplaceAllStringFunc(s, func(m string) string { return m[:1] + "\x00" + m[1:] })
		s = strings.NewReplacer("\x00.", "\x01,", "\x00,", "\x01.").Replace(s)
	}
	return strings.ReplaceAll(s, "\x01", "")
}

func wideDigit(r rune) rune {
	if r >= '0' && r <= '9' {
		return r - '0' + '０'
	}
	return r
}

func metamorphic(t *testing.T, suite string, changes []change) {
	t.Helper()
	raw, err := vectors.ReadFile("vectors/" + suite + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var run func(json.RawMessage) (string, string, bool, error)
	for i := range suites {
		if suites[i].name == suite {
			run = suites[i].run
		}
	}
	for _, c := range changes {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			for line := range bytes.Lines(raw) {
				v := object{}
				if err := json.Unmarshal(line, &v); err != nil {
					t.Fatal(err)
				}
				id := v["id"]
				if exempt[c.name+" "+id.(string)] || !c.do(v) {
					continue
				}
				n++
				changed, err := json.Marshal(v)
				if err != nil {
					t.Fatal(err)
				}
				if got, want, ok, err := run(changed); err != nil || !ok {
					t.Errorf("%s: got %s, want %s, %v", id, got, want, err)
				}
			}
			if n < c.least {
				t.Errorf("applies to %d vectors, want at least %d", n, c.least)
			}
		})
	}
}

// exempt are the vectors whose answer does not follow.
var exempt = map[string]bool{
	"other digits R2202":   true, // a text of digits, given as a number
	"the other mark R2131": true, // Indian groups
}

// cells changes the texts of all cells.
func cells(do func(string) string) func(v object) bool {
	return func(v object) bool {
		before, _ := json.Marshal(v["rows"])
		v["rows"] = texts(v["rows"], do)
		after, _ := json.Marshal(v["rows"])
		return !bytes.Equal(before, after)
	}
}

func texts(x any, do func(string) string) any {
	switch x := x.(type) {
	case string:
		return do(x)
	case []any:
		for i := range x {
			x[i] = texts(x[i], do)
		}
	}
	return x
}

// items visits what the answer claims.
func (v object) items(do func(item map[string]any)) {
	for key, list := range v["claims"].(map[string]any) {
		if key == "other" {
			continue
		}
		list, _ := list.([]any)
		for _, item := range list {
			if item, ok := item.(map[string]any); ok {
				do(item)
			}
		}
	}
}

// values changes the quotes of the answer.
func (v object) values(do func(string) any) {
	v.items(func(item map[string]any) {
		for name, value := range maps.Clone(item) {
			switch value := value.(type) {
			case string:
				if name != "name" || item["value"] == nil {
					item[name] = do(value)
				}
			case map[string]any:
				if quote, ok := value["quote"].(string); ok {
					value["quote"] = do(quote)
				}
			}
		}
	})
}

// shift moves all row numbers of a vector of the suite records.
func (v object) shift(by int) {
	var move func(x any) any
	move = func(x any) any {
		switch x := x.(type) {
		case float64:
			if x >= 0 {
				return x + float64(by)
			}
		case []any:
			for i := range x {
				x[i] = move(x[i])
			}
		}
		return x
	}
	v["heading"] = move(v["heading"])
	for _, list := range v["claims"].(map[string]any) {
		list, _ := list.([]any)
		for _, item := range list {
			item, _ := item.(map[string]any)
			for key, value := range item {
				if own, ok := value.(map[string]any); ok && own["rows"] != nil {
					own["rows"] = move(own["rows"])
				}
				if key == "rows" {
					item["rows"] = move(value)
				}
			}
		}
	}
	want := v["want"].(map[string]any)
	if classes, ok := want["classes"].(map[string]any); ok {
		want["classes"] = moveKeys(classes, by)
	}
	if stored, ok := v["stored"].(map[string]any); ok {
		v["stored"] = moveKeys(stored, by)
	}
}

// moveKeys moves the row numbers that keys start with: "3", "3,1".
func moveKeys(m map[string]any, by int) map[string]any {
	out := map[string]any{}
	for key, value := range m {
		row, col, found := strings.Cut(key, ",")
		n, err := strconv.Atoi(row)
		if err != nil {
			continue
		}
		moved := strconv.Itoa(n + by)
		if found {
			moved += "," + col
		}
		out[moved] = value
	}
	return out
}
