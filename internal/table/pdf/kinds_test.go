package pdf

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rowproof/rowproof/internal/finding"
)

var fixtures = flag.String("fixtures", "", "folder that keeps the small PDFs, to be looked at")

// keepFixture writes a PDF of a test where it can be looked at.
func keepFixture(t *testing.T, data []byte) {
	if *fixtures == "" {
		return
	}
	name := strings.NewReplacer("/", "-", ",", "").Replace(t.Name())
	if err := os.WriteFile(filepath.Join(*fixtures, name+".pdf"), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// A fixture is a small PDF with what is read of it.
type fixture struct {
	name, want, warnings string
	sheets               []sheet
}

const (
	ligatures = "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[1/fi/fl]>>>>"
	hebrew    = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[65/afii57664/afii57665/afii57666/afii57667/afii57668/afii57669/afii57670/afii57671/afii57672]>>>>"
	upright   = "<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/Identity-V/ToUnicode TOUNICODE/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3" +
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 859/Descent -140/CapHeight 700/StemV 80>>>>]>>"
)

// sideways draws a string that runs upwards from a point.
func sideways(x, y float64, s string) string {
	return fmt.Sprintf("q 0 1 -1 0 %g %g cm\n%sQ\n", x, y, text(0, 0, s))
}

const threeRents = "grid\n1: Unit|Tenant|Since|Rent\n1: A-1|Baker and Sons|01.01.2021|1,210.50\n1: A-2|Clark|01.02.2021|1,220.50\n1: A-3|Dufour|01.03.2021|1,230.50\n"

var kinds = []fixture{
	{
		name:   "joined letters of a font are read as letters",
		sheets: []sheet{{Font: ligatures, Content: "BT /F2 10 Tf 60 700 Td (of\\001ce and \\002oor of the \\001rst \\001eld) Tj ET\n"}},
		want:   "lines\n1: office and floor of the first field\n",
	},
	{
		name:   "text that runs from right to left is warned about",
		sheets: []sheet{{Font: hebrew, Content: "BT /F2 10 Tf 60 700 Td (ABCD EFGHI) Tj ET\n" + text(200, 700, "1,250.50")}},
		want:   "lines\n1: אבגד הוזחט|1,250.50\n", warnings: finding.UndecodableText,
	},
	{
		name:   "text without characters, set from top to bottom in a font that the file lacks, is named",
		sheets: []sheet{{Font: upright, Content: "BT /F2 12 Tf 300 700 Td <0001 0002 0003 0004> Tj ET\n" + text(60, 700, "Rent 1,250.50")}},
		want:   "lines\n1: Rent 1,250.50\n", warnings: finding.UndecodableText,
	},
	{
		name:   "a table on its side is a table",
		sheets: []sheet{{Content: "q 0 1 -1 0 600 0 cm\n" + grid(rentColumns, 300, 16, append([][]string{rentHeading}, rentRows(1, 3)...)...) + "Q\n" + text(60, 800, "Rent roll")}},
		want:   "lines\n1: Rent roll\n" + threeRents,
	},
	{
		name:   "a label that runs upwards beside the rows is a line",
		sheets: []sheet{{Content: grid(rentColumns, 700, 16, append([][]string{rentHeading}, rentRows(1, 3)...)...) + sideways(45, 650, "Mill Lane")}},
		want:   threeRents + "lines\n1: Mill Lane\n",
	},
	{
		name:   "what the crop box leaves out is in no row",
		sheets: []sheet{{Entries: "/CropBox[50 600 400 720]", Content: grid(rentColumns, 700, 16, append([][]string{rentHeading}, rentRows(1, 3)...)...) + text(60, 500, "below the page")}},
		want:   "grid\n1: Unit|Tenant|Since\n1: A-1|Baker and Sons|01.01.2021\n1: A-2|Clark|01.02.2021\n1: A-3|Dufour|01.03.2021\n", warnings: finding.HiddenText,
	},
	{
		name: "turned upside down and sideways, the page reads as it is shown",
		sheets: []sheet{
			{Rotate: 180, Content: "q -1 0 0 -1 595 842 cm\n" + grid(rentColumns, 700, 16, append([][]string{rentHeading}, rentRows(1, 2)...)...) + "Q\n"},
			{Rotate: 270, Content: "q 0 -1 1 0 0 842 cm\n" + grid(rentColumns, 500, 16, append([][]string{rentHeading}, rentRows(3, 4)...)...) + "Q\n"},
		},
		want: "grid\n1: Unit|Tenant|Since|Rent\n1: A-1|Baker and Sons|01.01.2021|1,210.50\n1: A-2|Clark|01.02.2021|1,220.50\n2: Unit|Tenant|Since|Rent\n2: A-3|Dufour|01.03.2021|1,230.50\n2: A-4|Evans|01.04.2021|1,240.50\n",
	},
	{
		name: "a text box over the page is text, a note, a link and a hidden one are not",
		sheets: []sheet{{Content: text(60, 700, "Rent"), Annots: []string{
			"<</Type/Annot/Subtype/FreeText/F 4/Rect[160 696 280 712]/Contents(drawn value)/DA(/F1 10 Tf)/AP<</N LOOK>>>>",
			"<</Type/Annot/Subtype/Text/F 4/Rect[300 696 320 716]/Contents(a note)>>",
			"<</Type/Annot/Subtype/Link/F 4/Rect[60 696 90 712]/Contents(a link)/A<</S/URI/URI(x:y)>>>>",
			"<</Type/Annot/Subtype/FreeText/F 2/Rect[160 600 280 616]/Contents(hidden)/DA(/F1 10 Tf)/AP<</N LOOK>>>>",
		}}},
		want: "lines\n1: Rent|drawn value\n",
	},
	{
		name:   "a layer that is switched off is in no row",
		sheets: []sheet{{Content: text(60, 700, "Rent 1,250.50") + "/OC /Off BDC\n" + text(60, 680, "Rent 9,999.99") + "EMC\n/OC /On BDC\n" + text(60, 660, "seen") + "EMC\n"}},
		want:   "lines\n1: Rent 1,250.50\n1: seen\n", warnings: finding.HiddenText,
	},
	{
		name:   "text under a picture of the page is a recognised layer",
		sheets: []sheet{{Content: text(60, 700, "Rent 1,250.50") + "q 595 0 0 842 0 0 cm /Im Do Q\n"}},
		want:   "lines\n1: Rent 1,250.50\n", warnings: finding.OCRLayer,
	},
	{
		name:   "letters with accents, no-break blanks and soft hyphens are read as printed",
		sheets: []sheet{{Content: "BT /F1 10 Tf 60 700 Td (G\\351rance et r\\351vision, 1\\240250,50) Tj ET\nBT /F1 10 Tf 60 680 Td (soft\\255hyphen) Tj ET\n"}},
		want:   "lines\n1: Gérance et révision, 1 250,50\n1: soft-hyphen\n",
	},
}
