package catalog

import (
	"fmt"
	"maps"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/phrase"
)

// Answers is how an account answers the questions that have a choice. It never
// changes, so it is shared freely; the zero value answers by default.
type Answers struct {
	chosen map[QuestionID]string // only what differs from the default
}

// Defaults returns the answers of an account that has chosen nothing.
func Defaults() Answers { return Answers{} }

// Get returns the token that answers the question, or "" when the question is
// unknown or has no choice.
func (a Answers) Get(id QuestionID) string {
	if token, ok := a.chosen[id]; ok {
		return token
	}
	if i, ok := questionIndex[id]; ok {
		return questions[i].Default
	}
	return ""
}

// Is reports whether the token answers the question.
func (a Answers) Is(id QuestionID, token string) bool { return token != "" && a.Get(id) == token }

// Duration returns the answer to a question that takes a duration; it reports
// false when the answer is a word, such as off.
func (a Answers) Duration(id QuestionID) (time.Duration, bool) {
	d, err := parseDuration(a.Get(id))
	return d, err == nil
}

// With returns the answers with one changed. An unknown id is refused with the
// ids nearest to it, a token the question does not take with those it takes.
func (a Answers) With(id QuestionID, token string) (Answers, error) {
	i, ok := questionIndex[id]
	if !ok {
		return a, unknownQuestion(id)
	}
	if err := questions[i].Accepts(token); err != nil {
		return a, err
	}
	chosen := maps.Clone(a.chosen)
	if token == questions[i].Default {
		delete(chosen, id)
	} else if chosen == nil {
		chosen = map[QuestionID]string{id: token}
	} else {
		chosen[id] = token
	}
	if len(chosen) == 0 {
		chosen = nil
	}
	return Answers{chosen: chosen}, nil
}

func unknownQuestion(id QuestionID) error {
	names := make([]string, len(questions))
	for i, q := range questions {
		names[i] = string(q.ID)
	}
	near := phrase.Nearest(string(id), names)
	if len(near) == 0 {
		return fmt.Errorf("there is no open question %q", id)
	}
	return fmt.Errorf("there is no open question %q; the nearest are: %s", id, phrase.List(near...))
}

// parseDuration reads a positive duration in the grammar of the clock.
func parseDuration(text string) (time.Duration, error) {
	d, err := clock.ParseDuration(text)
	if err != nil {
		return 0, err
	}
	if d <= 0 {
		return 0, fmt.Errorf("duration %q is not positive", text)
	}
	return d, nil
}
