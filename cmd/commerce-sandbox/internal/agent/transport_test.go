package agent_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/commerce-sandbox/commerce-sandbox/cmd/commerce-sandbox/internal/agent"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// talk sends lines and returns the answers, except the one to the greeting. Each is one
// line of JSON, or the test fails.
func talk(t *testing.T, o agent.Options, input string) ([]string, error) {
	t.Helper()
	var out bytes.Buffer
	err := agent.Serve(t.Context(), o, strings.NewReader(hello+input), &out)
	var answers []string
	for line := range strings.Lines(out.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("got %q, want the protocol only", line)
		}
		if !strings.Contains(line, `"id":0,`) {
			answers = append(answers, strings.TrimSuffix(line, "\n"))
		}
	}
	return answers, err
}

// TestPipedInput answers all requests of an input before its end, also when the last line
// has no line feed.
func TestPipedInput(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"))
	var input strings.Builder
	for id := range 30 {
		fmt.Fprintf(&input, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"verify_calls","arguments":{"expectations":[{"operation":"login","count":0}]}}}`+"\n", id+1)
	}
	answers, err := talk(t, options(s.URL()), strings.TrimSuffix(input.String(), "\n"))
	if err != nil || len(answers) != 30 {
		t.Errorf("got %d answers, %v: %.500q", len(answers), err, answers)
	}
	for _, answer := range answers {
		if !strings.Contains(answer, "DEMO: verified") {
			t.Errorf("got %s", answer)
		}
	}
}

// TestBadLine ends at a line that is no message, after the answers to the earlier ones.
func TestBadLine(t *testing.T) {
	t.Parallel()
	const pong = `{"jsonrpc":"2.0","id":7,"result":{}}`
	for line, want := range map[string]string{
		"not json": "invalid character 'o'", `{"jsonrpc":"2.0"}`: "invalid request", "{": "unexpected EOF",
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("a", 5<<20) + `"}}`: "exceeded the configured maximum line length",
	} {
		answers, err := talk(t, options("http://127.0.0.1:1"), `{"jsonrpc":"2.0","id":7,"method":"ping"}`+"\n\r\n"+line+"\n")
		if err == nil || !strings.Contains(err.Error(), want) || !slices.Equal(answers, []string{pong}) {
			t.Errorf("%.80s: got %q, %v, want %q", line, answers, err, want)
		}
	}
}

// TestParallel calls tools from many goroutines.
func TestParallel(t *testing.T) {
	t.Parallel()
	_, u := use(t, sandboxtest.World("empty"))
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			result, err := u.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "open_account", Arguments: with{"vendor_code": fmt.Sprintf("JOB-%d", i), "world": "empty"}})
			if err != nil || result.IsError || !strings.Contains(result.Content[0].(*mcp.TextContent).Text, fmt.Sprintf(`"account":"JOB-%d"`, i)) {
				t.Errorf("%d: got %+v, %v", i, result, err)
			}
		})
	}
	all.Wait()
	if got := u.get("accounts", with{}); got["total"] != 51.0 {
		t.Errorf("got %v accounts, want 51", got["total"])
	}
}

// TestCancel ends a waiting tool when its client cancels it, and Serve when the input
// ends meanwhile.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"))
	in, input := io.Pipe()
	output, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- agent.Serve(t.Context(), options(s.URL()), in, out) }()
	answers := bufio.NewScanner(output)
	say := func(line string) {
		_, err := io.WriteString(input, line+"\n")
		must(t, err)
	}
	say(strings.TrimSuffix(hello, "\n"))
	answers.Scan()
	say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify_calls","arguments":{"expectations":[{"operation":"login","count":1}],"within":"30s"}}}`)
	say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	for answers.Scan() && !strings.Contains(answers.Text(), `"id":2,`) {
	}
	go func() { _, _ = io.Copy(io.Discard, output) }()
	_ = input.Close()
	must(t, <-ended)
}
