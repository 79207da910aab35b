package pipeline

import (
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/rowproof/rowproof/internal/claim"
)

// MeasurementsFormat is the name and version of measurements.json, the only file of a run folder
// that may differ between two runs on the same answers.
const MeasurementsFormat = "rowproof.measurements/1"

// Prices of a model for a million tokens; the zero value says nothing of costs.
type Prices struct {
	Input, Output, Cached float64
	Currency              string
}

// Measurements say what a run cost.
type Measurements struct {
	Format       string    `json:"format"`
	Started      time.Time `json:"started"`
	Seconds      float64   `json:"seconds"`
	Answerer     string    `json:"answerer"`
	Model        string    `json:"model,omitempty"` // that answered, as the provider names it
	Mode         string    `json:"mode,omitempty"`  // in which the answers' form was asked for last
	Windows      int       `json:"windows"`         // answered, asked again in parts included
	Reused       int       `json:"reused"`          // answers taken from the folder, not asked again
	Failed       int       `json:"failed"`
	Attempts     int       `json:"attempts"` // requests made
	InputTokens  int       `json:"input_tokens"`
	OutputTokens int       `json:"output_tokens"`
	CachedTokens int       `json:"cached_tokens"`
	Cost         float64   `json:"cost,omitempty"`
	Currency     string    `json:"currency,omitempty"`
	Rounds       []Round   `json:"rounds"`
	Calls        []Call    `json:"calls"`
}

// A Round is what one round asked and reached.
type Round struct {
	Round     int     `json:"round"`
	Windows   int     `json:"windows"`
	Rows      int     `json:"rows"`      // owned by its windows
	Uncovered int     `json:"uncovered"` // rows after it
	Refused   int     `json:"refused"`   // values after it
	Seconds   float64 `json:"seconds"`
}

// A Call is one answer that was asked for, in the order in which they came.
type Call struct {
	Round        int     `json:"round"`
	Window       int     `json:"window"`
	Core         [2]int  `json:"core"`
	Outcome      string  `json:"outcome"`
	Seconds      float64 `json:"seconds"`
	Attempts     int     `json:"attempts"`
	InputTokens  int     `json:"input_tokens"`
	OutputTokens int     `json:"output_tokens"`
}

// measuring collects measurements from many goroutines.
type measuring struct {
	mu  sync.Mutex
	out Measurements
}

func (m *measuring) reused() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out.Windows++
	m.out.Reused++
}

func (m *measuring) call(s *claim.Stored, c Measure) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out.Windows++
	if s.Outcome == Failed {
		m.out.Failed++
	}
	m.out.Attempts += c.Attempts
	m.out.InputTokens += c.InputTokens
	m.out.OutputTokens += c.OutputTokens
	m.out.CachedTokens += c.CachedTokens
	if c.Model != "" {
		m.out.Model, m.out.Mode = c.Model, c.Mode
	}
	m.out.Calls = append(m.out.Calls, Call{
		Round: s.Round, Window: s.Window, Core: s.Core, Outcome: s.Outcome, Seconds: c.Duration.Seconds(),
		Attempts: c.Attempts, InputTokens: c.InputTokens, OutputTokens: c.OutputTokens,
	})
}

func (m *measuring) round(r Round) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out.Rounds = append(m.out.Rounds, r)
}

// finish closes the measurements at the time of now.
func (m *measuring) finish(now time.Time, p Prices) *Measurements {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.out.Seconds = now.Sub(m.out.Started).Seconds()
	fresh := float64(m.out.InputTokens - m.out.CachedTokens)
	m.out.Cost = (fresh*p.Input + float64(m.out.CachedTokens)*p.Cached + float64(m.out.OutputTokens)*p.Output) / 1e6
	m.out.Currency = p.Currency
	out := m.out
	return &out
}

func (m *Measurements) write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(m)
}
