// Package office lets an installed LibreOffice turn a spreadsheet that no reader reads into a
// workbook. It runs in a private folder with a profile of its own, for a bounded time, and is
// ended with all its children.
package office

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/rowproof/rowproof/internal/finding"
	"github.com/rowproof/rowproof/internal/table"
)

// The bounds of one conversion.
const (
	convertTime = 2 * time.Minute
	watchEvery  = 200 * time.Millisecond
)

// A Converter converts with one program. The zero value looks for an installed LibreOffice.
type Converter struct {
	Program string        // path of the program; empty: soffice or libreoffice, wherever it is installed
	Time    time.Duration // 0 for two minutes
}

// usual are the places where LibreOffice stands without being in the path.
var usual = [...]string{
	"/Applications/LibreOffice.app/Contents/MacOS/soffice",
	"/usr/lib/libreoffice/program/soffice",
	"/opt/libreoffice/program/soffice",
	`C:\Program Files\LibreOffice\program\soffice.exe`,
}

// Find returns the path of an installed LibreOffice, or "".
func Find() string {
	for _, name := range [...]string{"soffice", "libreoffice"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	for _, path := range usual {
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
			return path
		}
	}
	return ""
}

// A Workbook is a converted file. Close removes it with its folder.
type Workbook struct {
	table.Source
	file *os.File
	dir  string
}

// Close removes what the conversion left.
func (w *Workbook) Close() error {
	var err error
	if w.file != nil {
		err = w.file.Close()
	}
	return errors.Join(err, os.RemoveAll(w.dir))
}

const resave = "open it in the program that made it and save it as .xlsx"

// Convert writes src with the extension that its content has (".xls") into a private folder
// and returns what LibreOffice makes of it. It returns a *table.Unreadable where there is no
// LibreOffice or nothing came of it, and a *table.LimitError over the limits on bytes or time.
func (c Converter) Convert(ctx context.Context, src table.Source, extension string, lim table.Limits) (_ *Workbook, err error) {
	program := c.Program
	if program == "" {
		program = Find()
	}
	if program == "" {
		return nil, &table.Unreadable{
			Code: finding.UnknownFormat, Cause: "a " + extension + " file, and no LibreOffice is installed that could convert it",
			Hint: "install LibreOffice, or " + resave,
		}
	}
	dir, err := os.MkdirTemp("", "extract-convert-*")
	if err != nil {
		return nil, fmt.Errorf("make a private folder: %w", err)
	}
	w := &Workbook{dir: dir}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.Close())
		}
	}()
	input := filepath.Join(dir, "document"+extension)
	if err := prepare(dir, input, src); err != nil {
		return nil, err
	}
	if err := c.run(ctx, program, dir, input, src.Name, lim); err != nil {
		return nil, err
	}
	output := filepath.Join(dir, "out", "document.xlsx")
	if w.file, err = os.Open(output); err != nil {
		return nil, &table.Unreadable{Code: finding.Damaged, Cause: "LibreOffice could not convert the file: it is damaged, encrypted or none of the kind", Hint: resave}
	}
	st, err := w.file.Stat()
	if err != nil {
		return nil, err
	}
	if lim.Bytes > 0 && st.Size() > lim.Bytes {
		return nil, &table.LimitError{Limit: "bytes", Value: lim.Bytes, Place: src.Name + ", converted"}
	}
	w.Source = table.Source{Name: src.Name, Data: w.file, Size: st.Size()}
	return w, nil
}

// settings of the private profile: no macro runs, no link is followed, saved values stay as
// they are.
const settings = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Security/Scripting"><prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Content/Update"><prop oor:name="Link" oor:op="fuse"><value>2</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>1</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse"><value>1</value></prop></item>
</oor:items>
`

// prepare fills the private folder.
func prepare(dir, input string, src table.Source) error {
	for _, d := range []string{"out", "tmp", filepath.Join("profile", "user")} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			return fmt.Errorf("make a private folder: %w", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "profile", "user", "registrymodifications.xcu"), []byte(settings), 0o600); err != nil {
		return fmt.Errorf("write the private profile: %w", err)
	}
	f, err := os.OpenFile(input, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("copy %s: %w", src.Name, err)
	}
	_, err = io.Copy(f, io.NewSectionReader(src.Data, 0, src.Size))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("copy %s: %w", src.Name, err)
	}
	return nil
}

// run calls the program and ends it, with its children, at the limits.
func (c Converter) run(ctx context.Context, program, dir, input, name string, lim table.Limits) error {
	limit := c.Time
	if limit == 0 {
		limit = convertTime
	}
	late := &table.LimitError{Limit: "convert_time", Value: int64(limit.Seconds()), Place: name}
	within, cancel := context.WithTimeoutCause(ctx, limit, late)
	defer cancel()
	within, stop := context.WithCancelCause(within)
	defer stop(nil)

	profile := (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(dir, "profile"))}).String()
	cmd := confined(within, lim.Bytes, program, "-env:UserInstallation="+profile, "--headless", "--norestore", "--nolockcheck",
		"--nodefault", "--nofirststartwizard", "--convert-to", "xlsx", "--outdir", filepath.Join(dir, "out"), input)
	cmd.Dir = dir
	cmd.Env = environment(dir)
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		return &table.Unreadable{Code: finding.UnknownFormat, Cause: "LibreOffice does not start", Hint: resave, Err: err}
	}
	done := make(chan struct{})
	go watch(dir, name, lim.Bytes, stop, done)
	err := cmd.Wait()
	close(done)
	endGroup(cmd) // what the program left running
	if within.Err() != nil {
		return context.Cause(within)
	}
	if err != nil {
		return &table.Unreadable{Code: finding.Damaged, Cause: "LibreOffice could not convert the file", Hint: resave, Err: err}
	}
	return nil
}

// watch stops a program that writes more than a document may have: the converted file, and as
// much again that it keeps aside.
func watch(dir, name string, most int64, stop context.CancelCauseFunc, done <-chan struct{}) {
	if most <= 0 {
		return
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			if written(filepath.Join(dir, "out"))+written(filepath.Join(dir, "tmp")) > 2*most {
				stop(&table.LimitError{Limit: "bytes", Value: most, Place: name + ", converted"})
				return
			}
		}
	}
}

// written returns the bytes of the files in a folder.
func written(dir string) int64 {
	total := int64(0)
	_ = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil { // a file may be gone by now
				total += info.Size()
			}
		}
		return nil
	})
	return total
}

// environment is what the program gets to see: no display, no proxy, no key.
func environment(dir string) []string {
	env := []string{"HOME=" + dir, "TMPDIR=" + filepath.Join(dir, "tmp"), "TMP=" + filepath.Join(dir, "tmp"), "TEMP=" + filepath.Join(dir, "tmp"), "LC_ALL=C.UTF-8", "SAL_USE_VCLPLUGIN=svp"}
	for _, name := range [...]string{"PATH", "SystemRoot", "LD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
