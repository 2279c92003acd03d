package client

import (
	"cmp"
	"context"
	"io"
	"net/http"
)

// Question is a point left open by the interface, with the sandbox's default answer.
type Question struct {
	ID        string   `json:"id"`
	Section   string   `json:"section"` // of the documentation, several joined by ", ", or all
	Question  string   `json:"question"`
	Answer    string   `json:"answer"`            // the default, in prose
	Basis     string   `json:"basis"`             // how certain the answer is, such as known or chosen
	HasChoice bool     `json:"has_choice"`        // whether an account can choose the answer
	Default   string   `json:"default,omitempty"` // the default among the choices
	Choices   []Choice `json:"choices,omitempty"`
	Advice    string   `json:"advice,omitempty"`   // what code does that does not depend on the answer
	ShownBy   string   `json:"shown_by,omitempty"` // the calls to the service whose recording shows its answer, empty when none does
	Duration  bool     `json:"duration,omitempty"` // whether any positive duration is an answer too
}

// Choice is an answer that an account can choose.
type Choice struct {
	Answer  string `json:"answer"`
	Meaning string `json:"meaning"`
}

// Answer is how an account answers a question, scenarios aside.
type Answer struct {
	ID      string `json:"id"`
	Answer  string `json:"answer"`
	Default string `json:"default"` // the answer of an account without a choice
}

// Questions lists all open questions, those with a choice first.
func (c *Client) Questions(ctx context.Context) ([]Question, error) {
	list, err := get[struct{ Questions []Question }](ctx, c, at("questions"))
	return list.Questions, err
}

// Answers lists how the account answers the questions with a choice.
func (a *Account) Answers(ctx context.Context) ([]Answer, error) {
	questions, err := a.client.Questions(ctx)
	if err != nil {
		return nil, err
	}
	state, err := a.State(ctx)
	var list []Answer
	for _, q := range questions {
		if q.HasChoice {
			list = append(list, Answer{q.ID, state.AnswerTo(q), q.Default})
		}
	}
	return list, err
}

// AnswerTo returns how the account answers a question, scenarios aside, "" for one without a
// choice.
func (s AccountState) AnswerTo(q Question) string { return cmp.Or(s.Answers[q.ID], q.Default) }

// SetAnswer answers an open question for the account, from its next call on.
func (a *Account) SetAnswer(ctx context.Context, question, answer string) error {
	return a.change(ctx, AccountChange{Answers: map[string]*string{question: &answer}})
}

// ResetAnswer returns to the answer of the start flags.
func (a *Account) ResetAnswer(ctx context.Context, question string) error {
	return a.change(ctx, AccountChange{Answers: map[string]*string{question: nil}})
}

// Recording is a recording of calls of the service: an HTTP Archive 1.2, which may be
// compressed by gzip. Its name is that in the report.
type Recording struct {
	Name string
	Text io.Reader
}

// Learned is what recordings of a service show.
type Learned struct {
	Entries  int              `json:"entries"`          // of all recordings
	Faults   []string         `json:"faults,omitempty"` // of recordings that could not be read whole
	Notes    []string         `json:"notes,omitempty"`  // in words, what else was left out or not read, and why
	Services []LearnedService `json:"services"`         // by host and vendor code
}

// LearnedService is what recordings show of one host and one vendor code.
type LearnedService struct {
	Host       string            `json:"host"`
	VendorCode string            `json:"vendor_code"` // empty when no call named it
	Calls      int               `json:"calls"`
	Questions  []LearnedQuestion `json:"questions"`          // those with a choice
	Shapes     []LearnedShape    `json:"shapes,omitempty"`   // how answers differ in their fields
	Lines      []string          `json:"lines,omitempty"`    // the same in words
	Failures   []LearnedFailure  `json:"failures,omitempty"` // failures that no outcome of the sandbox has
}

// Answers returns the answers that differ from ours, without those that are contradictory or
// that the sandbox cannot give.
func (s LearnedService) Answers() map[string]string {
	answers := map[string]string{}
	for _, q := range s.Questions {
		if q.Result == Differs && len(q.Seen) == 1 && !q.Seen[0].Unlisted {
			answers[q.ID] = q.Seen[0].Answer
		}
	}
	return answers
}

// LearnedResult is what recordings say of our answer to an open question.
type LearnedResult string

// The results.
const (
	Agrees        LearnedResult = "agrees"
	Differs       LearnedResult = "differs"
	Contradictory LearnedResult = "contradictory" // two answers were seen
	Bounded       LearnedResult = "bounded"       // what was seen fits our answer, and others
	NotSeen       LearnedResult = "not-seen"
)

// LearnedQuestion is what recordings show of an open question.
type LearnedQuestion struct {
	ID      string          `json:"id"`
	Ours    string          `json:"ours"`
	Result  LearnedResult   `json:"result"`
	Seen    []LearnedAnswer `json:"seen,omitempty"`
	Bound   string          `json:"bound,omitempty"`    // in words, of a duration or a digest
	ShownBy string          `json:"shown_by,omitempty"` // the calls that show it, empty when none can
	Line    string          `json:"line"`               // all this in words
}

// IsOther reports whether something else was seen than our answer.
func (q LearnedQuestion) IsOther() bool { return q.Result == Differs || q.Result == Contradictory }

// LearnedAnswer is an answer to an open question that calls show.
type LearnedAnswer struct {
	Answer   string   `json:"answer"`
	Unlisted bool     `json:"unlisted,omitempty"` // whether the sandbox cannot answer so
	Times    int      `json:"times"`
	Calls    []string `json:"calls"` // the first ones, such as shop.har 12 create-upsell
}

// LearnedShape is how answers of an operation differ from the sandbox's in a field.
type LearnedShape struct {
	Operation string `json:"operation"`
	Field     string `json:"field"` // its path, such as Items[].GrossPrice
	Theirs    string `json:"theirs,omitempty"`
	Ours      string `json:"ours,omitempty"` // types and formats, empty for none
	Call      string `json:"call"`
}

// LearnedFailure is a failure of an operation that the sandbox does not have, with the rule of
// a scenario that gives it.
type LearnedFailure struct {
	Operation string `json:"operation"`
	Status    int    `json:"status"`
	Code      string `json:"code,omitempty"`
	Times     int    `json:"times"`
	Call      string `json:"call"`
	Line      string `json:"line"`     // all this in words, before the rule
	Scenario  string `json:"scenario"` // in YAML
}

// Learn says which answers to open questions a recording of the service shows, beside those of
// the account. name is that of the recording, for the calls that are named. Nothing is kept.
func (a *Account) Learn(ctx context.Context, name string, recording io.Reader) (Learned, error) {
	return ask[Learned](ctx, a.client, http.MethodPost, with(a.at("learn"), "file", name), Body{"application/json", recording})
}
