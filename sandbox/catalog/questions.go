package catalog

import (
	"fmt"
	"slices"
	"strings"
)

// QuestionID names a question the interface leaves open.
type QuestionID string

// Basis says how sure an answer is.
type Basis string

// The grounds an answer can stand on.
const (
	Known      Basis = "known"      // seen in public material on services that speak this interface
	Likely     Basis = "likely"     // inferred from such material
	Chosen     Basis = "chosen"     // the sandbox's own choice
	Documented Basis = "documented" // said by the interface, or followed from what it says
	Tested     Basis = "tested"     // measured with real clients
)

// Question is something the interface leaves open, with the sandbox's answer.
type Question struct {
	ID       QuestionID
	Section  string // the sections concerned, comma separated, or "all"
	Question string
	Answer   string // the default answer, in prose
	Basis    Basis  // of the default answer

	// Default is the token of the default answer, and Tokens are the words
	// among which an account chooses. Both are empty when there is no choice.
	Default string
	Choices []Choice

	// Duration reports that any positive duration is a token too, spelled
	// like 5m, 1h30m or 8d.
	Duration bool
}

// Choice is one answer an account may choose.
type Choice struct {
	Answer  string
	Meaning string
}

// Questions returns every question, those with a choice first.
func Questions() []Question {
	list := slices.Clone(questions)
	for i := range list {
		list[i] = list[i].copied()
	}
	return list
}

// FindQuestion returns the question with the given id.
func FindQuestion(id QuestionID) (Question, bool) {
	i, ok := questionIndex[id]
	if !ok {
		return Question{}, false
	}
	return questions[i].copied(), true
}

// HasChoice reports whether an account can choose among answers.
func (q Question) HasChoice() bool { return q.Default != "" }

// Accepts returns nil when the token is an answer to the question, and
// otherwise an error that names the question and the answers it takes.
func (q Question) Accepts(token string) error {
	if !q.HasChoice() {
		return fmt.Errorf("open question %s has one answer and cannot be switched", q.ID)
	}
	if slices.ContainsFunc(q.Choices, func(t Choice) bool { return t.Answer == token }) {
		return nil
	}
	if q.Duration {
		if _, err := parseDuration(token); err == nil {
			return nil
		}
	}
	return fmt.Errorf("open question %s takes %s; got %q", q.ID, q.choices(), token)
}

// choices lists the tokens as a reader would: "a, b or c".
func (q Question) choices() string {
	var names []string
	for _, t := range q.Choices {
		names = append(names, t.Answer)
	}
	if q.Duration {
		names = append(names, "a positive duration such as 90s, 5m or 8d")
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

func (q Question) copied() Question {
	q.Choices = slices.Clone(q.Choices)
	return q
}

var (
	questions     = slices.Concat(switchable, answered)
	questionIndex = indexed(questions)
)

func indexed(list []Question) map[QuestionID]int {
	index := make(map[QuestionID]int, len(list))
	for i, q := range list {
		index[q.ID] = i
	}
	return index
}
