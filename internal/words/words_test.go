package words

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func texts(list []Word) []string {
	out := []string{}
	for _, w := range list {
		out = append(out, w.Text)
	}
	return out
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"case", "14 AVENUE Berthelot", []string{"14", "avenue", "berthelot"}},
		{"tab, line breaks, wide blanks", "a\tb\nc\u3000d\u2028e\u1680f\u00a0g\u0085h", []string{"a", "b", "c", "d", "e", "f", "g", "h"}},
		{"FEFF is removed, not a space", "Berthe\ufefflot", []string{"berthelot"}},
		{"soft hyphen and zero-width space", "Ber\u00adthe\u200blot", []string{"berthelot"}},
		{"direction marks", "\u200eLyon\u200f", []string{"lyon"}},
		{"hyphens cut", "Aix-en\u2011Provence\u2212Sud\uff0dEst", []string{"aix", "en", "provence", "sud", "est"}},
		{"lone dash", "Paris \u2013 Lyon - - Nice", []string{"paris", "lyon", "nice"}},
		{"only dashes", "\u2014 --", []string{}},
		{"sign stays", "-15 °C", []string{"-15", "°c"}},
		{"sign in brackets", "(-15)", []string{"-15"}},
		{"sign before a currency", "-€15", []string{"-€15"}},
		{"sign behind a currency", "€-15", []string{"€-15"}},
		{"other minus is the same sign", "\u221215", []string{"-15"}},
		{"em dash is another sign", "\u201415", []string{"\u201415"}},
		{"second dash is the sign", "--15", []string{"-15"}},
		{"hyphen behind letters is no sign", "A-15", []string{"a", "15"}},
		{"apostrophes", "L\u2019Étoile l\u02bcan d\u201bun d`Aub d\u00b4or", []string{"l'étoile", "l'an", "d'un", "d'aub", "d'or"}},
		{"primes stay", "5\u2032", []string{"5\u2032"}},
		{"edges", "«Dupont», (Lyon); “x” *y* †z a|b", []string{"dupont", "lyon", "x", "y", "z", "a|b"}},
		{"kept signs", "20% Martin & Fils #5 n° a@b.c §3", []string{"20%", "martin", "&", "fils", "#5", "n°", "a@b.c", "§3"}},
		{"inner points", "S.A.R.L. A.B.C.", []string{"s.a.r.l", "a.b.c"}},
		{"leading mark of a figure", ".5 and ,25 ... .x", []string{".5", "and", ",25", "x"}},
		{"invisible beside a hyphen", "25\u200b-\u200b60 Aix\u200b-en", []string{"25", "60", "aix", "en"}},
		{"ligatures", "o\ufb03ce \ufb02euve e\ufb00et \ufb06", []string{"office", "fleuve", "effet", "st"}},
		{"œ is a letter", "\u0152uvres", []string{"œuvres"}},
		{"canonical equivalence", "E\u0301vry A\u030angstro\u0308m \u212bx", []string{"évry", "ångström", "åx"}},
		{"final sigma, long s, kelvin", "ΟΔΟΣ οδος ſ K", []string{"οδοσ", "οδοσ", "s", "k"}},
		{"capital sharp s", "STRAẞE", []string{"straße"}},
		{"Turkish i is i by default", "IĞDIR", []string{"iğdir"}},
		{"digits are not folded", "1 655 \u0661", []string{"1", "655", "\u0661"}},
		{"empty", "  \u00a0 ", []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := texts(Split(test.text))
			want := slices.Clone(test.want)
			for i := range want {
				want[i] = strings.ReplaceAll(want[i], "σ", string(foldRune('σ')))
				want[i] = strings.ReplaceAll(want[i], "ς", string(foldRune('σ')))
			}
			if !slices.Equal(got, want) {
				t.Errorf("Split(%q) = %q, want %q", test.text, got, want)
			}
		})
	}
}

func TestSplitOffsets(t *testing.T) {
	text := "  « Saint-E\u0301tienne », 12 – 14"
	var got []string
	for _, w := range Split(text) {
		got = append(got, text[w.Start:w.End])
	}
	if want := []string{"Saint", "E\u0301tienne", "12", "14"}; !slices.Equal(got, want) {
		t.Errorf("words as printed are %q, want %q", got, want)
	}
}

