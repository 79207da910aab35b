package exact

// The outcomes of a check before an effect.
const (
	Proceed = "proceed"
	Hold    = "held_needs_review"
)

// The states of something that is registered on the strength of quotes, as far as this
// check moves or leaves them. Other states are the caller's own.
const (
	NeedsReview = "registration_needs_review"
	Registered  = "registered"
	Rejected    = "rejected"
)

// A Decision says whether an effect may go on. It is made before the effect's key is
// claimed: a held effect leaves no trace that would stop a later, right one.
type Decision struct {
	Outcome    string
	Violations []Violation
	Effect     bool   // the effect is to be recorded
	Status     string // the state to store
	Loaded     bool   // the segments were read
}

// Decide checks the quotes of an effect. load is called once, and only if some ref carries a
// quote. Any violation holds the whole effect; a state that is final stays as it is.
func Decide(status string, refs []Ref, load func() (*Map, error)) (Decision, error) {
	d := Decision{Outcome: Proceed, Effect: true, Status: status}
	if !Quoted(refs) {
		return d, nil
	}
	m, err := load()
	if err != nil {
		return Decision{}, err
	}
	d.Loaded = true
	d.Violations = Check(m, refs)
	if len(d.Violations) == 0 {
		return d, nil
	}
	d.Outcome, d.Effect = Hold, false
	if status != Registered && status != Rejected {
		d.Status = NeedsReview
	}
	return d, nil
}
