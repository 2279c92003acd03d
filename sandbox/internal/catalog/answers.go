package catalog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Answers are an account's answers to the questions with a choice. They never change, so
// accounts share them freely. The zero value has only defaults.
type Answers struct {
	chosen map[QuestionID]string // only what differs from the default
}

// Defaults returns the answers of an account without choices of its own.
func Defaults() Answers { return Answers{} }

// Get returns the answer to a question, or "" when the question is unknown or
// has no choice.
func (a Answers) Get(id QuestionID) string {
	if answer, ok := a.chosen[id]; ok {
		return answer
	}
	if i, ok := questionIndex[id]; ok {
		return questions[i].Default
	}
	return ""
}

// Choices returns the answers that differ from the default.
func (a Answers) Choices() map[QuestionID]string { return maps.Clone(a.chosen) }

// String returns the answers that differ from the default, sorted by question, as
// QUESTION=ANSWER joined by blanks.
func (a Answers) String() string {
	var texts []string
	for _, id := range slices.Sorted(maps.Keys(a.chosen)) {
		texts = append(texts, string(id)+"="+a.chosen[id])
	}
	return strings.Join(texts, " ")
}

// Is reports whether this is the answer to the question.
func (a Answers) Is(id QuestionID, answer string) bool { return answer != "" && a.Get(id) == answer }

// Duration returns the answer to a question as a duration; it reports false if the answer
// is a word, such as off.
func (a Answers) Duration(id QuestionID) (time.Duration, bool) {
	d, err := ParseDuration(a.Get(id))
	return d, err == nil
}

// With returns the answers with one changed. The error of an unknown question names the
// nearest ids, the one of a wrong answer the answers to choose from.
func (a Answers) With(id QuestionID, answer string) (Answers, error) {
	i, ok := questionIndex[id]
	if !ok {
		names := make([]string, len(questions))
		for n, q := range questions {
			names[n] = string(q.ID)
		}
		return a, fmt.Errorf("unknown question %q; %s", id, phrase.Suggest(string(id), names))
	}
	if err := questions[i].Accepts(answer); err != nil {
		return a, err
	}
	chosen := maps.Clone(a.chosen)
	if answer == questions[i].Default {
		delete(chosen, id)
	} else if chosen == nil {
		chosen = map[QuestionID]string{id: answer}
	} else {
		chosen[id] = answer
	}
	if len(chosen) == 0 {
		chosen = nil
	}
	return Answers{chosen: chosen}, nil
}

// ParseDuration reads a positive duration in the grammar of the clock.
func ParseDuration(text string) (time.Duration, error) {
	d, err := clock.ParseDuration(text)
	if err != nil {
		return 0, err
	}
	if d <= 0 {
		return 0, fmt.Errorf("a duration must be positive, got %q", text)
	}
	return d, nil
}
