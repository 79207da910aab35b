package report_test

import (
	"testing"

	"github.com/rowproof/rowproof/internal/report"
)

func TestEveryRowOfARunIsListed(t *testing.T) {
	tests := []struct {
		code string
		rows []int
		want string
	}{
		{"LEDGER001", []int{3, 8}, "3–8"},
		{"LEDGER001", []int{3}, "3"},
		{"CITE001", []int{3, 8}, "3, 8"},
	}
	for _, tt := range tests {
		f := report.Finding{Code: tt.code, Rows: tt.rows}
		if got := report.Ranges(f.Every()); got != tt.want {
			t.Errorf("%s %v: rows %s, want %s", tt.code, tt.rows, got, tt.want)
		}
	}
}
