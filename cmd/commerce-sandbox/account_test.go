package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func TestAccount(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.golden("account-open", "account", "open", "JOB-17", "--world", "empty", "--clock", "2026-10-09", "--secret", "quiet",
		"--scenario", "slow", "--feature", "API_GET_CUSTOMER_ORDERS=off", "--assume", "search-status=200")
	s.golden("account-list", "account")
	s.want(prints("CODE    WORLD  CALLS  REFUSED  CLOCK                              SCENARIOS  RUN  LABEL\n"+
		"JOB-17  empty  0      0        frozen at 2026-10-09 00:00:00 UTC  slow       -    -"), "account", "list", "-q", "scenario:*")
	s.want(fails(`the vendor code is taken; choose another vendor code, or leave it out to get a new one; to give the account another secret, delete it and open it again`), "account", "open", "JOB-17")
	s.want(misuse("account delete", `unknown account "JOB-71"; did you mean JOB-17?`), "account", "delete", "JOB-71")
	s.want(prints("account JOB-17 is deleted"), "account", "delete", "JOB-17")
	s.want(misuse("account open", `account open takes the vendor code of an account, got "A B"`), "account", "open", "A", "B")
	s.want(misuse("account set", "account set needs --discard-writes or --discard-writes=false"), "account", "set", "DEMO")
	s.want(prints("calls of account DEMO store nothing"), "account", "set", "DEMO", "--discard-writes")
}

// TestSecretFile opens an account with a secret full of the shell's characters, and never
// shows the secret.
func TestSecretFile(t *testing.T) {
	t.Parallel()
	s := reach(t)
	const secret = `a'b"c$HOME#d&e \!`
	folder := t.TempDir()
	path := func(name, text string) string {
		write(t, filepath.Join(folder, name), text)
		return filepath.Join(folder, name)
	}
	right := path("secret", secret+"\r\n")
	for code, format := range map[string]string{"MYSHOP": "text", "MYSHOP2": "json"} {
		if got := s.call("account", "open", code, "--secret-file", right, "--format", format); got.code != 0 || strings.Contains(got.stdout+got.stderr, "HOME") {
			t.Errorf("got %+v", got)
		}
		signed, err := sandbox.Credentials{VendorCode: code, Secret: secret}.Sign(s.Now())
		must(t, err)
		found, err := s.Control().Diagnose(t.Context(), client.SignatureRequest{Header: signed.Header()})
		if err != nil || !found.Valid || found.Account != code {
			t.Errorf("got %+v, %v", found, err)
		}
	}
	for _, text := range []string{"", "\n", strings.Repeat("x", 5000)} {
		wrong := path("wrong", text)
		s.wantPart(exitUsage, "must have the secret as its first line", "account", "open", "OTHER", "--secret-file", wrong)
	}
	s.want(misuse("account open", "--secret and --secret-file exclude each other"), "account", "open", "OTHER", "--secret", "x", "--secret-file", right)
}

func TestAccountOpenJSON(t *testing.T) {
	t.Parallel()
	s := reach(t)
	var opened client.AccountState
	got := s.call("account", "open", "--format", "json")
	if err := json.Unmarshal([]byte(got.stdout), &opened); err != nil || opened.VendorCode == "" || opened.VendorCode == "DEMO" || opened.Secret != "demo-secret" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestHandles(t *testing.T) {
	t.Parallel()
	s := reach(t)
	if got, want := s.row("order-refund", "handles"), " OrderReference="+s.ID("order-refund", "OrderReference"); !strings.Contains(got, want) {
		t.Errorf("got %q, want %q in it", got, want)
	}
	var shown map[string]map[string]string
	s.want(prints("HANDLE        KIND   IDS\norder-refund  order  "+s.row("order-refund", "handles")[len("order "):]), "handles", "order-refund")
	s.want(misuse("handles", `unknown handle "order-refnd"; did you mean order-refund?`), "handles", "order-refnd")
	s.want(misuse("handles", `unknown handle "zzzzzzzzz"; commerce-sandbox handles lists all`), "handles", "zzzzzzzzz")
	got := s.call("handles", "--format", "json")
	if err := json.Unmarshal([]byte(got.stdout), &shown); err != nil || shown["order-refund"]["kind"] != "order" {
		t.Errorf("got %+v, %v", shown["order-refund"], err)
	}
}

func TestSnapshot(t *testing.T) {
	t.Parallel()
	s := reach(t)
	s.want(prints("NAME  SAVED  ACCOUNT TIME  ORDERS"), "snapshot")
	s.want(prints("snapshot before of account DEMO is saved with 284 orders"), "snapshot", "take", "before")
	s.want(prints("NAME    SAVED                ACCOUNT TIME         ORDERS\n"+
		"before  2026-10-09 12:00:00  2026-10-09 12:00:00  284"), "snapshot", "list")
	s.want(misuse("snapshot delete", `unknown snapshot "befor"; did you mean before?`), "snapshot", "delete", "befor")
	s.want(prints("snapshot before of account DEMO is deleted"), "snapshot", "delete", "before")
	s.want(prints("{\n  \"snapshots\": [],\n  \"total\": 0\n}"), "snapshot", "list", "--format", "json")
	s.want(misuse("snapshot take", "snapshot take needs a name for the snapshot, got \"\""), "snapshot", "take")
}

// misuse is the end of a command with wrong arguments.
func misuse(command, text string) ending {
	return ending{code: exitUsage, stderr: name + ": " + text + "\nSee " + name + " " + command + " --help.\n"}
}
