// Package config puts the settings together: flags over the environment over a file over the
// embedded defaults, and says of each where it came from.
package config

import (
	"time"

	"github.com/rowproof/rowproof/internal/table"
	"github.com/rowproof/rowproof/internal/windows"
)

// A Config is every setting in force. The fields and their defaults are documented in
// configs/extract.yaml.
type Config struct {
	Read    Read    `key:"read"`
	Limits  Limits  `key:"limits"`
	Windows Windows `key:"windows"`
	Model   Model   `key:"model"`
	Output  Output  `key:"output"`
	Log     Log     `key:"log"`

	origins map[string]string
}

// Read is how files are read.
type Read struct {
	Hidden    bool   `key:"hidden"`
	Locale    string `key:"locale"`
	Delimiter string `key:"delimiter"`
	Encoding  string `key:"encoding"`
	Calculate bool   `key:"calculate"`
	Convert   bool   `key:"convert"`
	Partial   bool   `key:"partial"`
	OCR       bool   `key:"ocr"`
	AcceptOCR bool   `key:"accept_ocr"`
}

// Limits bound what is read and taken.
type Limits struct {
	Bytes         int64         `key:"bytes"`
	Decompressed  int64         `key:"decompressed"`
	Ratio         int64         `key:"ratio"`
	Entries       int           `key:"entries"`
	Sheets        int           `key:"sheets"`
	Rows          int           `key:"rows"`
	Columns       int           `key:"columns"`
	Cells         int64         `key:"cells"`
	CellBytes     int           `key:"cell_bytes"`
	Pages         int           `key:"pages"`
	PageTime      time.Duration `key:"page_time"`
	Time          time.Duration `key:"time"`
	Memory        int64         `key:"memory"`
	TaskBytes     int64         `key:"task_bytes"`
	ResponseBytes int64         `key:"response_bytes"`
}

// Windows bound the prompts.
type Windows struct {
	Rows          int     `key:"rows"`
	Overlap       int     `key:"overlap"`
	PromptTokens  int     `key:"prompt_tokens"`
	AnswerTokens  int     `key:"answer_tokens"`
	BytesPerToken Decimal `key:"bytes_per_token"`
}

// Model says who answers.
type Model struct {
	Name              string        `key:"name"`
	BaseURL           string        `key:"base_url"`
	KeyEnv            string        `key:"key_env"`
	KeyFile           string        `key:"key_file"`
	Schema            string        `key:"schema" one:"auto,json_schema,json_object,prompt"`
	Temperature       Decimal       `key:"temperature"`
	Seed              Integer       `key:"seed"`
	Effort            string        `key:"effort"`
	Timeout           time.Duration `key:"timeout"`
	Attempts          int           `key:"attempts"`
	Concurrency       int           `key:"concurrency"`
	RequestsPerMinute int           `key:"requests_per_minute"`
	TokensPerMinute   int           `key:"tokens_per_minute"`
	Rounds            int           `key:"rounds"`
}

// Output says what is written.
type Output struct {
	Out      string `key:"out"`
	Format   string `key:"format" one:"text,json,jsonl,csv,xlsx,html,md"`
	Formats  string `key:"formats" many:"text,json,csv,xlsx,html,md"`
	FailOn   string `key:"fail_on" one:"review,incomplete,never"`
	Numbers  string `key:"numbers" one:"printed,stored"`
	Language string `key:"language" one:"en,fr,de"`
}

// Log says what is logged.
type Log struct {
	Level string `key:"level" one:"debug,info,warn,error,off"`
}

// Table returns the options for reading a file. The password is no setting: it comes from the
// command line or the environment only.
func (c *Config) Table(password string) table.Options {
	l := c.Limits
	return table.Options{
		Hidden: c.Read.Hidden, Password: password, Locale: c.Read.Locale, Delimiter: c.Read.Delimiter,
		Encoding: c.Read.Encoding, Calculate: c.Read.Calculate, Convert: c.Read.Convert, Partial: c.Read.Partial, OCR: c.Read.OCR, AcceptOCR: c.Read.AcceptOCR,
		Limits: table.Limits{
			Bytes: l.Bytes, Decompressed: l.Decompressed, Ratio: l.Ratio, Entries: l.Entries, Sheets: l.Sheets,
			Rows: l.Rows, Columns: l.Columns, Cells: l.Cells, CellBytes: l.CellBytes, Pages: l.Pages,
			PageTime: l.PageTime, Time: l.Time, Memory: l.Memory,
		},
	}
}

// Split returns the bounds of windows for records of at most rows rows.
func (c *Config) Split(rows int) windows.Options {
	w := c.Windows
	return windows.Options{
		Rows: w.Rows, Overlap: max(w.Overlap, rows-1), PromptTokens: w.PromptTokens, AnswerTokens: w.AnswerTokens,
		BytesPerToken: w.BytesPerToken.Float(0),
	}
}
