package md_test

import (
	"bytes"
	"flag"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/report/md"
	"github.com/rowproof/rowproof/internal/report/reporttest"
)

var _ = flag.Bool("update", false, "write the golden files")

func TestGolden(t *testing.T) {
	reporttest.Golden(t, "../testdata", ".md", func(stream []byte) []byte {
		var b bytes.Buffer
		reporttest.Render(t, stream, md.New(&b))
		return b.Bytes()
	})
}

// TestTextStaysText puts what Markdown would obey into a value.
func TestTextStaysText(t *testing.T) {
	c := reporttest.RentRoll()
	c.SetValue(3, 2, "a|b\n# c <script> [x](http://y) `z` ![i](j) ~~k~~ *l*")
	var b bytes.Buffer
	if err := c.Emit(md.New(&b)); err != nil {
		t.Fatal(err)
	}
	want := "a\\|b \\# c \\<script\\> \\[x\\](http\\://y) \\`z\\` \\!\\[i\\](j) \\~\\~k\\~\\~ \\*l\\*"
	if !strings.Contains(b.String(), want) {
		t.Errorf("no %s in\n%s", want, b.String())
	}
}
