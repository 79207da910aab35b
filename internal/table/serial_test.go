package table

import "testing"

func TestCivil(t *testing.T) {
	cases := []struct {
		day      int64
		date1904 bool
		y, m, d  int
		ok       bool
	}{
		{1, false, 1900, 1, 1, true}, {59, false, 1900, 2, 28, true}, {60, false, 0, 0, 0, false}, {61, false, 1900, 3, 1, true},
		{45123, false, 2023, 7, 16, true}, {MaxSerial, false, 9999, 12, 31, true}, {MaxSerial + 1, false, 0, 0, 0, false}, {0, false, 0, 0, 0, false},
		{-1, false, 0, 0, 0, false}, {0, true, 1904, 1, 1, true}, {43661, true, 2023, 7, 16, true}, {-1, true, 0, 0, 0, false},
	}
	for _, c := range cases {
		y, m, d, ok := Civil(c.day, c.date1904)
		if y != c.y || m != c.m || d != c.d || ok != c.ok {
			t.Errorf("Civil(%d, %v) = %d-%d-%d %v, want %d-%d-%d %v", c.day, c.date1904, y, m, d, ok, c.y, c.m, c.d, c.ok)
		}
	}
}

// TestSerialDayInverts checks every day of both systems in both directions.
func TestSerialDayInverts(t *testing.T) {
	for _, date1904 := range []bool{false, true} {
		days := 0
		for day := int64(0); day <= MaxSerial; day++ {
			y, m, d, ok := Civil(day, date1904)
			if !ok {
				continue
			}
			days++
			if back, ok := SerialDay(y, m, d, date1904); !ok || back != day {
				t.Fatalf("%d is %d-%d-%d is %d (%v), 1904: %v", day, y, m, d, back, ok, date1904)
			}
		}
		if days < MaxSerial-epoch1904 {
			t.Fatalf("only %d days", days)
		}
	}
	for _, c := range [][3]int{{2023, 2, 29}, {2023, 13, 1}, {2023, 0, 1}, {2023, 4, 31}, {1899, 12, 31}, {10000, 1, 1}, {2023, 1, 0}} {
		if _, ok := SerialDay(c[0], c[1], c[2], false); ok {
			t.Errorf("%v is a day", c)
		}
	}
}

func TestAppendSerialISO(t *testing.T) {
	cases := []struct {
		whole      int64
		part, unit uint64
		timeOnly   bool
		want       string
	}{
		{45123, 0, 1, false, "2023-07-16"},
		{45123, 75, 100, false, "2023-07-16T18:00:00"},
		{45123, 756789, 1000000, false, "2023-07-16T18:09:46.570"},
		{45123, 604166666666667, 1000000000000000, false, "2023-07-16T14:30:00"},
		{45123, 999999999999, 1000000000000, false, "2023-07-17"},
		{0, 604166666666667, 1000000000000000, true, "T14:30:00"},
		{0, 5, 10, false, ""},
		{60, 0, 1, false, ""},
		{45123, 5, 10, true, "2023-07-16T12:00:00"},
	}
	for _, c := range cases {
		got, ok := AppendSerialISO(nil, c.whole, c.part, c.unit, false, c.timeOnly)
		if string(got) != c.want || ok != (c.want != "") {
			t.Errorf("%d + %d/%d: %s %v, want %s", c.whole, c.part, c.unit, got, ok, c.want)
		}
	}
}

func TestISOSerial(t *testing.T) {
	cases := []struct {
		iso, want  string
		hasDay, ok bool
	}{
		{"2023-07-16", "45123", true, true}, {"2023-07-16T18:00:00", "45123.75", true, true}, {"2024-03-05T14:30:00.5Z", "45356.60417245370370", true, true},
		{"2024-03-05 14:30", "45356.604166666666667", true, true}, {"14:30:00", "0.604166666666667", false, true}, {"2024-03-05T24:00", "45357", true, true},
		{"1900-01-01", "1", true, true}, {"2024-02-30", "", false, false}, {"x", "", false, false}, {"", "", false, false}, {"2024-03-05T", "", false, false},
		{"2024-03-05T14", "", false, false}, {"2024-3-5", "", false, false}, {"T14:30:00", "0.604166666666667", false, true}, {"-14:30", "", false, false},
	}
	for _, c := range cases {
		got, hasDay, ok := ISOSerial(c.iso, false)
		if ok != c.ok || hasDay != c.hasDay || len(got) < len(c.want) || got[:min(len(got), len(c.want))] != c.want {
			t.Errorf("%q is %q %v %v, want %q %v %v", c.iso, got, hasDay, ok, c.want, c.hasDay, c.ok)
		}
	}
}
