package notation

import "testing"

func BenchmarkFind(b *testing.B) {
	for _, bench := range []struct {
		name, text string
		c          Context
	}{
		{"plain", "1234.50", Context{Decimal: '.'}},
		{"grouped", "2 415 065,40", Context{Decimal: ','}},
		{"affixes", "($4,310.25)", Context{Decimal: '.'}},
		{"words", "14 avenue Berthelot", Context{Decimal: ','}},
		{"no digit", "Saint-Étienne", Context{Decimal: ','}},
		{"date", "12/05/2026", Context{Decimal: ',', Order: DMY}},
		{"crowded", "Chaise 2 145,00 290,00", Context{Decimal: ','}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Find(bench.text, bench.c)
			}
		})
	}
}

func BenchmarkParseDate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ParseDate("12 mai 2026", Context{})
	}
}

func BenchmarkMarks(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		var m Marks
		m.Add("2 415 065,40")
	}
}
