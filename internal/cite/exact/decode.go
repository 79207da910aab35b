package exact

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
)

// Names are the keys that a ref is written under.
type Names struct{ Document, Kind, Index, Quote string }

// DefaultNames are the keys of our own lines: {document, kind, index, quote}.
var DefaultNames = Names{Document: "document", Kind: "kind", Index: "index", Quote: "quote"}

// UnmarshalJSON reads a ref under the default names.
func (r *Ref) UnmarshalJSON(data []byte) error {
	ref, err := DecodeRef(data, DefaultNames)
	if err == nil {
		*r = ref
	}
	return err
}

// DecodeRef reads one JSON object as a ref. Keys compare exactly; one given twice is an
// error, because which of the two counts would be a guess; other keys are passed over. A
// part of the anchor that is null or of another type is missing. A quote that is no string
// is one that stands nowhere.
func DecodeRef(data []byte, names Names) (Ref, error) {
	var r Ref
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil {
		return r, fmt.Errorf("not a JSON object: %w", err)
	} else if t != json.Delim('{') {
		return r, errors.New("not a JSON object")
	}
	seen := map[string]bool{}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return r, err
		}
		key := t.(string)
		if seen[key] {
			return r, fmt.Errorf("key %q is given twice", key)
		}
		seen[key] = true
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return r, err
		}
		switch key {
		case names.Document:
			r.Document = stringOf(raw)
		case names.Kind:
			r.Kind = stringOf(raw)
		case names.Index:
			r.Index = indexOf(raw)
		case names.Quote:
			if string(raw) != "null" {
				q := stringOf(raw)
				r.Quote = &q
			}
		}
	}
	_, err := dec.Token()
	return r, err
}

// stringOf returns the string that raw is, or "".
func stringOf(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// indexOf reads a JSON integer. One too large for any segment is an integer all the same.
func indexOf(raw json.RawMessage) Index {
	s := string(raw)
	if s == "" || bytes.ContainsAny(raw, `.eE"{}[]nutf`) {
		return Index{}
	}
	n, err := strconv.Atoi(s)
	if errors.Is(err, strconv.ErrRange) {
		return At(math.MinInt)
	}
	return Index{Value: n, Valid: err == nil}
}
