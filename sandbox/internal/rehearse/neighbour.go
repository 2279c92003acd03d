package rehearse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

var (
	inBody     = regexp.MustCompile(`<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?([A-Za-z_][\w.-]*)`)
	neighbours = regexp.MustCompile(`^([A-Z]+ path:/[^=+#?(]{0,199}|soap:[\w.-]{1,100})$`) // as rules can be on
)

// operationOf returns the operation of a call. A neighbour is a call outside of the interface
// answered by a rule of a scenario; for a neighbour operationOf returns a name that a rule can
// be on, such as POST path:/orders/*/refund. It returns "" for all other calls.
func operationOf(e client.Entry) catalog.OperationID {
	id := catalog.OperationID(e.Operation)
	if op, known := catalog.Find(id); known && op.IsOperation() {
		return id
	}
	if e.Operation != string(catalog.UnknownPath) || e.Scenarios == "" {
		return ""
	}
	name := ""
	if u := calls.Of(&e, nil).Address(); strings.HasPrefix(u.Path, catalog.Base+"/") && !strings.Contains(u.Path, "*") {
		name = e.Request.Method + " " + catalog.PathPrefix + catalog.WithoutNumbers(catalog.OutsidePath(u.Path))
	} else if called := inBody.FindSubmatch(e.Request.Body); called != nil {
		name = catalog.SOAPPrefix + string(called[1])
	}
	if !neighbours.MatchString(name) {
		return ""
	}
	return catalog.OperationID(name)
}

func isNeighbour(id catalog.OperationID) bool { return neighbours.MatchString(string(id)) }

// conditionOf returns the condition of a rule on a neighbour: another one, nil for none, and
// numbers in place of the stars, because a star of a rule stands for any text.
func conditionOf(id catalog.OperationID, other any) string {
	var all []string
	if other != nil {
		all = append(all, fmt.Sprint(other))
	}
	if _, path, _ := strings.Cut(string(id), catalog.PathPrefix); strings.Contains(path, "*") {
		pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(path), `\*`, "[0-9]+") + "$"
		all = append(all, fmt.Sprintf("path[%q] matches %q", catalog.WholePath, pattern))
	}
	return strings.Join(all, " && ")
}

// afterAnswer is a condition of rules for acting after the answer.
const afterAnswer = "status > 0"

// faultsOfNeighbours returns the faults of neighbours. Faults after the operation wait for
// the answer of the neighbour's own rule, because otherwise they would overrule it.
func faultsOfNeighbours(patience time.Duration) []fault {
	all := transport(patience)
	for _, f := range all {
		if f.rule["after"] != nil || slices.Contains([]string{"cut-in-body", "cut-in-head"}, f.name) {
			delete(f.rule, "after")
			f.rule["when"] = afterAnswer
		}
	}
	return all
}
