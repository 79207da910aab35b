package conformance

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/rowproof/rowproof/internal/notation"
)

// A notationVector asks how one text reads.
type notationVector struct {
	Fn       string          `json:"fn"`
	Text     string          `json:"text"`
	Value    json.RawMessage `json:"value"`
	Decimal  *string         `json:"decimal"`
	Group    *string         `json:"group"`
	Brackets *string         `json:"brackets"`
	Order    *string         `json:"order"`
	RefYear  int             `json:"ref_year"`
	Want     json.RawMessage `json:"want"`
	Status   string          `json:"status"`
	Held     []heldReading   `json:"held"`
}

type heldReading struct {
	Readings []string `json:"readings"`
	Possible []string `json:"possible"`
}

func runNotation(raw json.RawMessage) (got, want string, ok bool, err error) {
	var v notationVector
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", "", false, err
	}
	ctx, err := contextOf(&citeVector{Decimal: v.Decimal, Group: v.Group, Brackets: v.Brackets, Order: v.Order})
	if err != nil {
		return "", "", false, err
	}
	ctx.Years = notation.Years{}
	if v.RefYear != 0 {
		ctx.Years = notation.YearsAround(v.RefYear)
	}
	switch v.Fn {
	case "find":
		certain, held := figures(v.Text, ctx)
		return readingsOf(&v, certain, held)
	case "date":
		certain, held := dates(v.Text, ctx)
		return readingsOf(&v, certain, held)
	case "value":
		fig, err := claimed(v.Value, ctx)
		if err != nil {
			return "", "", false, err
		}
		var wanted *string
		if err := json.Unmarshal(v.Want, &wanted); err != nil {
			return "", "", false, err
		}
		got = fmt.Sprintf("%s %s", statusName(fig.Status), fig.Value)
		want = v.Status + " "
		if wanted != nil {
			want += *wanted
		}
		if fig.Status != notation.Certain {
			got = statusName(fig.Status) + " "
			want = v.Status + " "
		}
		return got, want, got == want, nil
	case "mark":
		var m notation.Marks
		m.Add(v.Text)
		var wanted *string
		if err := json.Unmarshal(v.Want, &wanted); err != nil {
			return "", "", false, err
		}
		got, want = "none", "none"
		if d := m.Decimal(); d != 0 {
			got = string(d)
		}
		if wanted != nil {
			want = *wanted
		}
		return got, want, got == want, nil
	}
	return "", "", false, fmt.Errorf("no such fn: %q", v.Fn)
}

// claimed reads a claimed value: a string as printed, a JSON number in its own notation. A
// boolean or null is no figure.
func claimed(raw json.RawMessage, ctx notation.Context) (notation.Figure, error) {
	v, err := valueOf(raw)
	switch {
	case err != nil || v.Null || v.Bool:
		return notation.Figure{}, err
	case v.Number:
		value := notation.Canonical(v.Quote)
		if value == "" {
			return notation.Figure{}, nil
		}
		return notation.Figure{Value: value, Status: notation.Certain}, nil
	}
	return notation.ParseValue(v.Quote, ctx), nil
}

func statusName(s notation.Status) string {
	switch s {
	case notation.Certain:
		return "certain"
	case notation.Held:
		return "held"
	}
	return "none"
}

func figures(text string, ctx notation.Context) (certain []string, held [][]string) {
	for _, f := range notation.Find(text, ctx) {
		switch f.Status {
		case notation.Certain:
			certain = append(certain, f.Value)
		case notation.Held:
			held = append(held, append(slices.Clone(f.Readings), f.Possible...))
		}
	}
	return certain, held
}

func dates(text string, ctx notation.Context) (certain []string, held [][]string) {
	for _, d := range notation.FindDates(text, ctx) {
		switch {
		case d.Yearless:
		case d.Status == notation.Certain:
			certain = append(certain, d.Value)
		case d.Status == notation.Held:
			held = append(held, d.Readings)
		}
	}
	return certain, held
}

// readingsOf compares what was found with what the vector lists: the certain values in order,
// and as many held ones, each of whose listed readings is among ours.
func readingsOf(v *notationVector, certain []string, held [][]string) (got, want string, ok bool, err error) {
	var wanted []string
	if err := json.Unmarshal(v.Want, &wanted); err != nil {
		return "", "", false, err
	}
	ok = slices.Equal(certain, wanted) && len(held) == len(v.Held)
	got, want = strings.Join(certain, " "), strings.Join(wanted, " ")
	for i := range held {
		got += fmt.Sprintf(" held%v", held[i])
	}
	for i := range v.Held {
		listed := append(slices.Clone(v.Held[i].Readings), v.Held[i].Possible...)
		want += fmt.Sprintf(" held%v", listed)
		for _, s := range listed {
			ok = ok && i < len(held) && slices.Contains(held[i], s)
		}
	}
	return got, want, ok, nil
}
