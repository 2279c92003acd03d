package scenario

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Overrides are the features and answers of scenarios in place of the account's
// own. The maps are nil when there are none.
type Overrides struct {
	Features map[catalog.Feature]bool
	Answers  map[catalog.QuestionID]string

	from []*Scenario // in order, the first wins
}

// mergeOverrides puts features and answers together; where two scenarios disagree, the
// first wins.
func mergeOverrides(from []*Scenario) Overrides {
	o := Overrides{from: from}
	if from == nil {
		return o
	}
	o.Features, o.Answers = map[catalog.Feature]bool{}, map[catalog.QuestionID]string{}
	for _, s := range slices.Backward(from) {
		maps.Copy(o.Features, s.Features)
		maps.Copy(o.Answers, s.Assume)
	}
	return o
}

// affecting returns the scenarios with a feature or an answer that decided the
// outcome of a call of the operation, if no scenario before them gave a different one. The
// call also depended on the answers to the further questions.
func (o Overrides) affecting(operation *catalog.Operation, outcome catalog.Outcome, further []catalog.QuestionID) (names []string) {
	questions := append(outcome.DependsOn(), further...)
	for _, s := range o.from {
		on, given := s.Features[operation.Feature]
		if given && on == o.Features[operation.Feature] || slices.ContainsFunc(questions, func(id catalog.QuestionID) bool {
			answer, given := s.Assume[id]
			return given && answer == o.Answers[id]
		}) {
			names = append(names, s.Name)
		}
	}
	return names
}
