package agent_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestResources lists the resources, reads one of each kind, and completes names.
func TestResources(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	session := use(t, s).session
	var listed []string
	for resource, err := range session.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		listed = append(listed, resource.URI)
	}
	for _, want := range []string{"sandbox://guide", "sandbox://operations", "sandbox://questions", "sandbox://scenarios", "sandbox://guide/start.md", "sandbox://operations/search-orders"} {
		if !slices.Contains(listed, want) {
			t.Errorf("got %q, want %s in it", listed, want)
		}
	}
	templates, err := session.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 4 {
		t.Errorf("got %v, %v", templates, err)
	}
	for _, test := range []struct{ uri, media, begins string }{
		{"sandbox://guide", "application/json", `{"guide":[{"name":"start.md","title":"Start",`},
		{"sandbox://guide/start.md", "text/markdown", "# Start\n"},
		{"sandbox://operations", "application/json", `{"operations":[{"name":"search-orders",`},
		{"sandbox://operations/search-orders", "application/json", `{"id":"search-orders","call":"GET /orders/",`},
		{"sandbox://questions", "application/json", `{"questions":[{"name":"nulls",`},
		{"sandbox://questions/search-status", "application/json", `{"id":"search-status","section":"4.1",`},
		{"sandbox://scenarios", "application/json", `{"read":"sandbox://scenarios/{name}","scenarios":[{"name":"accept-lenient",`},
		{"sandbox://scenarios/slow", "application/yaml", "# Teaches a fixed delay"},
	} {
		read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: test.uri})
		if err != nil || read.Contents[0].MIMEType != test.media || !strings.HasPrefix(read.Contents[0].Text, test.begins) {
			t.Errorf("%s: got %.200v, %v", test.uri, read, err)
		}
	}
	for uri, want := range map[string]string{
		"sandbox://scenarios/slwo":         `unknown scenario "slwo"; did you mean slow?`,
		"sandbox://questions/serch-status": `unknown open question "serch-status"; sandbox://questions lists them`,
		"sandbox://guide/../start.md":      "Resource not found",
		"file:///etc/passwd":               "Resource not found",
	} {
		if _, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", uri, err, want)
		}
	}
	completed, err := session.Complete(t.Context(), &mcp.CompleteParams{
		Ref: &mcp.CompleteReference{Type: "ref/resource", URI: "sandbox://scenarios/{name}"}, Argument: mcp.CompleteParamsArgument{Name: "name", Value: "customer-orders-f"},
	})
	if err != nil || !slices.Equal(completed.Completion.Values, []string{"customer-orders-forbidden"}) {
		t.Errorf("got %+v, %v", completed, err)
	}
}

// TestPrompts reads the prompts.
func TestPrompts(t *testing.T) {
	t.Parallel()
	session := pipe(t, options("http://127.0.0.1:1"))
	listed, err := session.ListPrompts(t.Context(), nil)
	if err != nil || len(listed.Prompts) != 2 {
		t.Fatalf("got %v, %v", listed, err)
	}
	for _, prompt := range listed.Prompts {
		got, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: prompt.Name, Arguments: map[string]string{"account": "JOB"}})
		if err != nil || !strings.Contains(got.Messages[0].Content.(*mcp.TextContent).Text, ` and account "JOB"`) {
			t.Errorf("%s: got %+v, %v", prompt.Name, got, err)
		}
	}
}
