package control

import (
	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

func (api *API) listQuestions(*gin.Context) (answer, error) {
	return withTag(list("questions", questions()).body)
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
	q, known := catalog.FindQuestion(id)
	switch {
	case !known:
		var ids []string
		for _, q := range catalog.Questions() {
			if q.HasChoice() {
				ids = append(ids, string(q.ID))
			}
		}
		return unknownName("open question", string(id), ids)
	case !q.HasChoice():
		return conflict("GET "+base+"/questions lists the questions with a choice", "open question %s has only one answer", id)
	case answer == nil:
		return nil
	}
	return q.Accepts(*answer)
}
