//go:build unix

package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestClients judges clients as teams write them, each under one schedule: what the first
// line, the finding and the remarks say, and what they do not.
func TestClients(t *testing.T) {
	t.Parallel()
	const (
		recovered = "1 recovered, 0 failed in the open, 0 not survived (in "
		failed    = "0 recovered, 1 failed in the open, 0 not survived (in "
		mistake   = "0 recovered, 0 failed in the open, 1 not survived: 1 mistake, seen at 1 place (in "
		doubled   = `2 campaigns "Summer", in the good run 1`
		signed    = `date=$(date -u "+%F %T"); hash=$(printf %s "${#COMMERCE_VENDOR_CODE}$COMMERCE_VENDOR_CODE${#date}$date" | openssl dgst -sha256 -hmac "$COMMERCE_SECRET" | sed 's/.* //'); `
		post      = signed + `curl -sf -o /dev/null -H "X-Service-Authentication: code=\"$COMMERCE_VENDOR_CODE\" date=\"$date\" hash=\"$hash\" algo=\"sha256\"" -d '{"Name":"Summer","Enabled":true,"DisplayForManualRenewals":true,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}' "$COMMERCE_REST/upsell"`
	)
	for _, test := range []struct {
		program, name, schedule string
		code                    int
		says                    []string
		not                     string
	}{
		{"python3", "hasty read", "search-orders#1=503", 0, []string{recovered}, "STORMED"},
		{"python3", "hasty write", "create-upsell#1=late-504", 1, []string{mistake, "WRONG IN SILENCE: create-upsell#1 was carried out and got a late 504, create-upsell#2 was carried out again: " + doubled}, "STORMED"},
		{"python3", "hasty and fails", "create-upsell#1=late-504", 0, []string{failed, "exit code 1, and left 2 campaigns", "create-upsell#1 X"}, "STORMED"},
		{"python3", "patient", "search-orders#1=silent", 0, []string{recovered}, "remark"},
		{"python3", "without a timeout", "search-orders#1=silent", 0, []string{failed, "remark: search-orders#1 waited 1s without giving up: no timeout?"}, "HUNG"},
		{"python3", "random name", "create-upsell#1=lost-answer", 1, []string{mistake, "carried out again: 2 campaigns, in the good run 1"}, "not repeatable"},
		{"python3", "flaky", "create-upsell#1=new-field", 0, []string{"0 not survived; 1 not repeatable (in ", "remark: the command is flaky: not repeatable (1 of 3), wrong in silence: create-upsell#1", doubled, "create-upsell#1 ?"}, "WRONG"},
		{"python3", "flaky, seen twice", "create-upsell#1=new-field", 1, []string{mistake, doubled}, "not repeatable"},
		{"python3", "workers", "create-upsell(B)#1=lost-answer", 1, []string{mistake, `2 campaigns "B", in the good run 1`}, "not repeatable"},
		{"python3", "workers", "create-upsell(B)#1=503", 0, []string{recovered}, "remark"},
		{"python3", "keeps a session", "search-orders#1=503", exitUsage, []string{"the command passed once and failed the second time without a fault, with exit code 1: it keeps something from run to run: a session, a file, a name"}, "reset"},
		{"node", "hasty read", "search-orders#1=gateway-page", 0, []string{recovered}, "STORMED"},
		{"node", "ignores Retry-After", "search-orders#1=429", 1, []string{mistake, "STORMED: search-orders#1 got 429: search-orders was repeated after ", "although Retry-After said 1s"}, "remark"},
		{"node", "waits as asked", "search-orders#1=429", 0, []string{recovered}, "remark"},
		{"node", "blind repeat", "create-upsell#1=lost-answer", 1, []string{mistake, doubled}, "remark"},
		{"node", "gives up", "create-upsell#1=lost-answer", 0, []string{failed, "exit code 1, and left 1 campaign", "create-upsell#1 X"}, "WRONG"},
		{"node", "gives up", "create-upsell#1=503", 0, []string{failed, "create-upsell#1 x"}, "left"},
		{"node", "swallows the error", "create-upsell#1=503", 1, []string{mistake, `the campaign "Summer" of the good run is missing`}, "remark"},
		{"node", "polls", "search-orders#1=503", 1, []string{mistake, "STORMED: search-orders#1 got 503: search-orders was called 13 times in the same way"}, "WRONG"},
		{"node", "polls a write", "create-upsell#1=503", 1, []string{mistake, `12 campaigns "Summer", in the good run 1; create-upsell was called 13 times in the same way`}, "STORMED"},
		{"sh", "hangs", "create-upsell#1=lost-answer", 1, []string{mistake, "HUNG: create-upsell#1 was carried out and lost its answer: the command did not end within 5s, and left 1 campaign", "repeat it: commerce-sandbox rehearse --assume 'rest-auth=documented' --world empty --patience 1s --timeout 5s --schedule"}, "WRONG"},
		{"sh", "on one connection", "search-orders#1=stale-connection", 0, []string{recovered}, "remark"},
	} {
		t.Run(test.program+"/"+test.name+"/"+test.schedule, func(t *testing.T) {
			t.Parallel()
			command := []string{"sh", "-c", map[string]string{"hangs": post + " || sleep 60", "on one connection": search + ` "$COMMERCE_REST/orders/"`}[test.name]}
			requireTools(t, "curl", "openssl")
			if file := map[string]string{"python3": "client.py", "node": "client.mjs"}[test.program]; file != "" {
				requireTools(t, test.program)
				command = []string{test.program, filepath.Join("testdata", "clients", file), test.name, filepath.Join(t.TempDir(), "kept")}
			}
			args := append([]string{"rehearse", "--assume", "rest-auth=documented", "--world", "empty", "--schedule", test.schedule}, limitsOf(test.name)...)
			got := call(t, withPath(env{}), append(append(args, "--"), command...)...)
			for _, part := range test.says {
				if text := got.stdout + got.stderr; got.code != test.code || !strings.Contains(text, part) || strings.Contains(text, test.not) {
					t.Errorf("got %d %s, want %d %q and no %q", got.code, text, test.code, part, test.not)
				}
			}
		})
	}
}

// limitsOf returns the limits of a trial. The connection of a patient client stays open
// longer than a busy machine needs to end the client's own wait.
func limitsOf(client string) []string {
	switch client {
	case "hangs":
		return []string{"--patience", "1s", "--timeout", "5s"}
	case "patient":
		return []string{"--patience", "30s"}
	}
	return []string{"--patience", "1s"}
}
