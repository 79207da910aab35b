package notation

import "testing"

func TestMarks(t *testing.T) {
	for _, test := range []struct {
		name    string
		texts   []string
		decimal rune
		group   rune
		mixed   bool
	}{
		{"both marks", []string{"1.234,50"}, ',', '.', false},
		{"repeated groups", []string{"1,234,567"}, '.', ',', false},
		{"blank groups and a fraction", []string{"1 234,50"}, ',', ' ', false},
		{"no-break blank", []string{"1\u202f234"}, 0, ' ', false},
		{"apostrophes", []string{"1'234.50", "2\u2019345"}, '.', '\'', false},
		{"Indian", []string{"1,23,456"}, '.', ',', false},
		{"three digits say nothing", []string{"1,234", "2024.117", "12.000"}, 0, 0, false},
		{"bare zero", []string{"0,280"}, ',', 0, false},
		{"weak, unopposed", []string{"12.5"}, '.', 0, false},
		{"weak, opposed", []string{"12.5", "12,5"}, 0, 0, false},
		{"weak, three to one", []string{"12.5", "1.5", "2.5", "12,5"}, 0, 0, false},
		{"weak, four to one", []string{"12.5", "1.5", "2.5", "3.5", "12,5"}, '.', 0, false},
		{"weak, eight to two", []string{"1,1", "1,1", "1,1", "1,1", "1,1", "1,1", "1,1", "1,1", "1.1", "1.1"}, ',', 0, false},
		{"strong over weak", []string{"12.5", "1.5", "2.5", "3.5", "1.234,5"}, ',', '.', false},
		{"strong both ways", []string{"1.234,50", "1,234.50"}, 0, 0, true},
		{"dates", []string{"12.05.2026", "12. 5. 2026", "31.12.26"}, 0, 0, false},
		{"addresses and versions", []string{"192.168.100.200", "192.168.1.1", "2.0.13", "v2.1", "version 2.1"}, 0, 0, false},
		{"phones", []string{"01.44.55.66.77", "Tel. 01.44"}, 0, 0, false},
		{"account", []string{"SIREN 732 829 320", "123 456 789 00012"}, 0, 0, false},
		{"section number", []string{"1.2 Introduction\n3.14 Circles"}, 0, 0, false},
		{"section number inside a line", []string{"see 1.2 Introduction"}, '.', 0, false},
		{"figure with a unit starts a line", []string{"12.5 kg"}, '.', 0, false},
		{"price starts a line", []string{"12.50 EUR"}, '.', 0, false},
		{"identifiers", []string{"M8.5", "CN-12.5"}, 0, 0, false},
		{"Arabic marks", []string{"\u0661\u066c\u0662\u0663\u0664\u066b\u0665"}, 0, 0, false},
		{"groups of two kinds", []string{"1.234,50", "1 234,50"}, ',', 0, false},
		{"nothing", []string{"", "words", "12"}, 0, 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var all Marks
			for _, text := range test.texts {
				var one Marks
				one.Add(text)
				all.Join(one)
			}
			if all.Decimal() != test.decimal || all.Group() != test.group || all.Mixed() != test.mixed {
				t.Errorf("%q: decimal %q, group %q, mixed %v, want %q, %q, %v",
					test.texts, all.Decimal(), all.Group(), all.Mixed(), test.decimal, test.group, test.mixed)
			}
		})
	}
}

func TestScale(t *testing.T) {
	for _, test := range []struct {
		text    string
		power   int
		printed string
	}{
		{"in £000", 3, "£000"},
		{"Rent (£000)", 3, "£000"},
		{"£'000", 3, "£'000"},
		{"£\u2019000s", 3, "£\u2019000s"},
		{"000s", 3, "000s"},
		{"GBP'000", 3, "GBP'000"},
		{"£000,000", 6, "£000,000"},
		{"k€", 3, "k€"},
		{"Loyer k€ HT", 3, "k€"},
		{"Loyer (M€)", 6, "M€"},
		{"Revenue ($m)", 6, "$m"},
		{"€bn", 9, "€bn"},
		{"Revenue $ million", 6, "$ million"},
		{"(thousands)", 3, "thousands"},
		{"Amounts in thousands of euros", 3, "thousands"},
		{"en milliers d'euros", 3, "milliers"},
		{"in Mio. EUR", 6, "Mio. EUR"},
		{"Umsatz in Tsd. €", 3, "Tsd. €"},
		{"TEUR", 3, "TEUR"},
		{"MEUR", 6, "MEUR"},
		{"in crore", 7, "crore"},
		{"3 million people", 0, ""},
		{"Revenue (in $ billions)", 0, ""},
		{"Million Dollar Quartet", 0, ""},
		{"Rent", 0, ""},
		{"Surface m", 0, ""},
		{"Route 1000", 0, ""},
		{"", 0, ""},
	} {
		power, printed, ok := Scale(test.text)
		if power != test.power || printed != test.printed || ok != (test.power != 0) {
			t.Errorf("Scale(%q) = %d, %q, %v, want %d, %q", test.text, power, printed, ok, test.power, test.printed)
		}
	}
}

