package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func accountVerb() verb {
	code := []flag{{name: "code"}}
	return parent("account", "List the accounts of a sandbox, open, change or delete one", "Without a command it lists.",
		verb{
			use: "list", short: "List the accounts, with what each was called and refused",
			examples: []string{"account list", "account list --q 'refused:>0' --sort -refused", "account list --format json"},
			flags: []flag{
				{name: "q", short: "q", value: "QUERY", usage: "only accounts that match a query, such as 'refused:>0 scenario:*', in quotes for the shell"},
				{name: "sort", value: "FIELD", preset: "code", usage: "code, calls, refused or last_call, with - in front from the greatest down"},
			},
			send: "GET /accounts", answer: client.AccountList{},
			text: "CODE\tWORLD\tCALLS\tREFUSED\tCLOCK\tSCENARIOS\tRUN\tLABEL\n" + `{{range .accounts -}}
{{.vendor_code}}	{{.world}}	{{.calls}}	{{.refused}}	{{clock .clock}}	{{or (join .scenarios ", ") "-"}}	{{or .run "-"}}	{{or .label "-"}}
{{end}}`,
		},
		openAccountVerb(),
		verb{
			use: "set CODE", short: "Make the calls of an account store nothing, or store again what they change",
			examples: []string{"account set DEMO --discard-writes", "account set DEMO --discard-writes=false"},
			needs:    "the vendor code of an account", args: code,
			flags: []flag{{name: "discard-writes", usage: "answer calls that write as usual, and store nothing of them; =false to store again", kind: value(toggle)}},
			prepare: func(r *request) error {
				if r.in["discard_writes"] == nil {
					return usage{errors.New("account set needs --discard-writes or --discard-writes=false")}
				}
				return nil
			},
			send: "PATCH /accounts/{code}", then: "GET /accounts/{code}", answer: client.AccountState{},
			text: `calls of account {{in "code"}} store {{if .discard_writes}}nothing{{else}}what they change{{end}}` + "\n",
		},
		verb{
			use: "delete CODE", short: "Delete an account with all that belongs to it", examples: []string{"account delete JOB-17"},
			needs: "the vendor code of an account", args: code,
			send: "DELETE /accounts/{code}", answer: named{"deleted": "code"}, text: "account {{.deleted}} is deleted\n",
		},
	)
}

func openAccountVerb() verb {
	return verb{
		use: "open [CODE]", short: "Open an account with a world of its own; without a code, with a new one",
		examples: []string{"account open", "account open JOB-17 --world empty --scenario slow", "account open MYSHOP --secret-file -", "account open --clock 2026-10-09 --format json"},
		needs:    "the vendor code of an account", args: []flag{{name: "vendor_code", optional: true}},
		flags: []flag{
			{name: "secret", value: "SECRET", usage: "secret of the account; without it, that of the sandbox"},
			{name: "secret-file", value: "FILE", usage: "file whose first line is the secret, - for stdin: a shell keeps --secret in its\nhistory, and may change its punctuation"},
			{name: "world", value: "NAME", usage: "shipped world; without it, that of the sandbox", complete: shippedWorlds},
			{name: "feature", value: "FLAG=on|off", many: true, usage: "feature of the account", sent: "features", kind: value(onOff("FLAG=on or FLAG=off")), complete: knownNames(features)},
			{name: "assume", value: "ID=ANSWER", many: true, usage: "answer to an open question", kind: value(pair("ID=ANSWER")), complete: knownNames(answers)},
			{name: "clock", value: "MOMENT", usage: "moment at which its clock is frozen, such as 2026-10-09", kind: value(moment)},
			{name: "scenario", value: "NAME", many: true, usage: "scenario that is active from the start", sent: "scenarios", kind: value(list), complete: knownNames(scenarios)},
			{name: "label", value: "TEXT", usage: "name of the test that it is for"},
			{name: "run", value: "NAME", variable: true, usage: "run that it belongs to"},
			{name: "ttl", value: "DURATION", usage: "delete it when nobody called it for so long, such as 1h", kind: value(duration)},
			{name: "discard-writes", usage: "answer its calls as usual, and store nothing of them", kind: value(toggle)},
		},
		fetch: openAccount, answer: client.AccountState{},
		text: `vendor code	{{.vendor_code}}
secret	{{.secret}}
world	{{or .world "-"}}
REST	{{.rest_url}}
SOAP	{{.soap_url}}
WSDL	{{.wsdl_url}}
`,
	}
}

// maxSecretFile is the length of the longest line of a secret, in bytes.
const maxSecretFile = 4 << 10

// openAccount opens an account, and does not show a secret that came from a file.
func openAccount(r *request) (any, error) {
	path, _ := r.in["secret_file"].(string)
	delete(r.in, "secret_file")
	if path != "" && r.in["secret"] != nil {
		return nil, usage{errors.New("--secret and --secret-file exclude each other")}
	}
	if path != "" {
		secret, err := readSecret(path, r.InOrStdin())
		if err != nil {
			return nil, usage{err}
		}
		r.in["secret"] = secret
	}
	var opened client.AccountState
	if err := r.sendTo("POST /accounts", r.in); err != nil {
		return nil, err
	}
	err := json.Unmarshal(r.raw, &opened)
	if path != "" {
		opened.Secret = "(as in the file)"
	}
	return opened, err
}

// readSecret reads a secret from the first line of a file, or of stdin for "-".
func readSecret(path string, stdin io.Reader) (string, error) {
	file, err := openInput(path, stdin)
	if err != nil {
		return "", err
	}
	defer file.Close()
	read, err := bufio.NewReader(io.LimitReader(file, maxSecretFile)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("--secret-file %s: %w", path, err)
	}
	line := strings.TrimRight(read, "\r\n")
	if line == "" || len(read) == maxSecretFile {
		return "", fmt.Errorf("--secret-file %s must have the secret as its first line", path)
	}
	return line, nil
}
