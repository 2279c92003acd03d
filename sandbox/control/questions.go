package control

import (
	"net/http"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
)

// questionView is an open question with the sandbox's answer. Default and
// Choices are there when an account has a choice.
type questionView struct {
	ID         catalog.QuestionID `json:"id"`
	Section    string             `json:"section"`
	Question   string             `json:"question"`
	Answer     string             `json:"answer"`
	Basis      catalog.Basis      `json:"basis"`
	Switchable bool               `json:"switchable"`
	Default    string             `json:"default,omitempty"`
	Choices    []choiceView       `json:"choices,omitempty"`
	Duration   bool               `json:"duration,omitempty"` // any positive duration is a token too
}

type choiceView struct {
	Answer  string `json:"answer"`
	Meaning string `json:"meaning"`
}

func (i *API) listQuestions(*request) (answer, error) {
	var rows []questionView
	for _, q := range catalog.Questions() {
		v := questionView{
			ID: q.ID, Section: q.Section, Question: q.Question, Answer: q.Answer, Basis: q.Basis,
			Switchable: q.HasChoice(), Default: q.Default, Duration: q.Duration,
		}
		for _, t := range q.Choices {
			v.Choices = append(v.Choices, choiceView{t.Answer, t.Meaning})
		}
		rows = append(rows, v)
	}
	return list("questions", rows), nil
}

// answerView is how an account answers a question, scenarios aside.
type answerView struct {
	ID      catalog.QuestionID `json:"id"`
	Answer  string             `json:"answer"`
	Default string             `json:"default"`
}

func viewAnswer(a *account.Account, q catalog.Question) answerView {
	return answerView{q.ID, a.Settings().Answers.Get(q.ID), q.Default}
}

func (i *API) listAnswers(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	var rows []answerView
	for _, q := range switchableQuestions() {
		rows = append(rows, viewAnswer(a, q))
	}
	return list("questions", rows), nil
}

func (i *API) answerQuestion(r *request) (answer, error) {
	a, err := i.account(r)
	if err != nil {
		return answer{}, err
	}
	q, err := findQuestion(r.param("id"))
	if err != nil {
		return answer{}, err
	}
	var asked struct {
		Answer optional[token] `json:"answer"`
	}
	if err := r.decode(&asked); err != nil {
		return answer{}, err
	}
	switch given := asked.Answer; {
	case !given.given:
		return answer{}, refuse(http.StatusBadRequest, `send {"answer": "TOKEN"}, or {"answer": null} to go back to the start flags'`, "answer is missing")
	case given.value == nil:
		err = a.ResetAnswer(r.Context(), q.ID)
	default:
		if err := q.Accepts(string(*given.value)); err != nil {
			return answer{}, refuse(http.StatusBadRequest, "GET "+base+"/questions says what each token means", "%v", err)
		}
		err = a.SetAnswer(r.Context(), q.ID, string(*given.value))
	}
	if err != nil {
		return answer{}, err
	}
	return ok(viewAnswer(a, q)), nil
}

// findQuestion returns a question that an account can answer.
func findQuestion(id string) (catalog.Question, error) {
	q, known := catalog.FindQuestion(catalog.QuestionID(id))
	if known && !q.HasChoice() {
		return q, refuse(http.StatusConflict, "GET "+base+"/questions says which can be switched", "open question %s has one answer and cannot be switched", id)
	}
	if !known {
		var names []string
		for _, q := range switchableQuestions() {
			names = append(names, string(q.ID))
		}
		return q, unknown("open question", id, names)
	}
	return q, nil
}

func switchableQuestions() []catalog.Question {
	return slices.DeleteFunc(catalog.Questions(), func(q catalog.Question) bool { return !q.HasChoice() })
}
