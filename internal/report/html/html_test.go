package html_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"

	"github.com/rowproof/rowproof/internal/report/html"
	"github.com/rowproof/rowproof/internal/report/reporttest"
	"github.com/rowproof/rowproof/internal/verdict"
)

var _ = flag.Bool("update", false, "write the golden files")

func TestGolden(t *testing.T) {
	reporttest.Golden(t, "../testdata", ".html", func(stream []byte) []byte {
		var b bytes.Buffer
		reporttest.Render(t, stream, html.New(&b, html.Options{}))
		return b.Bytes()
	})
}

// folder keeps what a handler writes.
type folder map[string]*bytes.Buffer

func (f folder) open(name string) (io.WriteCloser, error) {
	f[name] = &bytes.Buffer{}
	return closer{f[name]}, nil
}

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

// page is what a test has to know of one file.
type page struct {
	ids   map[string]int
	hrefs []string
	loads []string // addresses that a browser fetches
	text  map[string]string
}

func parse(t *testing.T, b []byte) page {
	t.Helper()
	root, err := nethtml.Parse(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	p := page{ids: map[string]int{}, text: map[string]string{}}
	var walk func(*nethtml.Node)
	walk = func(n *nethtml.Node) {
		for _, a := range n.Attr {
			switch {
			case a.Key == "id":
				p.ids[a.Val]++
				p.text[a.Val] = text(n)
			case a.Key == "href" && n.Data == "a":
				p.hrefs = append(p.hrefs, a.Val)
			case a.Key == "src", a.Key == "href", a.Key == "srcset", a.Key == "action", a.Key == "poster", a.Key == "data":
				p.loads = append(p.loads, a.Val)
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	return p
}

func text(n *nethtml.Node) string {
	if n.Type == nethtml.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(text(c))
	}
	return b.String()
}

// TestEveryLinkOpens follows every link of every case, in one file and in a folder.
func TestEveryLinkOpens(t *testing.T) {
	for _, c := range reporttest.Cases() {
		for _, rows := range []int{0, 1} {
			f := folder{}
			if err := c.Emit(html.NewFiles(f.open, html.Options{PageRows: rows})); err != nil {
				t.Fatal(err)
			}
			if rows == 0 && len(f) != 1 || rows == 1 && len(f) < 2 {
				t.Errorf("%s: %d files", c.Name, len(f))
			}
			pages := map[string]page{}
			for name, b := range f {
				pages[name] = parse(t, b.Bytes())
			}
			links := 0
			for name, p := range pages {
				for id, n := range p.ids {
					if n > 1 {
						t.Errorf("%s, %s: id %s stands %d times", c.Name, name, id, n)
					}
				}
				if len(p.loads) > 0 {
					t.Errorf("%s, %s loads %q", c.Name, name, p.loads)
				}
				for _, href := range p.hrefs {
					file, id, _ := strings.Cut(href, "#")
					to := name
					if file != "" {
						to = path.Join(path.Dir(name), file)
					}
					q, ok := pages[to]
					if !ok || id != "" && q.ids[id] != 1 {
						t.Errorf("%s, %s: %s leads nowhere", c.Name, name, href)
					}
					links++
				}
			}
			if links < 10 {
				t.Errorf("%s: only %d links", c.Name, links)
			}
		}
	}
}

// TestValuesOpenTheirEvidence looks up, for every accepted value, the mark that its link leads to.
func TestValuesOpenTheirEvidence(t *testing.T) {
	checked := 0
	for _, c := range reporttest.Cases() {
		var b bytes.Buffer
		if err := c.Emit(html.New(&b, html.Options{})); err != nil {
			t.Fatal(err)
		}
		p := parse(t, b.Bytes())
		for _, entry := range c.Result.Entries.All() {
			for _, f := range entry.Fields {
				for _, e := range f.Evidence {
					cell, _ := c.Doc.Rows[e.Row].Cell(e.Col)
					id := fmt.Sprintf("m%d-%d-%d", e.Row, e.Col, e.Start)
					if got := p.text[id]; got != cell.Text[e.Start:e.End] {
						t.Errorf("%s: %s of %s marks %q", c.Name, f.Name, entry.ID, got)
					}
					if !slices.Contains(p.hrefs, "#"+id) {
						t.Errorf("%s: nothing links to %s", c.Name, id)
					}
					checked++
				}
			}
		}
	}
	if checked < 80 {
		t.Errorf("only %d places checked", checked)
	}
}

// TestOverlappingEvidence lets several values share letters of one cell.
func TestOverlappingEvidence(t *testing.T) {
	c := reporttest.Schedule() // row 0 prints "SCI Les Tilleuls – état …"
	at := func(start, end int) []verdict.Evidence {
		return []verdict.Evidence{{Row: 0, Col: 0, Start: start, End: end}}
	}
	for i, e := range [][]verdict.Evidence{at(0, 7), at(4, 16), at(4, 7), at(40, 4000)} {
		c.Result.Entries.Update(i, func(entry *verdict.Entry) { entry.Fields[0].Evidence = e })
	}
	var b bytes.Buffer
	if err := c.Emit(html.New(&b, html.Options{})); err != nil {
		t.Fatal(err)
	}
	p := parse(t, b.Bytes())
	if got := p.text["m0-0-0"]; got != "SCI Les Tilleuls" {
		t.Errorf("marked %q", got)
	}
	marks, rows := 0, 0
	for _, href := range p.hrefs {
		if href == "#m0-0-0" {
			marks++
		}
		if href == "#r0" {
			rows++
		}
	}
	if marks != 3 || rows == 0 {
		t.Errorf("%d links to the mark, %d to the row", marks, rows)
	}
	if n := strings.Count(b.String(), `<mark id="m0-`); n != 1 {
		t.Errorf("%d marks in the row", n)
	}
}

func TestNothingRefusedIsAValue(t *testing.T) {
	c := reporttest.RentRoll()
	var b bytes.Buffer
	if err := c.Emit(html.New(&b, html.Options{})); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	for _, want := range []string{"<s>Osei Dental Centre</s>", "<s>B7</s>", "2027-04-03 <i>or</i> 2027-03-04", "row 11 prints it"} {
		if !strings.Contains(s, want) {
			t.Errorf("no %s", want)
		}
	}
	if regexp.MustCompile(`class="val[^>]*>(Osei Dental Centre|B7|2027-04-03)`).MatchString(s) {
		t.Error("a claim is shown as a value")
	}
}

func TestDeadAnswersAreNotShown(t *testing.T) {
	c := reporttest.Prose()
	var b bytes.Buffer
	if err := c.Emit(html.New(&b, html.Options{})); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if !strings.Contains(s, `href="#m4-0-`) || !strings.Contains(s, "Unknown: the document does not say.") {
		t.Error("an answer that holds is missing")
	}
	if strings.Contains(s, "Two spaces.") || strings.Contains(s, "A lost key costs 40 pounds.") {
		t.Error("an answer without a part of the document is shown")
	}
	c.Result.Prose[0].Evidence[0].End = 10_000
	b.Reset()
	if err := c.Emit(html.New(&b, html.Options{})); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "<blockquote>") {
		t.Error("an answer whose clause marks nothing is shown")
	}
}

// TestHostileTextStaysText puts markup into everything that a document or a model can say.
func TestHostileTextStaysText(t *testing.T) {
	const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>{{.}}` + "javascript:alert(1)"
	c := reporttest.RentRoll()
	c.Doc.Name, c.Doc.Tables[0].Name = evil, evil
	for i := range c.Doc.Rows {
		for k := range c.Doc.Rows[i].Cells {
			cell := &c.Doc.Rows[i].Cells[k]
			cell.Text, cell.Stored = cell.Text+evil, evil
		}
	}
	for i := range c.Result.Entries.Len() {
		c.Result.Entries.Update(i, func(e *verdict.Entry) {
			e.ID += evil
			for k := range e.Fields {
				f := &e.Fields[k]
				f.Claim, f.Printed, f.Value, f.Currency, f.Unit, f.Stored = evil, evil, f.Value+evil, evil, evil, evil
				f.Readings = append(f.Readings, evil)
			}
		})
	}
	for i := range c.Result.Findings {
		c.Result.Findings[i].Detail, c.Result.Findings[i].Hint = evil, evil
	}
	for i := range c.Result.Columns {
		c.Result.Columns[i].Heading, c.Result.Columns[i].Scale = evil, evil
	}
	for i := range c.Result.Equations {
		q := &c.Result.Equations[i]
		q.Text, q.Left, q.Right, q.Difference, q.Reason, q.Explanation = evil, evil, evil, evil, evil, []string{evil}
	}
	c.Run.Task.Name, c.Run.Model = evil, evil
	var b bytes.Buffer
	if err := c.Emit(html.New(&b, html.Options{})); err != nil {
		t.Fatal(err)
	}
	s := b.String()
	if n := strings.Count(s, "<script>"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	if strings.Contains(s, "<img") || regexp.MustCompile(`(?i)href="javascript:`).MatchString(s) {
		t.Error("markup of the document became markup of the report")
	}
	if p := parse(t, b.Bytes()); len(p.loads) > 0 {
		t.Errorf("loads %q", p.loads)
	}
}

func TestAlikeColumnsAreListedOnce(t *testing.T) {
	c := reporttest.Schedule()
	once := len(c.Result.Columns)
	for range 11 {
		c.Result.Columns = append(c.Result.Columns, c.Result.Columns[:once]...)
	}
	var b bytes.Buffer
	if err := c.Emit(html.New(&b, html.Options{})); err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(b.String(), `<ul class="columns">`)
	list, _, _ = strings.Cut(list, "</ul>")
	if n, times := strings.Count(list, "<li"), strings.Count(list, "<small>×12</small>"); once < 4 || n != once || times != once {
		t.Errorf("%d columns in 12 tables are listed as %d, %d of them twelve times", once, n, times)
	}
}

func TestImages(t *testing.T) {
	c := reporttest.Invoice()
	render := func(src string) (string, error) {
		var b bytes.Buffer
		err := c.Emit(html.New(&b, html.Options{Images: func(p int) (html.Image, bool) {
			return html.Image{Src: src, Width: 595, Height: 842}, p == 1
		}}))
		return b.String(), err
	}
	for _, src := range []string{"data:image/png;base64,AAAA", "pages/page-1.png"} {
		s, err := render(src)
		if err != nil || !strings.Contains(s, `src="`+src+`"`) || strings.Count(s, `style="left:`) < 20 {
			t.Errorf("%s: %v, %d marks", src, err, strings.Count(s, `style="left:`))
		}
	}
	s, err := render("pages/page-1.png")
	if err != nil {
		t.Fatal(err)
	}
	opened := 0
	for _, entry := range c.Result.Entries.All() {
		for _, f := range entry.Fields {
			for _, e := range f.Evidence {
				if c.Doc.Rows[e.Row].Page != 1 {
					continue
				}
				id := fmt.Sprintf("p-%d-%d", e.Row, e.Col)
				if !strings.Contains(s, `<a id="`+id+`" href="#m`) || !strings.Contains(s, `href="#`+id+`"`) {
					t.Errorf("%s of %s does not open its place on the page", f.Name, entry.ID)
				}
				opened++
			}
		}
	}
	if opened < 20 {
		t.Errorf("only %d places looked for", opened)
	}
	for _, src := range []string{"https://example.com/a.png", "//example.com/a.png", "file:///etc/passwd", "data:text/html,x", ""} {
		if _, err := render(src); err == nil {
			t.Errorf("the address %q was taken", src)
		}
	}
}
