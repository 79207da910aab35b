package notation

import (
	"os"
	"strings"
	"testing"
)

// The examples of docs/notation.md are what the package reads.
func TestDocumentation(t *testing.T) {
	data, err := os.ReadFile("../../docs/notation.md")
	if err != nil {
		t.Fatal(err)
	}
	figures, dates := 0, 0
	for i, line := range strings.Split(string(data), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.HasPrefix(strings.TrimSpace(cells[1]), "`") {
			continue
		}
		text := strings.Trim(cells[1], " `")
		setting, want := strings.Trim(cells[2], " `"), strings.TrimSpace(cells[3])
		var got string
		switch setting {
		case "dmy", "mdy":
			dates++
			got = documentedDates(FindDates(text, contextOf(t, setting)))
		default:
			c := contextOf(t, "none")
			if got = documentedDates(FindDates(text, c)); got == want && got != "no date" {
				dates++
				continue
			}
			figures++
			c.Decimal = first(setting)
			got = documentedFigures(Find(text, c))
		}
		if got != want {
			t.Errorf("docs/notation.md:%d: %q reads %s, the page says %s", i+1, text, got, want)
		}
	}
	if figures < 40 || dates < 14 {
		t.Errorf("%d figures and %d dates, want at least 40 and 14", figures, dates)
	}
}

func documentedFigures(list []Figure) string {
	var parts []string
	for _, f := range list {
		switch f.Status {
		case Certain:
			parts = append(parts, f.Value)
		case Held:
			parts = append(parts, documentedHeld(f.Reason, f.Readings))
		default:
			parts = append(parts, "no figure")
		}
	}
	return strings.Join(parts, "; ")
}

func documentedDates(list []DateValue) string {
	if len(list) != 1 || list[0].Status == NotAFigure {
		return "no date"
	}
	if list[0].Status == Held {
		return documentedHeld(list[0].Reason, list[0].Readings)
	}
	return list[0].Value
}

func documentedHeld(reason string, readings []string) string {
	if len(readings) == 0 {
		return "held " + reason
	}
	return "held " + reason + ": " + strings.Join(readings, ", ")
}
