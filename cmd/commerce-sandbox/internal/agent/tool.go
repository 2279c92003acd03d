package agent

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool is one row of the table of tools.
type tool struct {
	name        string
	title       string
	description string // what it is for, in less than 300 characters
	effect      effect
	inputs      []input
	run         func(context.Context, inputs) (any, error)
}

// effect is what a tool does to the sandbox.
type effect struct {
	reads      bool // it changes nothing
	destroys   bool // it deletes or replaces what cannot be had back
	idempotent bool // calling it again changes nothing more
}

// The effects of the tools.
var (
	reads    = effect{reads: true, idempotent: true}
	adds     = effect{}
	sets     = effect{idempotent: true}
	destroys = effect{destroys: true, idempotent: true}
	replaces = destroys // what had the name
)

// described returns the tool as the protocol shows it.
func (t tool) described() *mcp.Tool {
	no, destructive := false, t.effect.destroys
	return &mcp.Tool{
		Name: t.name, Title: t.title, Description: t.description, InputSchema: schema(t.inputs), OutputSchema: answerSchema(answers()[t.name]...),
		Annotations: &mcp.ToolAnnotations{
			ReadOnlyHint: t.effect.reads, DestructiveHint: &destructive, IdempotentHint: t.effect.idempotent, OpenWorldHint: &no,
		},
	}
}

// tools returns all tools.
func (s *session) tools() []tool {
	var all []tool
	for _, group := range [][]tool{s.accountTools(), s.scenarioTools(), s.callTools(), s.verifyTools(), s.rehearsalTools(), s.interfaceTools()} {
		all = append(all, group...)
	}
	return all
}

// accountInput selects the account of a tool.
func accountInput() input {
	return input{name: "account", kind: isText, meaning: "vendor code; without it, the first account of the sandbox"}
}

// done is the answer of a tool that changes something.
type done struct {
	Account string `json:"account,omitempty"`
	Done    string `json:"done"`
}
