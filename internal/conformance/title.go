package conformance

import (
	"encoding/json"
	"strings"

	"github.com/rowproof/rowproof/internal/cite/title"
	"github.com/rowproof/rowproof/internal/verdict"
)

// A titleVector asks whether the clause of an answer stands under the title that it names.
type titleVector struct {
	Chunks []struct {
		Title string `json:"title"`
		Text  string `json:"text"`
	} `json:"chunks"`
	Answer   string  `json:"answer"`
	Title    *string `json:"title"`
	Clause   *string `json:"clause"`
	Question string  `json:"question"`
	Unknown  bool    `json:"unknown"`
	Want     struct {
		Result string `json:"result"`
		Reason string `json:"reason"`
	} `json:"want"`
}

func runTitle(raw json.RawMessage) (got, want string, ok bool, err error) {
	var v titleVector
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", "", false, err
	}
	parts := make([]title.Part, 0, len(v.Chunks))
	for _, c := range v.Chunks {
		parts = append(parts, title.Part{Title: c.Title, Text: c.Text})
	}
	a := title.Answer{Text: v.Answer, Question: v.Question, Unknown: v.Unknown, Title: v.Title, Clause: v.Clause}
	o := title.NewIndex(parts).Check(&a)
	result := "fail"
	switch {
	case o.Verdict == verdict.Accepted && o.Linked:
		result = "pass"
	case o.Verdict == verdict.Accepted:
		result = "pass_no_link"
	case o.Verdict == verdict.Held:
		result = "held"
	}
	reason := "ok"
	if o.Code != "" {
		reason = vectorName(o.Code)
	}
	return strings.TrimSpace(result + " " + reason), v.Want.Result + " " + v.Want.Reason, result == v.Want.Result, nil
}
