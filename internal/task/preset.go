package task

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/expression"
	"github.com/rowproof/rowproof/internal/words"
)

//go:embed presets/*.yaml
var presetFiles embed.FS

// A PresetInfo names one preset.
type PresetInfo struct {
	Name     string // "rent-roll"
	Language string // "en", "fr", "de"
	Title    string // the first line of its file: what it is for
}

// Presets lists the presets by name and language.
func Presets() []PresetInfo {
	files, err := presetFiles.ReadDir("presets")
	if err != nil {
		panic("task: the presets are not embedded: " + err.Error())
	}
	var out []PresetInfo
	for _, f := range files {
		base := strings.TrimSuffix(f.Name(), ".yaml")
		i := strings.LastIndexByte(base, '.')
		data, err := presetFiles.ReadFile("presets/" + f.Name())
		if err != nil || i < 0 {
			panic("task: preset " + f.Name() + " cannot be read")
		}
		title, _, _ := strings.Cut(string(data), "\n")
		out = append(out, PresetInfo{Name: base[:i], Language: base[i+1:], Title: strings.TrimPrefix(title, "# ")})
	}
	slices.SortFunc(out, func(a, b PresetInfo) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(languageOrder(a.Language), languageOrder(b.Language)), cmp.Compare(a.Language, b.Language))
	})
	return out
}

func languageOrder(lang string) int {
	if i := slices.Index([]string{"en", "fr", "de"}, lang); i >= 0 {
		return i
	}
	return 99
}

// Preset loads a preset. Without a language it is the English one. A name that is none
// gives an error with the names that are.
func Preset(name, lang string) (*Task, error) {
	if lang == "" {
		lang = "en"
	}
	lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
	file := "presets/" + name + "." + lang + ".yaml"
	data, err := presetFiles.ReadFile(file)
	if err != nil {
		return nil, unknownPreset(name, lang)
	}
	t, err := Load(name+"."+lang+".yaml", data)
	if err != nil {
		return nil, err
	}
	t.Made = true
	return t, nil
}

func unknownPreset(name, lang string) error {
	var names, languages []string
	for _, p := range Presets() {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
		if p.Name == name {
			languages = append(languages, p.Language)
		}
	}
	if languages != nil {
		return fmt.Errorf("there is no preset %s in %q; it is there in %s", name, lang, strings.Join(languages, ", "))
	}
	return fmt.Errorf("there is no preset %q; %s", name, meant(name, names))
}

// A Score says how well a task fits the headings of a document.
type Score struct {
	Headings int // headings that are not empty, each once
	Matched  int // of these, headings that equal one name or alias of a record type
	Missing  int // required fields of that record type without a heading
}

// Fits reports whether a task fits well enough to be used without being asked for: at least
// three headings and two of three are fields of one record type, and no required one lacks.
func (s Score) Fits() bool {
	return s.Matched >= 3 && s.Matched*3 >= s.Headings*2 && s.Missing == 0
}

// Better reports whether the score is better than another for the same headings.
func (s Score) Better(than Score) bool {
	return cmp.Or(cmp.Compare(s.Matched, than.Matched), cmp.Compare(than.Missing, s.Missing)) > 0
}

// Fit scores a task against the headings of a table, by its best record type.
func Fit(t *Task, headings []string) Score {
	var keys []string
	for _, h := range headings {
		if k := words.Normal(h); k != "" && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	best := Score{Headings: len(keys)}
	for i := range t.Records {
		if s := fitRecord(&t.Records[i], keys); i == 0 || s.Better(best) {
			best = s
		}
	}
	return best
}

func fitRecord(r *Record, keys []string) Score {
	s := Score{Headings: len(keys)}
	for i := range r.Fields {
		f := &r.Fields[i]
		found := false
		for _, h := range f.Headings() {
			found = found || slices.Contains(keys, words.Normal(h))
		}
		switch {
		case found && f.Derive == nil:
			s.Matched++
		case f.Required && !f.Shared:
			s.Missing++
		}
	}
	return s
}

// FindPreset returns the preset that fits the headings best, false where none fits. Of equal
// ones the first in the order of Presets is taken.
func FindPreset(headings []string) (*Task, PresetInfo, bool) {
	var found *Task
	var info PresetInfo
	best := Score{}
	for _, p := range Presets() {
		t, err := Preset(p.Name, p.Language)
		if err != nil {
			panic("task: preset " + p.Name + " does not load: " + err.Error()) // a test loads every preset
		}
		if s := Fit(t, headings); s.Fits() && s.Better(best) {
			found, info, best = t, p, s
		}
	}
	return found, info, found != nil
}

// ForDocument returns a preset as a task for one document: record types of which no heading is printed
// are left out with the equations that need them, and so is a shared field that neither a heading nor a
// section prints: as part of a key it would refuse every record.
func ForDocument(t *Task, headings []string, sections bool) (*Task, error) {
	var keys []string
	for _, h := range headings {
		keys = append(keys, words.Normal(h))
	}
	printed := func(f *Field) bool {
		return slices.ContainsFunc(f.Headings(), func(h string) bool { return slices.Contains(keys, words.Normal(h)) })
	}
	out := *t
	out.Records = nil
	gone := map[expression.Name]bool{} // record types, under an empty field, and fields
	for _, r := range t.Records {
		if fitRecord(&r, keys).Matched == 0 {
			gone[expression.Name{Record: r.Name}] = true
			continue
		}
		var kept []Field
		for _, f := range r.Fields {
			if f.Shared && !sections && !printed(&f) {
				gone[expression.Name{Record: r.Name, Field: f.Name}] = true
				continue
			}
			kept = append(kept, f)
		}
		r.Fields = kept
		r.Key = slices.DeleteFunc(slices.Clone(r.Key), func(k string) bool { return gone[expression.Name{Record: r.Name, Field: k}] })
		out.Records = append(out.Records, r)
	}
	if len(out.Records) == 0 {
		return t, nil
	}
	out.Equations = slices.DeleteFunc(slices.Clone(t.Equations), func(e Equation) bool { return needs(&e, gone) })
	fitted, err := Load(t.Name, out.Marshal())
	if err != nil {
		return nil, fmt.Errorf("fit the preset %s to a document: %w", t.Name, err)
	}
	fitted.Made = true
	return fitted, nil
}

// needs reports whether an equation names, or groups by, one of the record types and fields.
func needs(e *Equation, gone map[expression.Name]bool) bool {
	for _, side := range []expression.Node{e.Left, e.Right} {
		if side == nil {
			continue
		}
		for _, n := range expression.Names(side) {
			if gone[expression.Name{Record: n.Record}] || gone[n] || e.By != "" && gone[expression.Name{Record: n.Record, Field: e.By}] {
				return true
			}
		}
	}
	return false
}
