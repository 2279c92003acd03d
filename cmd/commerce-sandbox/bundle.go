package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// bundle is the command above those about bundles.
func (p *program) bundle() *cobra.Command {
	c := &cobra.Command{
		Use:     "bundle",
		GroupID: groupRun,
		Short:   "Save an account with its calls as one file, open it elsewhere, or replay its calls",
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.bundleSave(), p.bundleOpen(), p.bundleReplay())
	return c
}

// bundleSaveCmd is the command bundle save with its flags.
type bundleSaveCmd struct {
	remote
	options client.BundleOptions
	format  format
}

func (p *program) bundleSave() *cobra.Command {
	s := &bundleSaveCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:               "save FILE",
		Short:             "Save an account of a running sandbox: its records before and after its calls, its state, and the calls",
		Example:           examples(name+" bundle save ticket-123.zip", name+" bundle save ticket-123.zip --account DEMO --snapshot before-checkout"),
		Args:              oneArgument("a file to write, or - for stdout"),
		ValidArgsFunction: firstArgument(files),
		RunE:              s.run,
	}
	s.define(c,
		s.accountFlag(firstAccount),
		flag{name: "snapshot", value: "NAME", usage: "begin at this snapshot; without it, at the first call since the account was opened or reset", set: text(&s.options.Snapshot),
			complete: s.completions(s.snapshots)},
		flag{name: "with-secret", usage: "with the secret of the account and the credentials of the calls; without it, they are masked, and a replay signs the calls again", set: toggle(&s.options.Secret)},
		formatFlag(&s.format),
	)
	return c
}

func (s *bundleSaveCmd) run(c *cobra.Command, args []string) error {
	ctx, path := c.Context(), args[0]
	account, err := s.account(ctx)
	if err != nil {
		return err
	}
	if err := s.program.writeFile(path, func(w io.Writer) error { return account.WriteBundle(ctx, s.options, w) }); err != nil || path == toStdout {
		return err
	}
	info, err := sandbox.CheckBundle(ctx, path)
	if err != nil {
		return err
	}
	if err := s.program.done(s.format, info, "saved %s of %s since %s, with %s before and %s after them", s.contents(info), info.Account, info.Since,
		count(info.Before.Orders, "order"), count(info.After.Orders, "order")); err != nil {
		return err
	}
	return s.program.warnOfBundle(info)
}

// contents returns what a bundle has in words.
func (s *bundleSaveCmd) contents(info client.BundleInfo) string {
	if info.ByHand == 0 {
		return count(info.Calls, "call")
	}
	return count(info.Calls, "call") + " and " + count(info.ByHand, "change") + " by hand"
}

// warnOfBundle prints what a bundle has that not everybody may see, and what cannot be
// repeated.
func (p *program) warnOfBundle(info client.BundleInfo) error {
	var lines []string
	if info.PersonalData {
		lines = append(lines, "the bundle has personal data, because records came into the account with it")
	}
	if info.Secret {
		lines = append(lines, "the bundle has the secret of the account")
	}
	for _, note := range append(lines, info.Notes...) {
		if _, err := fmt.Fprintln(p.stderr, name+": note: "+visible(note)); err != nil {
			return err
		}
	}
	return nil
}

// openFlags are the flags of serve that bundle open has. The bundle decides the rest.
var openFlags = strings.Fields("listen control-listen allowed-host public-url trust-proxy cors secret accounts max-accounts " +
	"scenarios clock auth-header journal journal-bytes control-token tls dev log-format log-level")

// freePort is where a bundle is opened without --listen, because the default address
// is often taken by the sandbox that the developer works with.
const freePort = "127.0.0.1:0"

func (p *program) bundleOpen() *cobra.Command {
	s := &serveCmd{program: p, drain: drainTime}
	c := &cobra.Command{
		Use:               "open FILE",
		Short:             "Run a sandbox with the account of a bundle as it is after its calls, until it is interrupted",
		Example:           examples(name+" bundle open ticket-123.zip", name+" bundle open ticket-123.zip --listen 127.0.0.1:8080"),
		Args:              all(oneArgument("a bundle"), s.makeFromBundle),
		ValidArgsFunction: firstArgument(files),
		RunE:              s.run,
	}
	var flags []flag
	for _, f := range withVariables(s.flags()...) {
		for _, known := range openFlags {
			if f.name == known {
				flags = append(flags, f)
			}
		}
	}
	flags[0].preset, flags[0].variable = freePort, false
	define(c, flags...)
	return c
}

// makeFromBundle makes the sandbox of a bundle.
func (s *serveCmd) makeFromBundle(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return nil // which is a fault already
	}
	s.options.Bundle, s.options.Ephemeral = args[0], true
	return s.make(c, args)
}

// bundleReplayCmd is the command bundle replay with its flags.
type bundleReplayCmd struct {
	program *program
	format  format
}

func (p *program) bundleReplay() *cobra.Command {
	r := &bundleReplayCmd{program: p}
	c := &cobra.Command{
		Use:               "replay FILE",
		Short:             "Repeat the calls of a bundle in a sandbox of their own, and compare the answers (exit code 1 unless all are the same)",
		Example:           examples(name+" bundle replay ticket-123.zip", name+" bundle replay ticket-123.zip --format json"),
		Args:              oneArgument("a bundle"),
		ValidArgsFunction: firstArgument(files),
		RunE:              r.run,
	}
	define(c, formatFlag(&r.format))
	return c
}

func (r *bundleReplayCmd) run(c *cobra.Command, args []string) error {
	var printed error
	each := func(call client.ReplayedCall) {
		if r.format == asText && printed == nil {
			_, printed = io.WriteString(r.program.stdout, visible(replayedText(call)))
		}
	}
	replay, err := sandbox.Replay(c.Context(), args[0], sandbox.ReplayOptions{Each: each})
	if err != nil {
		return err
	}
	if r.format == asJSON {
		printed = r.program.writeJSON(replay)
	} else if printed == nil {
		printed = r.printSum(replay)
	}
	if printed != nil || replay.AllSame() {
		return printed
	}
	return fmt.Errorf("not every call got the same answer: %d different, %d not repeated", replay.Different, replay.Skipped)
}

func (r *bundleReplayCmd) printSum(replay client.Replay) error {
	for _, note := range replay.Notes {
		if _, err := fmt.Fprintf(r.program.stdout, "note: %s\n", visible(note)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(r.program.stdout, "%s repeated: %d the same, %d different; %d not repeated\n",
		count(replay.Same+replay.Different, "call"), replay.Same, replay.Different, replay.Skipped)
	if saved, is := replay.Bundle.Version, replay.Version; saved != is && err == nil {
		_, err = fmt.Fprintf(r.program.stdout, "saved by version %s, repeated by version %s\n", visible(saved), is)
	}
	return err
}
