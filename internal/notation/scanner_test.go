package notation

import (
	"reflect"
	"testing"
)

// A Scanner reads each text as the functions do, whatever it has read before.
func TestScannerReadsAsTheFunctions(t *testing.T) {
	var sc Scanner
	read := 0
	for _, v := range readVectors(t) {
		text, ok := v.Value.(string)
		if !ok {
			text = v.Text
		}
		c := v.context()
		if got, want := sc.ParseValue(text, c), ParseValue(text, c); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: value %+v, want %+v", text, got, want)
		}
		if got, want := sc.ParseDate(text, c), ParseDate(text, c); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: date %+v, want %+v", text, got, want)
		}
		if got, want := sc.Find(nil, text, c), Find(text, c); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: figures %+v, want %+v", text, got, want)
		}
		if got, want := sc.FindDates(nil, text, c), FindDates(text, c); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: dates %+v, want %+v", text, got, want)
		}
		read++
	}
	if read < 330 {
		t.Fatalf("%d texts, want at least 330", read)
	}
}
