package jsonl

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/rowproof/rowproof/internal/report"
)

var texts = []string{"", "", "plain", "a \"b\" \\ c", "line\nbreak", "<&>", "é €", "\xff", "\u2028"}

// fill gives every field of a value something, so that one that is new to the format is met.
func fill(v reflect.Value, r *rand.Rand) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(texts[r.IntN(len(texts))])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Int, reflect.Int32:
		v.SetInt(int64(r.IntN(4) - 1))
	case reflect.Float32:
		v.SetFloat(float64(float32(r.IntN(1000)) / 7))
	case reflect.Pointer:
		if r.IntN(2) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), r)
		}
	case reflect.Slice:
		if n := r.IntN(4) - 1; n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(v.Index(i), r)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), r)
		}
	default:
		panic("a kind that the test does not fill: " + v.Kind().String())
	}
}

func TestLinesAreThoseOfEncodingJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var row report.Row
		var entry report.Entry
		fill(reflect.ValueOf(&row).Elem(), r)
		fill(reflect.ValueOf(&entry).Elem(), r)
		var got, want bytes.Buffer
		h := New(&got)
		enc := json.NewEncoder(&want)
		enc.SetEscapeHTML(false)
		for _, err := range []error{h.Row(&row), h.Entry(&entry), h.Summary(&report.Summary{}), enc.Encode(&row), enc.Encode(&entry), enc.Encode(&report.Summary{})} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if got.String() != want.String() {
			t.Fatalf("wrote\n%s\nencoding/json writes\n%s", got.String(), want.String())
		}
	}
}
