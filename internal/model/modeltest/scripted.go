package modeltest

import (
	"bufio"
	"context"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"sync"

	"github.com/rowproof/rowproof/internal/model"
)

// A Script is a fake that gives one reply after the other.
type Script struct {
	*Fake
	mu         sync.Mutex
	replies    []line
	next       int
	unscripted int
}

type line struct {
	reply Reply
	pass  bool
}

// Scripted returns a fake that follows the script, one reply a line; empty lines and lines
// that begin with # are left out:
//
//	200 TEXT | 200 @FILE          an answer: the text, or the file of fsys
//	200 truncated TEXT|@FILE      one that reached the output limit
//	200 declined                  a refusal of the model
//	200 filtered                  one that the provider held back
//	200 empty                     one without text
//	200 short=N TEXT|@FILE        one that says N tokens of the prompt were read
//	200 raw TEXT|@FILE            a body as it is
//	429 retry-after=30            a failure; also retry-after-ms=, code=, type=, param=, message=
//	html 200                      a web page under a status
//	hang, reset, cut N            no answer, a closed connection, one closed after N bytes
//	pass                          what then answers
//
// Requests beyond the script are answered by then, or without it get status 400 and are counted by
// [Script.Unscripted].
func Scripted(script string, fsys fs.FS, then *Fake) (*Script, error) {
	s := &Script{}
	sc := bufio.NewScanner(strings.NewReader(script))
	sc.Buffer(nil, maxRequest)
	for n := 1; sc.Scan(); n++ {
		text := strings.TrimSpace(sc.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		l, err := parse(text, fsys)
		if err != nil {
			return nil, fmt.Errorf("script, line %d: %w", n, err)
		}
		if l.pass && then == nil {
			return nil, fmt.Errorf("script, line %d: nothing to pass to", n)
		}
		s.replies = append(s.replies, l)
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("script: %w", err)
	}
	s.Fake = New(func(ctx context.Context, req *model.Request) Reply {
		l, ok := s.take(then != nil)
		if ok && !l.pass {
			return l.reply
		}
		if then == nil {
			return Reply{Status: 400, Error: ProtocolError{Code: "unscripted", Message: "this request is not in the script"}}
		}
		return then.answer(ctx, req)
	})
	return s, nil
}

func (s *Script) take(more bool) (line, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == len(s.replies) {
		if !more {
			s.unscripted++
		}
		return line{}, false
	}
	s.next++
	return s.replies[s.next-1], true
}

// Unscripted returns how many requests came beyond the script.
func (s *Script) Unscripted() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unscripted
}

// Left returns how many replies were not asked for.
func (s *Script) Left() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.replies) - s.next
}

func parse(text string, fsys fs.FS) (line, error) {
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "pass":
		return line{pass: true}, nil
	case "hang":
		return line{reply: Reply{Hang: true}}, nil
	case "reset":
		return line{reply: Reply{Reset: true}}, nil
	case "cut":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 {
			return line{}, fmt.Errorf("cut wants a number of bytes over 0, not %q", rest)
		}
		return line{reply: Reply{Cut: n, Response: &model.Response{Outcome: model.Complete, Text: strings.Repeat(" ", n) + "{}"}}}, nil
	case "html":
		n, err := strconv.Atoi(rest)
		if err != nil {
			return line{}, fmt.Errorf("html wants a status, not %q", rest)
		}
		return line{reply: Reply{Status: n, Type: "text/html; charset=utf-8", Body: "<!DOCTYPE html><html><body>not the API</body></html>"}}, nil
	}
	status, err := strconv.Atoi(word)
	if err != nil || status < 200 || status > 599 {
		return line{}, fmt.Errorf("unknown reply %q", word)
	}
	if status == 200 {
		return success(rest, fsys)
	}
	return failure(status, rest)
}

func success(rest string, fsys fs.FS) (line, error) {
	how, text, _ := strings.Cut(rest, " ")
	res := &model.Response{Outcome: model.Complete}
	raw := false
	switch {
	case how == "truncated":
		res.Outcome = model.Truncated
	case how == "declined":
		res.Outcome = model.Declined
	case how == "filtered":
		res.Outcome = model.Filtered
	case how == "empty":
		res.Outcome = model.Empty
	case how == "raw":
		raw = true
	case strings.HasPrefix(how, "short="):
		n, err := strconv.Atoi(how[len("short="):])
		if err != nil || n < 1 {
			return line{}, fmt.Errorf("short wants a number of tokens over 0")
		}
		res.InputTokens = n
	default:
		text = rest
	}
	if name, ok := strings.CutPrefix(text, "@"); ok {
		b, err := fs.ReadFile(fsys, name)
		if err != nil {
			return line{}, err
		}
		text = string(b)
	}
	if raw {
		return line{reply: Reply{Body: text}}, nil
	}
	res.Text = text
	return line{reply: Reply{Response: res}}, nil
}

func failure(status int, rest string) (line, error) {
	r := Reply{Status: status}
	for rest != "" {
		var word string
		word, rest, _ = strings.Cut(rest, " ")
		key, value, ok := strings.Cut(word, "=")
		if key == "message" {
			value, rest = strings.TrimSpace(value+" "+rest), ""
		}
		switch key {
		case "retry-after":
			r.RetryAfter = value
		case "retry-after-ms":
			r.RetryMS = value
		case "code":
			r.Error.Code = value
		case "type":
			r.Error.Type = value
		case "param":
			r.Error.Param = value
		case "message":
			r.Error.Message = value
		default:
			ok = false
		}
		if !ok {
			return line{}, fmt.Errorf("unknown word %q", word)
		}
	}
	return line{reply: r}, nil
}
