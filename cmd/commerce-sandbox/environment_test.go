package main

import (
	"strings"
	"testing"
)

// TestUnknownVariables warns about variables unknown to every command, and about no
// others.
func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	const warning = name + ": warning: unknown environment variable "
	tests := []struct {
		variable, value, want string
	}{
		{"SANDBOX_LISTN", ":8080", warning + "SANDBOX_LISTN; did you mean SANDBOX_LISTEN?\n"},
		{"SANDBOX_CONTROL_TOKENS", "t", warning + "SANDBOX_CONTROL_TOKENS; did you mean SANDBOX_CONTROL_TOKEN?\n"},
		{"SANDBOX_FORMAT", "markdown", warning + "SANDBOX_FORMAT; did you mean SANDBOX_LOG_FORMAT?\n"},
		{"SANDBOX_ZZZZZZZZ", "1", warning + "SANDBOX_ZZZZZZZZ\n"},
		{"SANDBOX_COLOUR", "8080", warning + "SANDBOX_COLOUR\n"},
		{"SANDBOX_LISTN", "", ""},
		{"SANDBOX_URL", "http://127.0.0.1:1", ""},
		{"SANDBOX_ACCOUNT", "ACME", ""},
		{"SANDBOX_LOG_LEVEL", "debug", ""},
		{"sandbox_listen", "x", ""},
		// Kubernetes sets these for a service with the name sandbox.
		{"SANDBOX_SERVICE_HOST", "10.0.0.11", ""},
		{"SANDBOX_SERVICE_PORT", "8080", ""},
		{"SANDBOX_SERVICE_PORT_HTTP", "8080", ""},
		{"SANDBOX_PORT", "tcp://10.0.0.11:8080", ""},
		{"SANDBOX_PORT_8080_TCP", "tcp://10.0.0.11:8080", ""},
		{"SANDBOX_PORT_8080_TCP_PROTO", "tcp", ""},
		{"SANDBOX_PORT_8080_TCP_PORT", "8080", ""},
		{"SANDBOX_PORT_8080_TCP_ADDR", "10.0.0.11", ""},
		{"SANDBOX_DATA_SERVICE_HOST", "10.0.0.12", ""},
		// Docker sets these for a linked container.
		{"SANDBOX_NAME", "/web/sandbox", ""},
		{"SANDBOX_ENV_GOLANG_VERSION", "1.26", ""},
	}
	for _, test := range tests {
		got := call(t, env{test.variable: test.value}, "version")
		if got.code != exitDone || got.stderr != test.want {
			t.Errorf("%s=%s: got %+v, want %q", test.variable, test.value, got, test.want)
		}
	}
}

// TestVariablesOfOthers sets variables for flags without one.
func TestVariablesOfOthers(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.env["SANDBOX_FORMAT"], s.env["SANDBOX_ALL"], s.env["SANDBOX_SCENARIO"] = "markdown", "true", "outage"
	if got := s.call("questions"); got.code != exitDone || !strings.HasPrefix(got.stdout, "ID ") {
		t.Errorf("got %+v, want the questions", got)
	}
	if got, want := s.call("scenario", "on", "slow").stdout, prints("slow is active for account DEMO until it is deactivated; it can affect 16 operations").stdout; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := s.call("scenario", "off", "slow").stdout, prints("slow is no longer active for account DEMO").stdout; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	s.Get("/orders/")
	if got := s.call("requests", "--format", "json").stdout; !strings.Contains(got, "DEMO-1") {
		t.Errorf("got %s, want the call, whatever scenario serve activates", got)
	}
}
