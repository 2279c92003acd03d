package control

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// showOperation shows an operation with all help for calling it, as the account of the
// query answers it, or as the start flags say.
func (api *API) showOperation(c *gin.Context) (answer, error) {
	op, known := catalog.Find(catalog.OperationID(c.Param("id")))
	if !known || !op.IsOperation() {
		return answer{}, unknownName("operation", c.Param("id"), texts(catalog.TargetIDs()))
	}
	a, err := api.accountAsked(c)
	if err != nil {
		return answer{}, err
	}
	detail, err := api.detailOf(op, a)
	return ok(detail), err
}

// detailOf returns the help for an operation, as an account answers it; nil for the start
// flags.
func (api *API) detailOf(op *catalog.Operation, a *account.Account) (detail client.OperationDetail, err error) {
	detail.Examples = []client.Example{}
	settings := api.Registry.DefaultSettings()
	if a != nil {
		detail.Account, settings = a.Code, a.Settings()
		if detail.Examples, err = examplesOf(a, op); err != nil {
			return detail, err
		}
		n := slices.IndexFunc(api.Operations, func(with Operation) bool { return with.Row.ID == op.ID })
		if detail.Sample, err = sampleOf(a, api.Operations[n]); err != nil {
			return detail, err
		}
	}
	detail.Operation = operationOf(op, map[string]bool{})
	for n, o := range append([]catalog.Outcome{op.Success}, op.Failures()...) {
		detail.Outcomes[n].Status = o.StatusFor(settings.Answers)
	}
	detail.Rules, detail.Questions = rulesOf(op, settings.Answers), questionsOf(op, settings.Answers)
	detail.Exchanges, err = api.exchanges(op.ID)
	return detail, err
}

// rulesOf returns the checks of an operation, in their order.
func rulesOf(op *catalog.Operation, answers catalog.Answers) []client.Rule {
	rules := []client.Rule{}
	for _, check := range op.Checks() {
		rules = append(rules, client.Rule{
			Check: string(check.Name), Fails: check.Outcome.Condition, Status: check.Outcome.StatusFor(answers), Code: string(check.Outcome.Code),
		})
	}
	return rules
}

// questionsOf returns the open questions of an operation, in the order of the catalogue.
func questionsOf(op *catalog.Operation, answers catalog.Answers) []client.AnsweredQuestion {
	cited := map[string]bool{}
	for _, p := range op.Parameters() {
		cited[string(p.Question)] = true
	}
	for _, o := range append([]catalog.Outcome{op.Success}, op.Failures()...) {
		cited[string(o.StatusQuestion)] = true
		for _, id := range o.DependsOn() {
			cited[string(id)] = true
		}
	}
	rows := []client.AnsweredQuestion{}
	for _, q := range questions() {
		if cited[q.ID] {
			rows = append(rows, client.AnsweredQuestion{Question: q, Chosen: answers.Get(catalog.QuestionID(q.ID))})
		}
	}
	return rows
}

// examplesOf returns the handles of an account with values for parameters of an
// operation, by name.
func examplesOf(a *account.Account, op *catalog.Operation) ([]client.Example, error) {
	rows := []client.Example{}
	handles, err := handlesIn(a)
	for _, name := range slices.Sorted(maps.Keys(handles)) {
		if values := valuesFor(op, handles[name].IDs); len(values) > 0 {
			rows = append(rows, client.Example{Handle: name, Kind: handles[name].Kind, Values: values})
		}
	}
	return rows, err
}

// valuesFor returns the ids accepted by parameters of the operation. An id has the name
// of a parameter, or of a field of the envelope.
func valuesFor(op *catalog.Operation, ids map[string]string) map[string]string {
	values := map[string]string{}
	for _, p := range op.Parameters() {
		name := p.Name
		if p.In == catalog.InEnvelope {
			name = name[strings.LastIndexByte(name, '.')+1:]
		}
		if id := ids[name]; id != "" {
			values[p.Name] = id
		}
	}
	return values
}

// exchanges returns the recorded stories of an operation by name. Each is a file
// OPERATION/NAME.http with its subject in the first line.
func (api *API) exchanges(of catalog.OperationID) ([]client.Exchange, error) {
	rows := []client.Exchange{}
	files, err := fs.Glob(api.Exchanges, string(of)+"/*.http")
	for _, file := range files {
		text, err := fs.ReadFile(api.Exchanges, file)
		if err != nil {
			return nil, err
		}
		summary, _, _ := strings.Cut(string(text), "\n")
		rows = append(rows, client.Exchange{
			Name: strings.TrimSuffix(path.Base(file), ".http"), Summary: strings.TrimPrefix(summary, "# "), Text: string(text),
		})
	}
	return rows, err
}
