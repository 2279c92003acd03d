package catalog

import (
	"fmt"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// QuestionID names a question the interface leaves open.
type QuestionID string

// Basis is the reason for an answer, and shows how sure it is.
type Basis string

// The bases of an answer.
const (
	Known      Basis = "known"      // seen in public material on services that speak this interface
	Likely     Basis = "likely"     // inferred from such material
	Chosen     Basis = "chosen"     // the sandbox's own choice
	Documented Basis = "documented" // stated by the interface, or a consequence of it
	Tested     Basis = "tested"     // measured with real clients
)

// Question is something the interface leaves open, with the sandbox's answer.
type Question struct {
	ID       QuestionID
	Section  string // the sections concerned, comma separated, or "all"
	Question string
	Answer   string // the default answer, in prose
	Basis    Basis  // of the default answer

	// Default is the default answer in one word, and Choices are the answers for an
	// account to choose from. Both are empty when there is no choice.
	Default string
	Choices []Choice

	// Advice is what code does that does not depend on the answer, "" without a choice.
	Advice string

	// ShownBy are the calls to the service whose recording shows its answer, "" when none does.
	ShownBy string

	// Duration reports whether any positive duration is an answer too, spelled
	// like 5m, 1h30m or 8d.
	Duration bool

	// PerAccount reports whether no call depends on the answer. A scenario cannot give it
	// then.
	PerAccount bool
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
		list[i] = list[i].clone()
	}
	return list
}

// FindQuestion returns the question with the given id.
func FindQuestion(id QuestionID) (Question, bool) {
	i, ok := questionIndex[id]
	if !ok {
		return Question{}, false
	}
	return questions[i].clone(), true
}

// HasChoice reports whether an account can choose among answers.
func (q Question) HasChoice() bool { return q.Default != "" }

// Accepts returns nil if an account can choose the answer, and otherwise an error with
// the question and its answers.
func (q Question) Accepts(answer string) error {
	if !q.HasChoice() {
		return fmt.Errorf("open question %s has only one answer", q.ID)
	}
	if slices.ContainsFunc(q.Choices, func(c Choice) bool { return c.Answer == answer }) {
		return nil
	}
	if q.Duration {
		if _, err := ParseDuration(answer); err == nil {
			return nil
		}
	}
	return fmt.Errorf("the answer to %s must be %s, got %q", q.ID, q.choices(), answer)
}

// choices returns the answers to choose from: "a, b or c".
func (q Question) choices() string {
	var names []string
	for _, c := range q.Choices {
		names = append(names, c.Answer)
	}
	if q.Duration {
		names = append(names, "a positive duration such as 90s, 5m or 8d")
	}
	return phrase.Or(names...)
}

func (q Question) clone() Question {
	q.Choices = slices.Clone(q.Choices)
	return q
}

var (
	questions     = slices.Concat(withChoice, withoutChoice)
	questionIndex = indexQuestions(questions)
)

// indexQuestions returns the position of each question in the list.
func indexQuestions(list []Question) map[QuestionID]int {
	index := make(map[QuestionID]int, len(list))
	for i, q := range list {
		index[q.ID] = i
	}
	return index
}
