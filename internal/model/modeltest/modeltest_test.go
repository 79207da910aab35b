package modeltest

import (
	"testing"

	"github.com/rowproof/rowproof/internal/model"
)

func TestScriptedIsAGenerator(t *testing.T) {
	Exercise(t, func(_ *testing.T, f *Fake) model.Generator { return f })
}
