package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (p *program) bundle() *cobra.Command {
	c := p.verb(verb{use: "bundle", group: groupRun, short: "Save an account with its calls as one file, and open it elsewhere", below: []verb{{
		use: "save FILE", short: "Save an account of a running sandbox: its records, its settings, its scenarios, its clock and the recorded calls",
		examples: []string{"bundle save ticket-123.zip", "bundle save ticket-123.zip --account DEMO"},
		needs:    "a file to write, or - for stdout", args: []flag{{name: "file", complete: files}}, account: firstAccount,
		flags: []flag{{name: "with-secret", usage: "with the secret of the account and the credentials of the calls; without it, they are masked", kind: value(toggle)}},
		fetch: withAccount(saveBundle), answer: client.BundleInfo{},
		text: `saved {{.account}} with {{count (or (index .records "orders") 0) "order"}} and {{count .calls "call"}}` + "\n",
	}}})
	c.AddCommand(p.bundleOpen())
	return c
}

// saveBundle writes the file of the argument, and returns what is in it.
func saveBundle(r *request, account *client.Account) (any, error) {
	path := r.args[0]
	options := client.BundleOptions{Secret: r.in["with_secret"] == true}
	if err := r.program.writeFile(path, func(w io.Writer) error { return account.WriteBundle(r.ctx, options, w) }); err != nil || path == toStdout {
		return nil, err
	}
	if saved, err := os.Stat(path); err != nil || !saved.Mode().IsRegular() {
		return nil, err // a pipe cannot be read again
	}
	info, err := sandbox.CheckBundle(r.ctx, path)
	if err != nil {
		return nil, err
	}
	r.program.warnOfBundle(info)
	return info, nil
}

// warnOfBundle warns of confidential data in a bundle, and of missing calls.
func (p *program) warnOfBundle(info client.BundleInfo) {
	var lines []string
	if info.PersonalData {
		lines = append(lines, "the bundle has personal data, because records came into the account with it")
	}
	if info.Secret {
		lines = append(lines, "the bundle has the secret of the account")
	}
	if info.Dropped > 0 {
		lines = append(lines, fmt.Sprintf("the bundle lacks %s, for which the journal had no room; serve --journal and --journal-bytes keep more", count(int(info.Dropped), "call")))
	}
	for _, note := range lines {
		fmt.Fprintln(p.stderr, name+": note: "+sandbox.Visible(note))
	}
}

// openFlags are the flags of serve available in bundle open. The bundle decides the rest.
var openFlags = strings.Fields("listen control-listen allowed-host public-url trust-proxy cors secret accounts max-accounts " +
	"scenarios clock auth-header journal journal-bytes control-token tls dev log-format log-level")

// freePort is the address of a bundle opened without --listen, because the default
// address often belongs to the developer's own sandbox.
const freePort = "127.0.0.1:0"

func (p *program) bundleOpen() *cobra.Command {
	s := &serveCmd{program: p, drain: drainTime}
	c := &cobra.Command{
		Use:     "open FILE",
		Short:   "Run a sandbox with the account of a bundle as it was, until it is interrupted",
		Example: examples(name+" bundle open ticket-123.zip", name+" bundle open ticket-123.zip --listen 127.0.0.1:8080"),
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("bundle open needs a bundle, got %q", strings.Join(args, " "))
			}
			s.options.Bundle, s.options.Ephemeral = args[0], true
			return s.make(c, args)
		},
		ValidArgsFunction: firstArgument(files),
		RunE:              s.run,
	}
	flags := slices.DeleteFunc(withVariables(s.flags()...), func(f flag) bool { return !slices.Contains(openFlags, f.name) })
	flags[0].preset, flags[0].variable = freePort, false
	define(c, flags...)
	return c
}
