package xlsx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// TestEncrypted encrypts a workbook of ours and reads it with and without its password.
func TestEncrypted(t *testing.T) {
	plain := workbook(t, fuzzSheet, fuzzStyle, longStrings())
	for _, password := range []string{"secret", defaultPassword} {
		locked, err := excelize.Encrypt(plain, &excelize.Options{Password: password})
		if err != nil {
			t.Fatal(err)
		}
		if doc, err := readBytes("x.xlsx", locked, table.Options{Password: password}); err != nil || len(doc.Rows) == 0 {
			t.Errorf("%s: not read with its password: %v", password, err)
		}
		doc, err := readBytes("x.xlsx", locked, table.Options{})
		if password == defaultPassword {
			if err != nil || len(doc.Rows) == 0 {
				t.Errorf("the default password is not tried: %v", err)
			}
			continue
		}
		for _, wrong := range []string{"", "wrong"} {
			_, err := readBytes("x.xlsx", locked, table.Options{Password: wrong})
			var u *table.Unreadable
			if !errors.As(err, &u) || u.Code != finding.Encrypted || !strings.Contains(u.Hint, "--password or EXTRACT_PASSWORD") {
				t.Errorf("password %q: %v", wrong, err)
			}
		}
		for cut := 0; cut < len(locked); cut += len(locked)/40 + 1 {
			if _, err := readBytes("x.xlsx", locked[:cut], table.Options{Password: password}); err == nil {
				t.Errorf("cut at %d of %d bytes and read", cut, len(locked))
			}
		}
	}
}

// longStrings returns shared strings that do not compress: the library writes a small
// workbook in a way that its own decryption does not read.
func longStrings() string {
	var b strings.Builder
	b.WriteString("<sst>")
	x := uint32(1)
	for range 4000 {
		x = x*1664525 + 1013904223
		fmt.Fprintf(&b, "<si><t>%08x</t></si>", x)
	}
	b.WriteString("</sst>")
	return b.String()
}

// TestEncryptedCorpus reads workbooks that other programs encrypted.
func TestEncryptedCorpus(t *testing.T) {
	dir := corpus(t)
	for file, password := range map[string]string{
		"spreadsheets_faults/Test_git_issue289.xlsx":                    "",
		"spreadsheets_faults/agile_AES192_SHA512_CBC_pwd_password.xlsx": "password",
	} {
		raw, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		doc, err := readBytes(file, raw, table.Options{Password: password})
		if err != nil || len(doc.Rows) == 0 {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestSniff(t *testing.T) {
	cases := map[string]Kind{
		"": Empty, "a;b\n1;2\n": Text, "<html><table>": HTML, " \n<!DOCTYPE HTML>": HTML, "%PDF-1.7": PDF, "PK\x03\x04cut": Broken,
		"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": Compound, "a\x00b\x00c\x00;\x00": Text, "\x00\x01\x02\x00\x00\x03": Unknown, "<?xml version=\"1.0\"?><Workbook>": SpreadsheetXML,
		string(workbook(t, fuzzSheet, fuzzStyle, fuzzSST)): Workbook,
	}
	for in, want := range cases {
		src := table.Source{Name: "x", Data: strings.NewReader(in), Size: int64(len(in))}
		if got, err := Sniff(src); err != nil || got != want {
			t.Errorf("%.20q is %s (%v), want %s", in, got, err, want)
		}
	}
	for _, kind := range []Kind{Binary, Legacy, Encrypted, OpenSheet, Numbers, Compound, Document, Archive, Broken, PDF, HTML, SpreadsheetXML, Empty, Text, Unknown} {
		var u *table.Unreadable
		if err := Refuse(kind); !errors.As(err, &u) || u.Cause == "" || u.Hint == "" {
			t.Errorf("%s is refused with %v", kind, err)
		}
	}
}
