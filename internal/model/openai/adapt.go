package openai

import "github.com/rowproof/rowproof/internal/model"

// An adaptation is what is known of an endpoint's model: from the capabilities at first, then
// from what it refused.
type adaptation struct {
	mode             string
	fellBack         bool // from what the capabilities promise
	completionTokens bool // the parameter is max_completion_tokens
	swappedTokens    bool // both names of the parameter were tried
	noTemperature    bool
	noSeed           bool
	noEffort         bool
}

func (c *Client) adaptation(name string, caps model.Capabilities) adaptation {
	c.mu.Lock()
	defer c.mu.Unlock()
	ad, ok := c.adapted[name]
	if !ok {
		ad = adaptation{
			mode: caps.Schema, fellBack: caps.Schema != model.ModeSchema,
			completionTokens: caps.MaxTokens == "max_completion_tokens", noTemperature: !caps.Temperature, noSeed: !caps.Seed,
		}
		c.adapted[name] = ad
	}
	return ad
}

// adapt remembers a change, unless another request has changed something meanwhile.
func (c *Client) adapt(name string, from adaptation, change func(*adaptation)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.adapted[name] != from {
		return
	}
	change(&from)
	from.fellBack = from.mode != model.ModeSchema
	c.adapted[name] = from
}

// notes names what the answer has to be read with.
func (a adaptation) notes(req *model.Request) []string {
	if a.fellBack && len(req.Schema) > 0 {
		return []string{model.NoteFallback}
	}
	return nil
}

// without returns the change that leaves out what was refused, or nil if there is nothing left
// to leave out. Every change takes something away, so that asking again ends.
func (a adaptation) without(s seen, req *model.Request) func(*adaptation) {
	switch {
	case s.schema && len(req.Schema) > 0 && a.mode == model.ModeSchema:
		return func(a *adaptation) { a.mode = model.ModeObject }
	case s.schema && len(req.Schema) > 0 && a.mode == model.ModeObject:
		return func(a *adaptation) { a.mode = model.ModePrompt }
	case s.tokens && req.MaxTokens > 0 && !a.swappedTokens:
		return func(a *adaptation) { a.completionTokens, a.swappedTokens = !a.completionTokens, true }
	case s.temperature && req.Temperature != nil && !a.noTemperature:
		return func(a *adaptation) { a.noTemperature = true }
	case s.effort && req.Effort != "" && !a.noEffort:
		return func(a *adaptation) { a.noEffort = true }
	case s.seed && req.Seed != nil && !a.noSeed:
		return func(a *adaptation) { a.noSeed = true }
	}
	return nil
}
