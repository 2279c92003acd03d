package openapi

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"

// question is an open question as the document shows it.
type question struct {
	Section  string        `json:"section"`
	Question string        `json:"question"`
	Answer   string        `json:"answer"`
	Token    string        `json:"token,omitempty"` // of the account's answer, where there is a choice
	Basis    catalog.Basis `json:"basis,omitempty"` // of the default answer
}

// questions are the open questions that the document cites, with the account's
// answers.
func (b *builder) questions() map[catalog.QuestionID]question {
	cited := map[catalog.QuestionID]question{}
	for id := range b.cited {
		q, _ := catalog.FindQuestion(id)
		shown := question{Section: q.Section, Question: q.Question, Answer: q.Answer, Basis: q.Basis}
		if q.HasChoice() {
			shown.Token = b.Answers.Get(id)
			if shown.Token != q.Default {
				shown.Answer, shown.Basis = meaning(q, shown.Token), ""
			}
		}
		cited[id] = shown
	}
	return cited
}

// meaning is what a token says. A duration says it itself.
func meaning(q catalog.Question, token string) string {
	for _, t := range q.Choices {
		if t.Answer == token {
			return t.Meaning
		}
	}
	return token
}

// limit is a limit as the document shows it.
type limit struct {
	Name      string `json:"name"`
	AppliesTo string `json:"applies_to"`
	Value     string `json:"value"`
	Section   string `json:"section,omitempty"` // none when the interface states no such limit
}

// limits are all limits of the interface and of the sandbox. Those that a schema
// can express stand in the schemas too.
func limits() []limit {
	var all []limit
	for _, l := range catalog.Limits() {
		all = append(all, limit(l))
	}
	return all
}
