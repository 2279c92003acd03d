package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// accountOpenCmd is the command account open with its flags.
type accountOpenCmd struct {
	remote
	account    client.NewAccount
	secretFile string
	format     format
}

func (p *program) accountOpen() *cobra.Command {
	a := &accountOpenCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:   "open [CODE]",
		Short: "Open an account with a world of its own; without a code, with a new one",
		Example: examples(
			name+" account open",
			name+" account open JOB-17 --world empty --scenario slow",
			name+" account open MYSHOP --secret-file -",
			name+" account open --clock 2026-10-09 --format json",
		),
		Args: a.setCode,
		RunE: a.run,
	}
	a.addFlags(c)
	return c
}

func (a *accountOpenCmd) addFlags(c *cobra.Command) {
	a.define(c,
		flag{name: "secret", value: "SECRET", usage: "secret of the account; without it, that of the sandbox", set: text(&a.account.Secret)},
		flag{name: "secret-file", value: "FILE", usage: "file whose first line is the secret, - for stdin: a shell keeps --secret in its\nhistory, and may change its punctuation", set: text(&a.secretFile)},
		flag{name: "world", value: "NAME", usage: "shipped world; without it, that of the sandbox", set: text(&a.account.World),
			complete: shippedWorlds},
		flag{name: "feature", value: "FLAG=on|off", many: true, usage: "feature of the account", set: onOff(&a.account.Features, "FLAG=on or FLAG=off"),
			complete: knownNames(features)},
		flag{name: "assume", value: "ID=ANSWER", many: true, usage: "answer to an open question", set: pair(&a.account.Answers, "ID=ANSWER"),
			complete: knownNames(answers)},
		flag{name: "clock", value: "MOMENT", usage: "moment at which its clock is frozen, such as 2026-10-09", set: moment(&a.account.Clock)},
		flag{name: "scenario", value: "NAME", many: true, usage: "scenario that is active from the start", set: list(&a.account.Scenarios),
			complete: knownNames(scenarios)},
		flag{name: "label", value: "TEXT", usage: "name of the test that it is for", set: text(&a.account.Label)},
		flag{name: "run", value: "NAME", variable: true, usage: "run that it belongs to", set: text(&a.account.Run)},
		flag{name: "ttl", value: "DURATION", usage: "delete it when nobody called it for so long, such as 1h", set: duration(&a.account.TTL)},
		flag{name: "discard-writes", usage: "answer its calls as usual, and store nothing of them", set: maybe(&a.account.DiscardWrites)},
		formatFlag(&a.format),
	)
}

func (a *accountOpenCmd) setCode(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return nil
	case 1:
		return text(&a.account.VendorCode)(args[0])
	}
	return errors.New("account open takes one vendor code at most")
}

func (a *accountOpenCmd) run(c *cobra.Command, _ []string) error {
	if err := a.readSecret(c.InOrStdin()); err != nil {
		return usage{err}
	}
	opened, err := a.client().Open(c.Context(), a.account)
	if err != nil {
		return err
	}
	if a.secretFile != "" {
		opened.Secret = "(as in the file)" // it is not to be shown
	}
	if a.format == asJSON {
		return a.program.writeJSON(opened)
	}
	return a.write(opened)
}

// write writes the account as a table.
func (a *accountOpenCmd) write(opened client.AccountState) error {
	var t table
	for _, line := range []labelled{
		{"vendor code", opened.VendorCode}, {"secret", opened.Secret}, {"world", cmp.Or(opened.World, "-")},
		{"REST", opened.RESTURL}, {"SOAP", opened.SOAPURL}, {"WSDL", opened.WSDLURL},
	} {
		t.add(line.label, line.text)
	}
	if err := t.write(a.program.stdout); err != nil {
		return fmt.Errorf("account %s is open: %w", opened.VendorCode, err)
	}
	return nil
}

// maxSecretFile is the length of the longest line of a secret, in bytes.
const maxSecretFile = 4 << 10

// readSecret reads the secret from its file, or from stdin for "-".
func (a *accountOpenCmd) readSecret(stdin io.Reader) error {
	if a.secretFile == "" {
		return nil
	}
	if a.account.Secret != "" {
		return errors.New("--secret and --secret-file exclude each other")
	}
	if a.secretFile != "-" {
		file, err := os.Open(a.secretFile)
		if err != nil {
			return err
		}
		defer file.Close()
		stdin = file
	}
	return a.readLine(stdin)
}

// readLine reads the secret, which is the first line.
func (a *accountOpenCmd) readLine(from io.Reader) error {
	read, err := bufio.NewReader(io.LimitReader(from, maxSecretFile)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("--secret-file %s: %w", a.secretFile, err)
	}
	line := strings.TrimRight(read, "\r\n")
	if line == "" || len(read) == maxSecretFile {
		return fmt.Errorf("--secret-file %s must have the secret as its first line", a.secretFile)
	}
	a.account.Secret = line
	return nil
}
