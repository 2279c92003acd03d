package agent_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/commerce-sandbox/commerce-sandbox/cmd/commerce-sandbox/internal/agent"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}` + "\n" +
	`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"

// talk sends lines and returns the answers without that to the greeting. Each is one
// line of JSON, or the test fails.
func talk(t *testing.T, o agent.Options, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := agent.Serve(t.Context(), o, strings.NewReader(hello+input), &out); err != nil {
		t.Fatal(err)
	}
	var answers []string
	for line := range strings.Lines(out.String()) {
		if !json.Valid([]byte(line)) {
			t.Errorf("got %q, want the protocol only", line)
		}
		if !strings.Contains(line, `"id":0,`) {
			answers = append(answers, strings.TrimSuffix(line, "\n"))
		}
	}
	return answers
}

// TestBadLines answers lines that are no message, and goes on.
func TestBadLines(t *testing.T) {
	t.Parallel()
	complaint := func(code int, message string) string {
		return fmt.Sprintf(`{"error":{"code":%d,"message":%q},"id":null,"jsonrpc":"2.0"}`, code, message)
	}
	const pong = `{"jsonrpc":"2.0","id":7,"result":{}}`
	tests := []struct{ line, want string }{
		{"not json", complaint(-32700, "the line is not JSON; send one JSON-RPC message per line")},
		{`{"jsonrpc":"2.0"`, complaint(-32700, "the line is not JSON; send one JSON-RPC message per line")},
		{`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, complaint(-32600, "the protocol has no batches; send one JSON-RPC message per line")},
		{`{"jsonrpc":"2.0"}`, complaint(-32600, "the line is no JSON-RPC message: invalid request")},
		{`{"id":1,"method":"ping"}`, complaint(-32600, `the line is no JSON-RPC message: invalid message version tag ""; expected "2.0"`)},
		{`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"` + strings.Repeat("a", 5<<20) + `"}}`, complaint(-32600, "the line is longer than 4194304 bytes")},
		{`{"jsonrpc":"2.0","id":1,"method":"nope"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found: \"nope\""}}`},
		{"\r", ""},
		{`{"jsonrpc":"2.0","id":99,"result":{}}`, ""}, // an answer to no request
	}
	for _, test := range tests {
		answers := talk(t, options("http://127.0.0.1:1"), test.line+"\n"+`{"jsonrpc":"2.0","id":7,"method":"ping"}`) // the last line has no line feed
		want := []string{test.want, pong}
		if test.want == "" {
			want = want[1:]
		}
		slicesMatch := len(answers) == len(want)
		for _, w := range want {
			slicesMatch = slicesMatch && strings.Contains(strings.Join(answers, "\n"), w)
		}
		if !slicesMatch {
			t.Errorf("%.80s: got %q, want %q", test.line, answers, want)
		}
	}
}

// TestHugeLine keeps nothing of a line of 100 MB.
func TestHugeLine(t *testing.T) {
	t.Parallel()
	in := io.MultiReader(strings.NewReader(hello), io.LimitReader(repeated('a'), 100_000_000), strings.NewReader("\n"+`{"jsonrpc":"2.0","id":7,"method":"ping"}`+"\n"))
	var out bytes.Buffer
	if err := agent.Serve(t.Context(), options("http://127.0.0.1:1"), in, &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "longer than 4194304 bytes") || !strings.Contains(got, `"id":7,"result"`) {
		t.Errorf("got %.500s", got)
	}
}

// repeated is a reader of one byte without end.
type repeated byte

func (r repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// TestParallel calls tools from many goroutines.
func TestParallel(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"))
	u := use(t, s)
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
	if got := u.get("list_accounts", with{}); got["total"] != 51.0 {
		t.Errorf("got %v accounts, want 51", got["total"])
	}
}

// TestCancel ends a tool that waits when its client cancels it, and Serve when the
// input ends meanwhile.
func TestCancel(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World("empty"))
	in, input := io.Pipe()
	output, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- agent.Serve(t.Context(), options(s.URL()), in, out) }()
	answers := bufio.NewScanner(output)
	say := func(line string) {
		if _, err := io.WriteString(input, line+"\n"); err != nil {
			t.Error(err)
		}
	}
	say(strings.TrimSuffix(hello, "\n"))
	answers.Scan()
	say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify_calls","arguments":{"operation":"login","count":1,"within":"30s"}}}`)
	say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	say(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	for answers.Scan() && !strings.Contains(answers.Text(), `"id":2,`) {
	}
	go func() { _, _ = io.Copy(io.Discard, output) }()
	_ = input.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
