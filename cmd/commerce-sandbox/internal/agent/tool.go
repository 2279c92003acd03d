package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool describes a tool.
type tool struct {
	name        string
	title       string
	effect      effect
	description string // its purpose, in less than 300 characters
}

// effect is the effect of a tool on the sandbox.
type effect string

const (
	reads    effect = "reads"    // it changes nothing
	adds     effect = "adds"     // calling it again changes more
	sets     effect = "sets"     // calling it again changes nothing more
	destroys effect = "destroys" // it deletes or replaces something for good
)

// add adds a tool with the fields of In as its inputs. A text returned by run is the
// answer as it is, everything else is JSON. Only an Out other than any has a schema.
func add[In, Out any](s *session, server *mcp.Server, t tool, run func(context.Context, In) (Out, error)) {
	s.inputs[t.name] = fieldNames(reflect.TypeFor[In]())
	described := &mcp.Tool{Name: t.name, Title: t.title, Description: t.description, Annotations: &mcp.ToolAnnotations{
		ReadOnlyHint: t.effect == reads, DestructiveHint: new(t.effect == destroys), IdempotentHint: t.effect != adds, OpenWorldHint: new(false),
	}}
	mcp.AddTool(server, described, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var none Out
		ctx, cancel := context.WithTimeout(ctx, maxWait)
		defer cancel()
		answer, err := run(ctx, in)
		if err != nil {
			return nil, none, s.explain(err)
		}
		text, is := any(answer).(string)
		if is {
			answer = none
		} else {
			text, err = encode(answer)
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, answer, err
	})
}

// fieldNames lists the inputs of a tool. The fields of objects in a list follow its name.
func fieldNames(t reflect.Type) string {
	var names []string
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous || name == "-" {
			continue
		}
		if f := field.Type; f.Kind() == reflect.Slice && f.Elem().Kind() == reflect.Struct {
			name += " [" + fieldNames(f.Elem()) + "]"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// maxError is how many bytes an error has.
const maxError = 2000

// finish escapes invisible characters in the answers of tools, and adds the valid
// inputs to the library's error about wrong ones.
func (s *session) finish(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		found, err := next(ctx, method, request)
		answer, is := found.(*mcp.CallToolResult)
		if !is || err != nil {
			return found, err
		}
		text := answer.Content[0].(*mcp.TextContent)
		if answer.IsError {
			text.Text = cut(text.Text, maxError)
			if wrong, is := strings.CutPrefix(text.Text, `validating "arguments": `); is {
				text.Text = fmt.Sprintf("%s; the arguments are %s", strings.TrimPrefix(wrong, "validating root: "), s.inputs[request.(*mcp.CallToolRequest).Params.Name])
			}
		}
		text.Text = visible(text.Text)
		if raw, is := answer.StructuredContent.(json.RawMessage); is {
			answer.StructuredContent = json.RawMessage(visible(string(raw)))
		}
		return answer, nil
	}
}

// ofAccount is the input of a tool for one account.
type ofAccount struct {
	Account string `json:"account,omitempty" jsonschema:"vendor code; without it, the first account"`
}

// paged is the input of a tool whose answer can have a rest.
type paged struct {
	Cursor string `json:"cursor,omitempty" jsonschema:"more.cursor of the answer before, for the rest"`
}

// done is the answer of a tool after a change.
type done struct {
	Account string `json:"account,omitempty"`
	Done    string `json:"done"`
}

// quote returns a wrong value in at most 80 bytes.
func quote(value string) string {
	text, _ := json.Marshal(value) // a text always encodes
	if len(text) > 80 {
		return strings.ToValidUTF8(string(text[:77]), "") + "…"
	}
	return string(text)
}

// duration returns a duration such as 5s, 0 for "".
func duration(name, given string) (time.Duration, error) {
	if given == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(given)
	if err != nil || d <= 0 {
		return 0, errors.New(name + " must be a duration such as 500ms, 5s or 2h, got " + quote(given))
	}
	return d, nil
}
