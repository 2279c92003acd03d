package gate

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// stage is one of the checks of a call, in their order.
type stage int

// The stages. The last one stands for all checks of the operation itself: parameters
// and rules.
const (
	noStage stage = iota
	accountStage
	credentialStage
	sessionStage
	acceptStage
	featureStage
	operationStage
)

// stageNames are the names of the checks in an entry.
var stageNames = [...]string{"", "account", "credential", "session", "accept", "feature", "operation"}

// notReached returns the checks after the failed one.
func (c *Call) notReached() journal.Names {
	if c.Operation == nil {
		return ""
	}
	var names []string
	for s := c.stage + 1; s <= operationStage; s++ {
		if makes(c.Operation, s) {
			names = append(names, stageNames[s])
		}
	}
	return journal.Names(phrase.List(names...))
}

// makes reports whether calls of an operation are checked at a stage.
func makes(op *catalog.Operation, s stage) bool {
	if !op.IsOperation() {
		return s == operationStage
	}
	withSession := op.Protocol == catalog.SOAP && op.ID != catalog.Login
	switch s {
	case credentialStage:
		return !withSession
	case sessionStage:
		return withSession
	case acceptStage:
		return op.Accept
	case featureStage:
		return op.Feature != ""
	}
	return true
}