func TestSplitInTurkish(t *testing.T) {
	for _, language := range []string{"tr", "TR-tr", "az"} {
		if got, want := texts(SplitIn("IĞDIR İzmir", language)), []string{"ığdır", "izmir"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
	if got := texts(SplitIn("IĞDIR", "en")); got[0] != "iğdir" {
		t.Errorf("en: %q, want iğdir", got)
	}
}

func TestEqual(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"STRASSE 5", "Straße 5", true},
		{"Straße", "Strasse", false},
		{"MASSE", "Maße", true},
		{"Masse", "Maße", false},
		{"MASSE", "Masse", true},
		{"STRAẞE", "straße", true},
		{"SS", "ß", true},
		{"S", "s", true},
		{"Évry", "E\u0301VRY", true},
		{"Évry", "Evry", false},
		{"Łódź", "Lodz", false},
		{"a b", "b a", false},
		{"a", "a b", false},
		{"12-14", "12 14", false},
		{"12-14", "12\u201314", true},
		{"Aix-en-Provence", "aix en provence", true},
		{"-15", "15", false},
		{"-15", "\u221215", true},
		{"Villa L'Étoile", "VILLA L\u2019ÉTOILE", true},
		{"", " - ", true},
	} {
		if got := Equal(test.a, test.b); got != test.want {
			t.Errorf("Equal(%q, %q) = %v, want %v", test.a, test.b, got, test.want)
		}
		if got := Equal(test.b, test.a); got != test.want {
			t.Errorf("Equal(%q, %q) = %v, want %v", test.b, test.a, got, test.want)
		}
	}
}

func TestSameWordsHaveEqualKeys(t *testing.T) {
	list := Split("STRASSE Straße strasse MASSE Maße Masse GROSS groß ẞ SS ss straẞe")
	same := 0
	for _, a := range list {
		for _, b := range list {
			if Same(a, b) {
				same++
				if a.Key != b.Key {
					t.Errorf("%q and %q are the same, keys %q and %q", a.Text, b.Text, a.Key, b.Key)
				}
			}
		}
	}
	if same <= len(list) {
		t.Errorf("%d pairs are the same, want more than each word with itself", same)
	}
}

func TestLinked(t *testing.T) {
	for text, want := range map[string][]bool{
		"2018-2024":         {false, true},
		"2018 - 2024":       {false, false},
		"2018--2024":        {false, false},
		"a-15":              {false, false},
		"12-14-16":          {false, true, true},
		"25\u200b-\u200b60": {false, true},
		"(12)-14":           {false, false},
		"12 -14":            {false, false},
	} {
		var got []bool
		for _, w := range Split(text) {
			got = append(got, w.Linked)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: linked %v, want %v", text, got, want)
		}
	}
}

func TestJoin(t *testing.T) {
	for _, test := range []struct {
		first, second, want string
	}{
		{"garde-", "corps", "gardecorps"},
		{"Fourniture de garde-", "corps en acier", "gardecorps"},
		{"Rési\u00ad", "dence", "résidence"},
		{"Saint-", "Malo", ""},
		{"Saint", "malo", ""},
		{"rési -", "dence", ""},
		{"rési- ", "dence", "résidence"},
		{"rési-)", "dence", ""},
	} {
		a, b := Split(test.first), Split(test.second)
		joined, ok := Join(a[len(a)-1], b[0])
		if ok != (test.want != "") || ok && joined.Text != test.want {
			t.Errorf("Join(%q, %q) = %q, %v, want %q", test.first, test.second, joined.Text, ok, test.want)
		}
	}
}

func TestLineEndInsideText(t *testing.T) {
	got := Split("rési-\ndence haute-ville")
	if !got[0].LineEnd || got[1].LineEnd || got[2].LineEnd || got[3].LineEnd {
		t.Errorf("line ends of %+v, want the first word only", got)
	}
}

func TestUnaccented(t *testing.T) {
	for folded, want := range map[string]string{"évry": "evry", "łódź": "łodz", "ångström": "angstrom", "plain": "plain"} {
		if got := Unaccented(folded); got != want {
			t.Errorf("Unaccented(%q) = %q, want %q", folded, got, want)
		}
	}
}

func TestNormal(t *testing.T) {
	for heading, want := range map[string]string{
		"Rent (£ pcm)":          "rent",
		"Loyer annuel HT (€)":   "loyer annuel ht",
		"Surface m²":            "surface",
		"Surface m2":            "surface",
		"Betrag in EUR":         "betrag",
		"Loyer en k€":           "loyer",
		"Rent £000":             "rent",
		"Rent (£'000)":          "rent",
		"Price per m²":          "price per",
		"Prix €/m²":             "prix €/m²",
		"Rate %":                "rate",
		"Date in":               "date in",
		"Zone V":                "zone v",
		"ALL UNITS":             "units",
		"All units":             "all units",
		"€":                     "€",
		"(a)":                   "a",
		"[Unit] (no.)":          "unit no",
		"Total  Rent\nper year": "total rent per year",
		"Amount USD":            "amount",
		"":                      "",
	} {
		if got := Normal(heading); got != want {
			t.Errorf("Normal(%q) = %q, want %q", heading, got, want)
		}
	}
}

