package modeltest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/prompt"
)

// Key names a recorded answer: the fingerprint of what was asked, whoever was asked. A request
// that came over the network may have lost its schema to a weaker mode; the prompt names it still.
func Key(req *model.Request) string {
	k := prompt.Key{Model: req.Model, System: req.System, User: req.User, Parameters: []string{fmt.Sprint("max_tokens=", req.MaxTokens)}}
	if req.Temperature != nil {
		k.Parameters = append(k.Parameters, fmt.Sprint("temperature=", *req.Temperature))
	}
	return k.Fingerprint()
}

// Replay returns a fake that gives the recorded answers of fsys and knows no others.
func Replay(fsys fs.FS) *Fake {
	return New(func(_ context.Context, req *model.Request) Reply {
		name := Key(req) + ".json"
		b, err := fs.ReadFile(fsys, name)
		if err != nil {
			return Reply{Status: 400, Error: ProtocolError{Code: "not_recorded", Message: "no recording " + name}}
		}
		var res model.Response
		if err := json.Unmarshal(b, &res); err != nil {
			return Reply{Status: 400, Error: ProtocolError{Code: "bad_recording", Message: "recording " + name + " is no response"}}
		}
		return Reply{Response: &res}
	})
}

// Record returns a generator that asks g and writes every answer into the folder for [Replay].
// What it writes is the answer alone: no key, no prompt.
func Record(g model.Generator, dir string) model.Generator { return &recorder{g, dir} }

type recorder struct {
	g   model.Generator
	dir string
}

func (r *recorder) Generate(ctx context.Context, req *model.Request) (*model.Response, error) {
	res, err := r.g.Generate(ctx, req)
	if err != nil {
		return nil, err
	}
	b, err := json.MarshalIndent(res, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(r.dir, Key(req)+".json"), append(b, '\n'), 0o600)
	}
	if err != nil {
		return nil, errors.Join(errors.New("record"), err)
	}
	return res, nil
}
