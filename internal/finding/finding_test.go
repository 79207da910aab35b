package finding

import "testing"

// TestRetiredCodesStayFree holds numbers and names that were once given to nobody else.
func TestRetiredCodesStayFree(t *testing.T) {
	for _, g := range Retired() {
		for _, s := range []string{g.Code, g.Name} {
			if d, ok := Lookup(s); ok {
				t.Errorf("%s is retired and stands for %s", s, d.Title)
			}
		}
		if g.Why == "" {
			t.Errorf("%s is retired without a reason", g.Code)
		}
	}
	if len(Retired()) == 0 {
		t.Error("nothing looked at")
	}
}