func TestEqualHeading(t *testing.T) {
	if !EqualHeading("STRASSE (Ort)", "Straße") {
		t.Error("STRASSE (Ort) and Straße differ, want the same heading")
	}
	if EqualHeading("Rent", "Rent review") {
		t.Error("Rent and Rent review are the same, want two headings")
	}
}

func TestCurrencyAndUnit(t *testing.T) {
	for word, want := range map[string]bool{
		"€": true, "$": true, "US$": true, "eur": true, "CHF": true, "Fr": true, "fr": false, "zł": true,
		"ALL": true, "all": false, "try": false, "xyz": false, "£": true, "€€": false, "": false, "euros": true,
		"₹": true, "12": false,
	} {
		if got := Currency(word); got != want {
			t.Errorf("Currency(%q) = %v, want %v", word, got, want)
		}
	}
	for word, want := range map[string]bool{"kWh": true, "kwh": false, "m²": true, "m2": true, "g": true, "G": false, "": false} {
		if got := Unit(word); got != want {
			t.Errorf("Unit(%q) = %v, want %v", word, got, want)
		}
	}
}

// Simple case folding is an equivalence: all letters of an orbit fold to one letter, which
// folds to itself.
func TestFoldRuneIsStable(t *testing.T) {
	checked := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		next := unicode.SimpleFold(r)
		if next == r {
			continue
		}
		checked++
		if foldRune(r) != foldRune(next) || foldRune(foldRune(r)) != foldRune(r) {
			t.Fatalf("%U folds to %U, %U to %U", r, foldRune(r), next, foldRune(next))
		}
	}
	if checked < 2000 {
		t.Fatalf("%d letters with case, want all of Unicode's", checked)
	}
}

// The work grows with the text, whatever the text: these would outlast the time that a test has if it
// grew with its square.
func TestSplitIsLinear(t *testing.T) {
	for _, unit := range []string{"(-", "-", "-.", "a-", "\u00ad", "\u00ad-", "1-", "-€", "'`", "e\u0301", "\u0301"} {
		text := strings.Repeat(unit, 1<<15)
		if n := len(Split(text)); n > len(text) {
			t.Errorf("%d times %q gives %d words", 1<<15, unit, n)
		}
	}
}

func FuzzWords(f *testing.F) {
	seeds := []string{"", "14 avenue Berthelot", "E\u0301vry-", "(-15)", "--15", "2018-2024", "«Dupont»,", "L\u2019Étoile",
		"STRASSE Straße", "\xff\xfe-1", "o\ufb03ce", "\u00ad\u00ad", "a\u200b-\u200b5", "\u0345\u0301", "İI"}
	if len(seeds) < 10 {
		f.Fatal("too few seeds")
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, w := range Split(s) {
			if w.Text == "" || w.Start < end || w.End <= w.Start || w.End > len(s) {
				t.Fatalf("%q: word %+v behind %d", s, w, end)
			}
			if valid := utf8.ValidString(s); valid && (!utf8.ValidString(s[w.Start:w.End]) || !utf8.ValidString(w.Text)) {
				t.Fatalf("%q: word %+v cuts a rune", s, w)
			}
			if strings.IndexFunc(w.Text, Space) >= 0 {
				t.Fatalf("%q: word %q has a blank", s, w.Text)
			}
			end = w.End
		}
		if !Equal(s, s) {
			t.Fatalf("%q differs from itself", s)
		}
		Normal(s)
		// A plain ASCII text has the words that a split at blanks and hyphens gives.
		if oracle, ok := plainWords(s); ok && !slices.Equal(texts(Split(s)), oracle) {
			t.Fatalf("%q: %q, the oracle has %q", s, texts(Split(s)), oracle)
		}
	})
}

// plainWords is an independent reading of texts of ASCII letters, digits and blanks.
func plainWords(s string) ([]string, bool) {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c != ' ' && !('a' <= c && c <= 'z') && !('A' <= c && c <= 'Z') && !('0' <= c && c <= '9') {
			return nil, false
		}
	}
	return append([]string{}, strings.Fields(strings.ToLower(s))...), true
}

func BenchmarkSplit(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Split("14 avenue Berthelot, Saint-Étienne")
	}
}
