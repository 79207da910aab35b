package openai_test

import (
	"testing"

	"github.com/rowproof/rowproof/internal/model"
	"github.com/rowproof/rowproof/internal/model/modeltest"
	"github.com/rowproof/rowproof/internal/model/openai"
)

func client(t *testing.T, f *modeltest.Fake) *openai.Client {
	t.Helper()
	c, err := openai.New(openai.Config{BaseURL: modeltest.Serve(t, f), Key: "sk-test-0123456789abcdef"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestContract(t *testing.T) {
	modeltest.Exercise(t, func(t *testing.T, f *modeltest.Fake) model.Generator { return client(t, f) })
}
