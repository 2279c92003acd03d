package openapi

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// question is an open question as the document shows it.
type question struct {
	Section  string        `json:"section"`
	Question string        `json:"question"`
	Answer   string        `json:"answer"`
	Choice   string        `json:"choice,omitempty"` // the account's, for a question with a choice
	Basis    catalog.Basis `json:"basis,omitempty"`  // of the default answer
}

// questions returns the open questions cited in the document, with the account's answers.
func (b *builder) questions() map[catalog.QuestionID]question {
	cited := map[catalog.QuestionID]question{}
	for id := range b.cited {
		q, _ := catalog.FindQuestion(id)
		shown := question{Section: q.Section, Question: q.Question, Answer: q.Answer, Basis: q.Basis}
		if q.HasChoice() {
			shown.Choice = b.Answers.Get(id)
			if shown.Choice != q.Default {
				shown.Answer, shown.Basis = meaning(q, shown.Choice), ""
			}
		}
		cited[id] = shown
	}
	return cited
}

// meaning returns an answer in prose. A duration needs none.
func meaning(q catalog.Question, answer string) string {
	for _, choice := range q.Choices {
		if choice.Answer == answer {
			return choice.Meaning
		}
	}
	return answer
}

// limits returns all limits of the interface and of the sandbox. The schemas have them
// too, as far as they can express them.
func limits() []client.Limit {
	var all []client.Limit
	for _, l := range catalog.Limits() {
		all = append(all, client.Limit(l))
	}
	return all
}
