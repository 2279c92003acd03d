package shipped

import (
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// FailureName returns the name of the scenario for a failure of the operation with
// the code, such as customer-orders-forbidden.
func FailureName(operation catalog.OperationID, code catalog.Code) string {
	return catalog.FailureScenario(operation, code)
}

// AnswerName returns the name of the scenario for the answer to the question, such
// as search-status-200.
func AnswerName(question catalog.QuestionID, answer string) string {
	for _, n := range named {
		if n.question == question && n.answer == answer {
			return n.name
		}
	}
	return string(question) + "-" + hyphenate(answer)
}

// named are the answers whose scenarios have a clearer name than question and
// answer would give.
var named = []struct {
	question catalog.QuestionID
	answer   string
	name     string
}{
	{catalog.PageStability, "grows", "page-grows"},
	{catalog.PageStability, "shrinks", "page-shrinks"},
	{catalog.RESTSkew, "1m", "rest-skew-one-minute"},
	{catalog.SessionLife, "1m", "session-life-one-minute"},
}

func hyphenate(word string) string { return strings.ReplaceAll(strings.ToLower(word), "_", "-") }
