package xlsx

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/richardlehane/mscfb"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// defaultPassword opens workbooks that were only write-protected: every spreadsheet program
// tries it without asking.
const defaultPassword = "VelvetSweatshop"

// sniffCompound tells what a compound file (OLE) holds.
func sniffCompound(src table.Source) (k Kind) {
	defer func() {
		if recover() != nil {
			k = Compound
		}
	}()
	doc, err := mscfb.New(io.NewSectionReader(src.Data, 0, src.Size))
	if err != nil {
		return Compound
	}
	for entry, err := doc.Next(); err == nil; entry, err = doc.Next() {
		switch entry.Name {
		case "EncryptedPackage", "EncryptionInfo":
			return Encrypted
		case "Workbook", "Book", "WORKBOOK", "BOOK":
			return Legacy
		}
	}
	return Compound
}

// unlock returns the source as an archive: decrypted where it is encrypted. Anything that is no
// workbook of this package is named, with what to do.
func unlock(src table.Source, opt table.Options) (table.Source, error) {
	kind, err := Sniff(src)
	if err != nil {
		return src, fmt.Errorf("read %s: %w", src.Name, err)
	}
	switch kind {
	case Workbook:
		return src, nil
	case Encrypted:
		return decrypt(src, opt)
	}
	return src, Refuse(kind)
}

// Refuse returns the error that names a file of a kind that no reader of workbooks reads.
func Refuse(kind Kind) error {
	u := &table.Unreadable{Code: finding.UnknownFormat}
	const resave = "save it as .xlsx, or use --convert with LibreOffice installed"
	switch kind {
	case Legacy:
		u.Cause, u.Hint = "a workbook in the format of Excel 97 to 2003 (.xls)", resave
	case Binary:
		u.Cause, u.Hint = "a binary workbook (.xlsb)", resave
	case Numbers:
		u.Cause, u.Hint = "a document of Apple Numbers", "export it as .xlsx or .csv in Numbers"
	case OpenSheet:
		u.Cause, u.Hint = "an OpenDocument spreadsheet", "give it the extension .ods"
	case Compound:
		u.Cause, u.Hint = "a compound file that holds no workbook", "give a workbook, a CSV file or a PDF"
	case Document:
		u.Cause, u.Hint = "a text document or a presentation", "save it as PDF"
	case Archive:
		u.Cause, u.Hint = "an archive that holds no workbook", "unpack it and give the files in it"
	case Broken:
		u.Code, u.Cause, u.Hint = finding.Damaged, "the file starts like a workbook and is cut off", "ask for the file again"
	case PDF:
		u.Cause, u.Hint = "a PDF, not a workbook", "give it the extension .pdf"
	case HTML:
		u.Cause, u.Hint = "an HTML page, not a workbook", "give it the extension .html, or save it as .xlsx"
	case SpreadsheetXML:
		u.Cause, u.Hint = "an XML file, not a workbook", resave
	case Text:
		u.Cause, u.Hint = "a text file, not a workbook", "give it the extension .csv"
	case Empty:
		u.Code, u.Cause, u.Hint = finding.Damaged, "the file is empty", "ask for the file again"
	default:
		u.Cause, u.Hint = "no format that is known", "give a workbook, a CSV file or a PDF"
	}
	return u
}

// decrypt opens an encrypted workbook, first with the password that programs use for a mere
// write protection, then with the one given.
func decrypt(src table.Source, opt table.Options) (table.Source, error) {
	raw := make([]byte, src.Size)
	if _, err := src.Data.ReadAt(raw, 0); err != nil && !errors.Is(err, io.EOF) {
		return src, fmt.Errorf("read %s: %w", src.Name, err)
	}
	v, err := openVault(raw)
	if err != nil {
		return src, &table.Unreadable{Code: finding.Damaged, Cause: "an encrypted workbook that is damaged", Hint: "ask for the file again", Err: err}
	}
	for _, password := range [...]string{defaultPassword, opt.Password} {
		if password == "" {
			continue
		}
		plain, err := v.open(password)
		if errors.Is(err, errPassword) {
			continue
		}
		if err != nil {
			return src, &table.Unreadable{Code: finding.Damaged, Cause: "an encrypted workbook that cannot be opened", Hint: "save it without a password", Err: err}
		}
		out := src
		out.Data, out.Size = bytes.NewReader(plain), int64(len(plain))
		kind, err := Sniff(out)
		if err == nil && kind != Workbook {
			err = Refuse(kind)
		}
		return out, err
	}
	u := &table.Unreadable{Code: finding.Encrypted, Cause: "the workbook is encrypted", Hint: "give its password with --password or EXTRACT_PASSWORD"}
	if opt.Password != "" {
		u.Cause = "the workbook is encrypted and the password does not open it"
	}
	return src, u
}
