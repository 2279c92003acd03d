package control

import (
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

func (api *API) listQuestions(*gin.Context) (answer, error) {
	return api.keeper.answer("questions", func() (any, error) { return list("questions", questions()).body, nil })
}

// questions returns all open questions as they are shown.
func questions() []client.Question {
	var rows []client.Question
	for _, q := range catalog.Questions() {
		row := client.Question{
			ID: string(q.ID), Section: q.Section, Question: q.Question, Answer: q.Answer, Basis: string(q.Basis),
			HasChoice: q.HasChoice(), Default: q.Default, Duration: q.Duration,
		}
		for _, c := range q.Choices {
			row.Choices = append(row.Choices, client.Choice{Answer: c.Answer, Meaning: c.Meaning})
		}
		rows = append(rows, row)
	}
	return rows
}

// answerOf returns how an account answers a question, scenarios aside.
func answerOf(a *account.Account, q catalog.Question) client.Answer {
	return client.Answer{ID: string(q.ID), Answer: a.Settings().Answers.Get(q.ID), Default: q.Default}
}

func (api *API) listAnswers(_ *gin.Context, a *account.Account) (answer, error) {
	var rows []client.Answer
	for _, q := range questionsWithChoice() {
		rows = append(rows, answerOf(a, q))
	}
	return list("questions", rows), nil
}

func (api *API) answerQuestion(c *gin.Context, a *account.Account) (answer, error) {
	q, err := findQuestion(c.Param("id"))
	if err != nil {
		return answer{}, err
	}
	var asked struct {
		Answer strictjson.Optional[choice] `json:"answer"`
	}
	if err := decode(c, &asked); err != nil {
		return answer{}, err
	}
	switch given := asked.Answer; {
	case !given.Given:
		return answer{}, badRequest(`send {"answer": "ANSWER"}, or {"answer": null} for the answer of the start flags`, "answer is required")
	case given.Value == nil:
		err = a.ResetAnswer(c.Request.Context(), q.ID)
	default:
		if err := q.Accepts(string(*given.Value)); err != nil {
			return answer{}, badRequest("GET "+base+"/questions says what each answer means", "%v", err)
		}
		err = a.SetAnswer(c.Request.Context(), q.ID, string(*given.Value))
	}
	if err != nil {
		return answer{}, err
	}
	return ok(answerOf(a, q)), nil
}

// findQuestion returns a question that an account can answer.
func findQuestion(id string) (catalog.Question, error) {
	q, known := catalog.FindQuestion(catalog.QuestionID(id))
	if !known {
		var ids []string
		for _, q := range questionsWithChoice() {
			ids = append(ids, string(q.ID))
		}
		return q, unknown("open question", id, ids)
	}
	if !q.HasChoice() {
		return q, conflict("GET "+base+"/questions lists the questions with a choice", "open question %s has only one answer", id)
	}
	return q, nil
}

func questionsWithChoice() []catalog.Question {
	return slices.DeleteFunc(catalog.Questions(), func(q catalog.Question) bool { return !q.HasChoice() })
}
