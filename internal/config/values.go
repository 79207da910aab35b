package config

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A Decimal is a number or nothing.
type Decimal string

// Float returns the number, or otherwise where there is none.
func (d Decimal) Float(otherwise float64) float64 {
	f, err := strconv.ParseFloat(string(d), 64)
	if err != nil {
		return otherwise
	}
	return f
}

// An Integer is a whole number or nothing.
type Integer string

// Int returns the number, or nil.
func (i Integer) Int() *int {
	n, err := strconv.Atoi(string(i))
	if err != nil {
		return nil
	}
	return &n
}

// A field is one setting in the struct.
type field struct {
	key   string
	value reflect.Value
	tag   reflect.StructTag
}

// fields lists the settings in the order of the file.
func (c *Config) fields() []field {
	var out []field
	top := reflect.ValueOf(c).Elem()
	for i := range top.NumField() {
		group := top.Type().Field(i).Tag.Get("key")
		if group == "" {
			continue
		}
		part := top.Field(i)
		for j := range part.NumField() {
			f := part.Type().Field(j)
			out = append(out, field{key: group + "." + f.Tag.Get("key"), value: part.Field(j), tag: f.Tag})
		}
	}
	return out
}

// A Setting is one value in force.
type Setting struct {
	Key  string `json:"key"`
	Text string `json:"value"`
	From string `json:"from"` // "default", "extract.yaml, line 12", "environment EXTRACT_WINDOWS_ROWS", "flag --rows"
}

// Settings lists every value in force, in the order of the file.
func (c *Config) Settings() []Setting {
	var out []Setting
	for _, f := range c.fields() {
		from := c.origins[f.key]
		if from == "" {
			from = "default"
		}
		out = append(out, Setting{Key: f.key, Text: fmt.Sprint(f.value.Interface()), From: from})
	}
	return out
}

// Set gives one setting a value, and remembers where it came from.
func (c *Config) Set(key, text, from string) error {
	for _, f := range c.fields() {
		if f.key != key {
			continue
		}
		if err := f.set(text); err != nil {
			return fmt.Errorf("%s: %s = %q: %w", from, key, text, err)
		}
		if c.origins == nil {
			c.origins = map[string]string{}
		}
		c.origins[key] = from
		return nil
	}
	return fmt.Errorf("%s: there is no setting %s", from, key)
}

func (f field) set(text string) error {
	switch p := f.value.Addr().Interface().(type) {
	case *bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return fmt.Errorf("must be true or false")
		}
		*p = b
	case *int, *int64:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("must be a whole number from 0")
		}
		f.value.SetInt(n)
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return fmt.Errorf("must be a duration such as 90s or 10m")
		}
		*p = d
	case *Decimal:
		if x, err := strconv.ParseFloat(text, 64); text != "" && (err != nil || x < 0) {
			return fmt.Errorf("must be a number from 0, or empty")
		}
		*p = Decimal(text)
	case *Integer:
		if _, err := strconv.Atoi(text); text != "" && err != nil {
			return fmt.Errorf("must be a whole number, or empty")
		}
		*p = Integer(text)
	case *string:
		if err := f.allowed(text); err != nil {
			return err
		}
		*p = text
	default:
		return fmt.Errorf("config: no setter for %s", f.value.Type())
	}
	return nil
}

func (f field) allowed(text string) error {
	one, many := f.tag.Get("one"), f.tag.Get("many")
	words := []string{text}
	if many != "" {
		one = many
		words = nil
		if text != "" {
			words = strings.Split(text, ",")
		}
	}
	if one == "" {
		return nil
	}
	for _, w := range words {
		if !strings.Contains(","+one+",", ","+strings.TrimSpace(w)+",") || w == "" {
			return fmt.Errorf("must be one of %s", strings.ReplaceAll(one, ",", ", "))
		}
	}
	return nil
}
