package control

import (
	"slices"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

func (api *API) listQuestions(*gin.Context) (answer, error) {
	return api.keeper.answer("questions", func() (any, error) { return list("questions", questions()).body, nil })
}

// questions returns all open questions as they are shown.
func questions() []client.Question {
	var rows []client.Question
	for _, q := range catalog.Questions() {
		row := client.Question{
			ID: string(q.ID), Section: q.Section, Question: q.Question, Answer: q.Answer, Basis: string(q.Basis), Advice: q.Advice, ShownBy: q.ShownBy,
			HasChoice: q.HasChoice(), Default: q.Default, Duration: q.Duration,
		}
		for _, c := range q.Choices {
			row.Choices = append(row.Choices, client.Choice{Answer: c.Answer, Meaning: c.Meaning})
		}
		rows = append(rows, row)
	}
	return rows
}

// checkAnswer returns the fault of an answer to a question. A nil answer stands for the one
// of the start flags.
func checkAnswer(id catalog.QuestionID, answer *string) error {
	q, err := findQuestion(string(id))
	if err == nil && answer != nil {
		err = q.Accepts(*answer)
	}
	return err
}

// findQuestion returns a question with a choice of answers.
func findQuestion(id string) (catalog.Question, error) {
	q, known := catalog.FindQuestion(catalog.QuestionID(id))
	if !known {
		var ids []string
		for _, q := range questionsWithChoice() {
			ids = append(ids, string(q.ID))
		}
		return q, unknownName("open question", id, ids)
	}
	if !q.HasChoice() {
		return q, conflict("GET "+base+"/questions lists the questions with a choice", "open question %s has only one answer", id)
	}
	return q, nil
}

func questionsWithChoice() []catalog.Question {
	return slices.DeleteFunc(catalog.Questions(), func(q catalog.Question) bool { return !q.HasChoice() })
}
