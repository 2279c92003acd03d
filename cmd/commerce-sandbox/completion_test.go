package main

import (
	"slices"
	"strings"
	"testing"
)

// completed returns the offers of a shell after words, without descriptions, and the
// directive at their end.
func completed(t *testing.T, words ...string) (offers []string, directive string) {
	t.Helper()
	got := call(t, nil, append([]string{"__complete"}, words...)...)
	for line := range strings.Lines(got.stdout) {
		offer, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		offers = append(offers, offer)
	}
	if got.code != exitDone || len(offers) == 0 {
		t.Fatalf("%q: got %+v", words, got)
	}
	return offers[:len(offers)-1], offers[len(offers)-1]
}

// The directives of cobra.
const (
	offerFiles   = ":0"
	offerNothing = ":4" // but the words
	offerYAML    = ":8"
	offerFolders = ":16"
)

func TestComplete(t *testing.T) {
	t.Parallel()
	tests := []struct {
		words     []string
		want      string // one of the offers, or ""
		directive string
	}{
		{[]string{""}, "scenario", offerNothing},
		{[]string{"scenario", ""}, "off", offerNothing},
		{[]string{"scenario", "on", ""}, "outage", offerNothing},
		{[]string{"scenario", "on", "slow", ""}, "", offerNothing},
		{[]string{"scenario", "off", ""}, "slow", offerNothing},
		{[]string{"scenario", "show", ""}, "outage", offerNothing},
		{[]string{"reset", "--to", ""}, "empty", offerNothing},
		{[]string{"clock", ""}, "advance", offerNothing},
		{[]string{"clock", "set", ""}, "", offerNothing},
		{[]string{"account", "open", "--world", ""}, "paging", offerNothing},
		{[]string{"account", "open", "--scenario", ""}, "outage", offerNothing},
		{[]string{"account", "open", "--assume", ""}, "search-status=200", offerNothing},
		{[]string{"account", "open", "--feature", ""}, "API_GET_CUSTOMER_ORDERS=off", offerNothing},
		{[]string{"reset", "--keep", ""}, "clock", offerNothing},
		{[]string{"requests", "--operation", ""}, "login", offerNothing},
		{[]string{"coverage", "--format", ""}, "markdown", offerNothing},
		{[]string{"sign", "--algo", ""}, "md5", offerNothing},
		{[]string{"--accounts", ""}, "closed", offerNothing},
		{[]string{"--scenario", ""}, "outage", offerNothing},
		{[]string{"--assume", ""}, "search-status=200", offerNothing},
		{[]string{"serve", "--feature", ""}, "API_GET_CUSTOMER_ORDERS=off", offerNothing},
		{[]string{"--li"}, "--listen", offerNothing},
		{[]string{"--data", ""}, "", offerFiles},
		{[]string{"--scenarios", ""}, "", offerFolders},
		{[]string{"check", ""}, "yaml", offerYAML},
		{[]string{"ready", ""}, "", offerNothing},
		{[]string{"record", "list", ""}, "orders", offerNothing},
		{[]string{"record", "set", "orders", ""}, "", offerNothing},
		{[]string{"explain", ""}, "", offerNothing},
	}
	for _, test := range tests {
		offers, directive := completed(t, test.words...)
		if directive != test.directive || test.want != "" && !slices.Contains(offers, test.want) || test.want == "" && len(offers) > 0 {
			t.Errorf("%q: got %q %s, want %q %s", test.words, offers, directive, test.want, test.directive)
		}
	}
}

func TestCompletionScripts(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if got := call(t, nil, "completion", shell); got.code != exitDone || got.stderr != "" || !strings.Contains(got.stdout, name) {
			t.Errorf("%s: got %+v", shell, got)
		}
	}
	const want = name + `: unknown command "x" for "commerce-sandbox completion bash"` + "\nSee commerce-sandbox completion bash --help.\n"
	if got := call(t, nil, "completion", "bash", "x"); got.code != exitUsage || got.stderr != want {
		t.Errorf("got %+v, want %q", got, want)
	}
}
