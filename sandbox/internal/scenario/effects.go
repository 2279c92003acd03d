package scenario

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Act is the kind of a scenario's effect on a call.
type Act string

// The acts. A rule with an effect and a delay has the act of the effect.
const (
	Fails    Act = "fail"
	Answers  Act = "answer"
	Places   Act = "place"
	Cuts     Act = "cut"
	Edits    Act = "change"
	Limits   Act = "limit"
	Delays   Act = "delay"
	Moves    Act = "do"
	LooksAt  Act = "earlier"
	Delivers Act = "delivery"
	Switches Act = "feature"
	Decides  Act = "answer-to-question"
)

// Consequence is the effect of a rule, a feature or an answer of a scenario on
// the calls of one operation.
type Consequence struct {
	Operation catalog.OperationID
	Act       Act
	Status    int          // of a failure or an answer
	Code      catalog.Code // of a failure or an answer
	Cut       string       // such as reset, or after 100 bytes of the body
	After     bool         // the operation is carried out first
	Early     bool         // it also affects calls that fail a check before their rules are tried
	Limit     string       // such as 5 per 10s by account
	Edits     []string     // of the answer, each as it is written
	Moves     []string     // of the shop, in words
	Earlier   string       // how the operation reads records, such as: as they were 5s ago; "" for as they are
	Delivery  []string     // how the bytes of the answer travel, each in words
	Delay     string       // "" for none
	Share     float64      // of the matching calls
	When      string       // the condition, "" for none
	Skip      int64        // how many matching calls pass first
	Times     int64        // how often the rule acts, 0 for no limit
	Every     int64        // such as 3 for every third matching call; 0 for each
	Nth       string       // such as call 2 of create-upsell, "" for any call
	During    string       // such as 5s of every 30s, "" for any time

	Feature  catalog.Feature
	Enabled  bool // the feature
	Question catalog.QuestionID
	Answer   string
}

// Consequences returns the scenario's effects on each operation, in the order of
// the catalogue: first its rules, then its features and answers.
func (s *Scenario) Consequences() []Consequence {
	if s == nil {
		return nil
	}
	var all []Consequence
	for _, op := range catalog.Targets() {
		for i := range s.rules {
			if slices.Contains(s.rules[i].operations, op.ID) {
				all = append(all, s.rules[i].consequence(op))
			}
		}
		all = append(all, s.overriding(op)...)
	}
	return all
}

func (r *rule) consequence(op *catalog.Operation) Consequence {
	c := Consequence{Operation: op.ID, Act: Delays, Share: r.chance, Skip: r.skip, Times: r.times}
	c.When, c.Every = r.condition(op.ID), r.every
	if r.nth != nil {
		c.Nth = r.nth.String()
	}
	if r.during != nil {
		c.During = r.during.String()
	}
	if r.delay != nil {
		c.Delay = r.delay.String()
	}
	switch e := r.effect; {
	case e.Fail != nil:
		outcome, _ := op.Failure(e.Fail.Code) // the operation documents it
		c.Act, c.Status, c.Code = Fails, cmp.Or(e.Fail.Status, outcome.Status), e.Fail.Code
	case e.Answer != nil:
		c.Act, c.Status, c.Code = Answers, e.Answer.Status, catalog.Code(e.Answer.Code)
	case e.Place != "":
		c.Act, c.Status = Places, http.StatusCreated
	case e.Cut != "":
		c.Act, c.Cut = Cuts, e.cutText()
	case r.limit != nil:
		c.Act, c.Limit, c.Status, c.Code = Limits, r.limit.String(), 429, tooManyRequests
	case len(r.edits) > 0:
		c.Act = Edits
		for _, one := range r.edits {
			c.Edits = append(c.Edits, one.String())
		}
	}
	c.Moves, c.Earlier, c.Delivery = r.moves.texts(), r.earlier.text(), r.delivery.texts()
	switch {
	case c.Act != Delays || c.Delay != "":
	case c.Earlier != "":
		c.Act = LooksAt
	case c.Moves != nil:
		c.Act = Moves
	default:
		c.Act = Delivers
	}
	c.After, c.Early = r.effect.After, r.early
	return c
}

// overriding returns the effects of the scenario's features and answers on an
// operation. A disabled feature makes its operation fail.
func (s *Scenario) overriding(op *catalog.Operation) []Consequence {
	var all []Consequence
	if on, given := s.Features[op.Feature]; given {
		c := Consequence{Operation: op.ID, Act: Switches, Share: 1, Feature: op.Feature, Enabled: on}
		if !on {
			outcome, _ := op.Failure(catalog.Forbidden)
			c.Status, c.Code = outcome.Status, outcome.Code
		}
		all = append(all, c)
	}
	for _, q := range catalog.Questions() {
		answer, given := s.Assume[q.ID]
		decides := func(o catalog.Outcome) bool { return slices.Contains(o.DependsOn(), q.ID) }
		if given && slices.ContainsFunc(append(op.Failures(), op.Success), decides) {
			all = append(all, Consequence{Operation: op.ID, Act: Decides, Share: 1, Question: q.ID, Answer: answer})
		}
	}
	return all
}

// String returns the delay as people read it.
func (d delay) String() string {
	switch {
	case d.median > 0:
		return "median " + shortDuration(d.median) + ", p99 " + shortDuration(d.p99)
	case d.from != d.to:
		return shortDuration(d.from) + " to " + shortDuration(d.to)
	}
	return shortDuration(d.from)
}

// shortDuration returns a duration without zero parts: 1h instead of 1h0m0s.
func shortDuration(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// Group is the kind of a scenario. Lists are divided by it.
type Group string

// The groups.
const (
	Failures   Group = "failures"   // of one operation
	Codes      Group = "codes"      // bare error codes
	Connection Group = "connection" // delays, cuts, answers of a broken service
	Overriding Group = "answers"    // features and answers to open questions
	Own        Group = "own"        // of users and of the watched folder
)

// group returns the group of a scenario of a source.
func (s *Scenario) group(source Source) Group {
	switch {
	case source == FromOwn || source == FromFolder || source == FromAccount:
		return Own
	case source == FromCode:
		return Codes
	case len(s.rules) == 0:
		return Overriding
	}
	fails := func(r rule) bool { return r.effect.Fail != nil }
	if len(s.Operations()) == 1 && slices.ContainsFunc(s.rules, fails) {
		return Failures
	}
	return Connection
}
