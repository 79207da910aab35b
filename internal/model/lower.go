package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ErrSchemaTooLarge says that a schema passes what a provider enforces.
var ErrSchemaTooLarge = errors.New("the response schema is larger than the provider enforces")

// Lower returns the schema with the keywords of the dialect only, in the order as it was.
// A schema over the dialect's limits gives an error that wraps [ErrSchemaTooLarge].
func (d *Dialect) Lower(schema []byte) ([]byte, error) {
	l := lowering{d: d}
	dec := json.NewDecoder(bytes.NewReader(schema))
	dec.UseNumber()
	if err := l.schema(dec, 0); err != nil {
		return nil, err
	}
	for _, m := range []struct {
		name       string
		got, limit int
	}{{"properties", l.properties, d.Properties}, {"levels", l.depth, d.Depth}, {"enum values", l.enums, d.EnumValues}, {"bytes of names", l.names, d.NameBytes}} {
		if m.limit > 0 && m.got > m.limit {
			return nil, fmt.Errorf("%w: %d %s, limit %d", ErrSchemaTooLarge, m.got, m.name, m.limit)
		}
	}
	return l.out.Bytes(), nil
}

type lowering struct {
	d                               *Dialect
	out                             bytes.Buffer
	properties, depth, enums, names int
}

// schema copies one schema: an object of keywords, or true or false.
func (l *lowering) schema(dec *json.Decoder, level int) error {
	tok, err := dec.Token()
	if err != nil {
		return fmt.Errorf("response schema: %w", err)
	}
	if b, ok := tok.(bool); ok {
		fmt.Fprint(&l.out, b)
		return nil
	}
	if tok != json.Delim('{') {
		return errors.New("response schema: neither an object nor a boolean")
	}
	return l.members(dec, func(key string) (bool, error) {
		if !slices.Contains(l.d.Keywords, key) {
			var skip json.RawMessage
			return false, dec.Decode(&skip)
		}
		return true, nil
	}, func(key string) error { return l.keyword(dec, key, level) })
}

// members copies the members of an object whose brace was read, those that keep wants.
func (l *lowering) members(dec *json.Decoder, keep func(string) (bool, error), value func(string) error) error {
	l.out.WriteByte('{')
	for first := true; dec.More(); {
		tok, err := dec.Token()
		if err != nil {
			return fmt.Errorf("response schema: %w", err)
		}
		key, _ := tok.(string)
		if ok, err := keep(key); err != nil {
			return fmt.Errorf("response schema: %w", err)
		} else if !ok {
			continue
		}
		if !first {
			l.out.WriteByte(',')
		}
		first = false
		name, err := json.Marshal(key)
		if err != nil {
			return err
		}
		l.out.Write(name)
		l.out.WriteByte(':')
		if err := value(key); err != nil {
			return err
		}
	}
	l.out.WriteByte('}')
	_, err := dec.Token()
	return err
}

func (l *lowering) keyword(dec *json.Decoder, key string, level int) error {
	switch key {
	case "properties":
		l.depth = max(l.depth, level+1)
		if tok, err := dec.Token(); err != nil || tok != json.Delim('{') {
			return errors.New("response schema: properties must be an object")
		}
		all := func(string) (bool, error) { return true, nil }
		return l.members(dec, all, func(name string) error {
			l.properties++
			l.names += len(name)
			return l.schema(dec, level+1)
		})
	case "items":
		return l.schema(dec, level+1)
	case "anyOf":
		if tok, err := dec.Token(); err != nil || tok != json.Delim('[') {
			return errors.New("response schema: anyOf must be an array")
		}
		l.out.WriteByte('[')
		for n := 0; dec.More(); n++ {
			if n > 0 {
				l.out.WriteByte(',')
			}
			if err := l.schema(dec, level); err != nil {
				return err
			}
		}
		l.out.WriteByte(']')
		_, err := dec.Token()
		return err
	}
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return fmt.Errorf("response schema: %w", err)
	}
	if key == "enum" {
		var values []any
		if err := json.Unmarshal(raw, &values); err != nil {
			return fmt.Errorf("response schema: %w", err)
		}
		l.enums += len(values)
		l.names += len(raw)
	}
	l.out.Write(raw)
	return nil
}