func TestRoundsTo(t *testing.T) {
	for _, test := range []struct {
		stored, printed string
		c               Context
		powers          []int
		want            bool
	}{
		{"0.125", "12.5%", Context{Decimal: '.'}, nil, true},
		{"0.125", "13%", Context{Decimal: '.'}, nil, true},
		{"0.125", "12%", Context{Decimal: '.'}, nil, false},
		{"12.5", "12.5%", Context{Decimal: '.'}, nil, false},
		{"0.0125", "12.5 ‰", Context{Decimal: '.'}, nil, true},
		{"1234.565", "1,234.57", Context{Decimal: '.'}, nil, true},
		{"1234.564", "1,234.57", Context{Decimal: '.'}, nil, false},
		{"1.005", "1.01", Context{Decimal: '.'}, nil, true},
		{"1.0049999999999999", "1.01", Context{Decimal: '.'}, nil, true},
		{"0.30000000000000004", "0.3", Context{Decimal: '.'}, nil, true},
		{"-12", "12", Context{}, nil, true},
		{"-12", "(12.00)", Context{}, nil, true},
		{"12", "-12", Context{}, nil, false},
		{"1234567", "1,235", Context{Decimal: '.'}, nil, false},
		{"1234567", "1,235", Context{Decimal: '.'}, []int{3}, true},
		{"1234567", "1.2", Context{Decimal: '.'}, []int{3, 6}, true},
		{"1500000", "1.5 Mio", Context{Decimal: '.'}, nil, true},
		{"1549000", "1.5 Mio", Context{Decimal: '.'}, nil, true},
		{"1551000", "1.5 Mio", Context{Decimal: '.'}, nil, false},
		{"1234", "1,234", Context{}, nil, true},
		{"1.2341", "1,234", Context{}, nil, true},
		{"1.23", "1,234", Context{}, nil, false},
		{"100.4", "100,000", Context{}, nil, false},
		{"1234.4", "1,234", Context{}, nil, true},
		{"1.5E3", "1500", Context{}, nil, true},
		{"0.4", "0", Context{}, nil, true},
		{"-0.4", "0", Context{}, nil, true},
		{"999.996", "1000.00", Context{}, nil, true},
		{"12", "boxes", Context{}, nil, false},
		{"NaN", "12", Context{}, nil, false},
		{"", "0", Context{}, nil, false},
	} {
		f := ParseValue(test.printed, test.c)
		if got := RoundsTo(test.stored, f, test.powers...); got != test.want {
			t.Errorf("RoundsTo(%q, %q, %v) = %v, want %v (%+v)", test.stored, test.printed, test.powers, got, test.want, f)
		}
	}
}

func TestRounded(t *testing.T) {
	for _, test := range []struct {
		value  string
		places int
		want   string
	}{
		{"1.25", 1, "1.3"}, {"-1.25", 1, "-1.3"}, {"1.24", 1, "1.2"}, {"9.99", 1, "10"}, {"1234", -2, "1200"},
		{"1250", -2, "1300"}, {"9", -1, "10"}, {"4", -1, "0"}, {"4", -2, "0"}, {"96", -2, "100"}, {"0.04", 1, "0"},
		{"12", 5, "12"}, {"-0.4", 0, "0"}, {"0.5", 0, "1"}, {"99.995", 2, "100"},
	} {
		if got := Rounded(test.value, test.places); got != test.want {
			t.Errorf("Rounded(%s, %d) = %s, want %s", test.value, test.places, got, test.want)
		}
	}
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"0012.50": "12.5", "-0": "0", "-0.00": "0", "+3": "3", "1.5e3": "1500", "15E-4": "0.0015", "1e60": "1" + zerosOf(60),
		".5": "0.5", "5.": "5", "-.5": "-0.5", "1e61": "", "1e-9999999999": "", "": "", "-": "", ".": "", "NaN": "",
		"Infinity": "", "0x1F": "", "1,5": "", "1 2": "", "--1": "", "-+1": "", "1e": "", "e5": "", "1.2.3": "", "0e5": "0",
	} {
		if got := Canonical(in); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", in, got, want)
		}
	}
}

func zerosOf(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = '0'
	}
	return string(b)
}

// Every decimal digit of Unicode has the value that its place in its script gives.
func TestDigitsOfEveryScript(t *testing.T) {
	scripts := 0
	for _, zero := range []rune{'0', 0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50, 0x0F20, 0x1040, 0x17E0, 0xFF10, 0x104A0, 0x1D7CE, 0x1D7D8} {
		scripts++
		for i := range rune(10) {
			f := ParseValue(string([]rune{zero + 1, zero + i}), Context{})
			if want := string([]rune{'1', '0' + i}); f.Value != want {
				t.Errorf("%U: value %q, want %q", zero+i, f.Value, want)
			}
		}
	}
	if scripts < 10 {
		t.Fatalf("%d scripts", scripts)
	}
}
