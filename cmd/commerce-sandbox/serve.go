package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// drainTime is how long calls may take to end after the sandbox is interrupted.
// With the rest of the stop it stays below two seconds, because some tools wait no longer before they kill.
const drainTime = 1500 * time.Millisecond

// serveCmd is the command serve with its flags.
type serveCmd struct {
	program *program
	options sandbox.Options
	format  client.Format // of the log
	level   slog.Level
	drain   time.Duration
	sandbox *sandbox.Sandbox
}

func (p *program) serve() *cobra.Command {
	return (&serveCmd{program: p, drain: drainTime}).command()
}

func (s *serveCmd) command() *cobra.Command {
	c := &cobra.Command{
		Use:     "serve",
		GroupID: groupRun,
		Short:   "Run a sandbox until it is interrupted",
		Long:    "Run a sandbox until it is interrupted.\n\n" + precedence,
		Example: examples(
			name,
			name+" --ephemeral --listen 127.0.0.1:0 --seed 7",
			name+" --assume search-status=200 --feature API_GET_CUSTOMER_ORDERS=off",
			"SANDBOX_LISTEN=:8080 SANDBOX_EPHEMERAL=true "+name,
		),
		Args: all(noArguments, s.decideData, s.make),
		RunE: s.run,
	}
	define(c, withVariables(s.flags()...)...)
	return c
}

func (s *serveCmd) flags() []flag {
	o := &s.options
	return []flag{
		{name: "listen", project: true, value: "HOST:PORT", preset: defaultListen, usage: "address to listen on; port 0 picks a free port", set: to(&o.Listen, text)},
		{name: "control-listen", value: "HOST:PORT", usage: "address of its own for control interface and pages; --listen then serves the protocols alone", set: to(&o.ControlListen, text)},
		{name: "allowed-host", value: "NAME", many: true, usage: "further name under which the control interface is served", set: to(&o.AllowedHosts, list)},
		{name: "public-url", value: "URL", usage: "address that clients call, such as https://shop.example.com/sandbox behind a proxy; every shown address begins with it", set: to(&o.PublicURL, text)},
		{name: "trust-proxy", value: "NETWORK|private|all|none", preset: "private", many: true, usage: "peers whose Forwarded and X-Forwarded-* headers say which address the client called", set: to(&o.TrustedProxies, list)},
		{name: "cors", value: "ORIGIN|*", many: true, usage: "origin whose pages may call both protocols from a browser, such as http://localhost:5173", set: to(&o.CORSOrigins, list)},
		{name: "data", value: "FILE", preset: "commerce-sandbox.db", usage: "data file; a write is synced before it is answered", set: to(&o.Data, text), complete: files},
		{name: "ephemeral", usage: "use a temporary data file, which is never synced and is removed at the end", set: to(&o.Ephemeral, toggle)},
		{name: "vendor-code", project: true, value: "CODE", preset: defaultCode, usage: "vendor code of the first account", set: to(&o.VendorCode, text)},
		{name: "secret", value: "SECRET", preset: defaultSecret, usage: "secret of the first account and of accounts that calls open", set: to(&o.Secret, text)},
		{name: "accounts", value: "open|closed", preset: string(sandbox.OpenAccounts), usage: "whether a signed call with an unknown vendor code opens an account",
			set: to(&o.Accounts, oneOf(sandbox.OpenAccounts, sandbox.ClosedAccounts)), complete: words(sandbox.OpenAccounts, sandbox.ClosedAccounts)},
		{name: "max-accounts", value: "N", preset: "1000", usage: "how many accounts there may be", set: to(&o.MaxAccounts, number[int](1))},
		{name: "account-ttl", value: "DURATION", usage: "delete accounts that nobody called for so long, such as 12h or 7d; without it, none", set: to(&o.AccountTTL, duration)},
		{name: "world", project: true, value: "NAME|FILE", preset: "default", usage: "world of new accounts: default, paging, empty, or a YAML file", set: to(&o.World, text), complete: files},
		{name: "discard-writes", usage: "answer calls that write as usual, and store nothing of them", set: to(&o.DiscardWrites, toggle)},
		{name: "orders", value: "N", usage: "orders of a new account; without it, the world decides", set: to(&o.Orders, number[int](1))},
		{name: "seed", project: true, value: "N", preset: "1", usage: "seed of data, ids and chance", set: to(&o.Seed, number[int64](1))},
		{name: "scenarios", project: true, value: "FOLDER", usage: "folder of scenario files, read again when a file changes", set: to(&o.ScenarioFolder, text), complete: folders},
		{name: "scenario", value: "NAME", many: true, usage: "scenario active for every account; the last one is tried first", set: to(&o.Scenarios, list),
			complete: knownNames(scenarios)},
		{name: "assume", project: true, value: "ID=ANSWER", many: true, usage: "answer to an open question for every account", set: to(&o.Answers, pair("ID=ANSWER")),
			complete: knownNames(answers)},
		{name: "feature", value: "FLAG=on|off", many: true, usage: "feature flag of every account", set: to(&o.Features, onOff("FLAG=on or FLAG=off")),
			complete: knownNames(features)},
		{name: "clock", value: "MOMENT", usage: "freeze all clocks at a moment, such as 2026-05-13T12:12:12Z", set: to(&o.Clock, text)},
		{name: "auth-header", value: "NAME", many: true, usage: "further name of the credential header", set: to(&o.AuthHeaders, list)},
		{name: "journal", value: "N", preset: "1000", usage: "calls that the journal keeps for each account, in 8 KiB each on average", set: to(&o.Journal, number[int](1))},
		{name: "journal-bytes", value: "SIZE", usage: "bytes that the journal keeps of all accounts, such as 64MiB; the oldest calls lose their bodies first; without it, an eighth of the container's memory, at most 128MiB", set: to(&o.JournalBytes, size)},
		{name: "max-import", value: "SIZE", preset: "1GiB", usage: "bytes that an import may have, such as 64MiB", set: to(&o.MaxImport, size)},
		{name: "report", value: "FOLDER", usage: "write a report at the stop: for each account its calls, its verdict as JSON, text and JUnit XML, and its coverage", set: to(&o.Report, text), complete: folders},
		{name: "control-token", project: true, value: "TOKEN", usage: "bearer token that the control interface requires", set: to(&o.ControlToken, text)},
		{name: "anonymize-key", value: "TEXT", usage: "what decides how import replaces personal data; without it, a random key of this run", set: to(&o.AnonymizeKey, text)},
		{name: "keep-personal-data", usage: "keep the personal data of the files that a world reads by orders_from", set: to(&o.KeepPersonalData, toggle)},
		{name: "tls", value: "off|self-signed|CERT,KEY", preset: sandbox.TLSOff, usage: "serve https with a self-signed certificate or with your own",
			set: to(&o.TLS, text), complete: words(sandbox.TLSOff, sandbox.TLSSelfSigned)},
		{name: "dev", value: "FOLDER", usage: "read the pages from a folder at each request, such as web of a clone", set: to(&o.PagesFolder, text), complete: folders},
		{name: "log-format", value: "text|json", preset: string(client.AsText), usage: "format of the log, which goes to stderr", set: to(&s.format, oneOf(client.AsText, client.AsJSON)), complete: words(client.AsText, client.AsJSON)},
		{name: "log-level", value: "debug|info|warn|error", preset: "info", usage: "least level that is logged", set: to(&s.level, logLevel), complete: words("debug", "info", "warn", "error")},
	}
}

// logLevel sets the level of a word.
func logLevel(field *slog.Level, given string) error {
	var word string
	if err := oneOf("debug", "info", "warn", "error")(&word, given); err != nil {
		return err
	}
	return field.UnmarshalText([]byte(word))
}

// make makes the sandbox; its faults are the faults of the flags.
func (s *serveCmd) make(*cobra.Command, []string) (err error) {
	log := s.program.queueOutput(func(dropped int64) []byte {
		var line bytes.Buffer
		slog.New(s.handler(&line)).Warn("lines were not written, because nobody read the log", slog.Int64("lines", dropped))
		return line.Bytes()
	})
	s.options.Log, s.options.DroppedLines = slog.New(s.handler(log)), log.DroppedLines
	if s.options.JournalBytes == 0 {
		s.options.JournalBytes = journalBytes(s.program.container)
	}
	s.sandbox, err = sandbox.New(s.options)
	return err
}

// handler returns the writer of lines of the log.
func (s *serveCmd) handler(to io.Writer) slog.Handler {
	options := &slog.HandlerOptions{Level: s.level}
	if s.format == client.AsJSON {
		return slog.NewJSONHandler(to, options)
	}
	return slog.NewTextHandler(to, options)
}

// run serves until it is interrupted or the listener fails, then waits for calls under way.
func (s *serveCmd) run(c *cobra.Command, _ []string) error {
	signal.Ignore(syscall.SIGPIPE) // the end of a reader of the log or of the start block does not end the sandbox
	hangups, end := hangups()
	defer end()
	ctx := c.Context()
	switch err := s.sandbox.Start(ctx); {
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return nil // interrupted while it started
	case err != nil:
		return err
	}
	block, err := s.block()
	if err == nil {
		defer s.leaveAddress()() // before the block, because its reader may call ready at once
		_, err = io.WriteString(s.program.stdout, block)
	}
	if err == nil {
		err = s.await(ctx, hangups)
	}
	return errors.Join(err, s.stop(ctx))
}

// leaveAddress leaves the address for ready, unless ready finds it by the variables. A
// bundle's sandbox leaves none, because it runs beside another one. The returned
// function removes the address.
func (s *serveCmd) leaveAddress() func() {
	expected := s.program.remote()
	if err := expected.findURL(); s.options.Bundle != "" || err == nil && expected.url == s.controlURL() {
		return func() {}
	}
	remove, err := s.program.addressFile().write(s.controlURL())
	if err != nil {
		s.options.Log.Warn("ready needs --url, because the address cannot be left for it", slog.Any("error", err),
			slog.String("hint", "mount a writable folder at "+os.TempDir()))
	}
	return remove
}

// stop stops the sandbox. It cuts calls longer than the drain time.
func (s *serveCmd) stop(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drain)
	defer cancel()
	err := s.sandbox.Stop(ctx)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("calls that took longer than %s to end were cut off: %w", s.drain, err)
	case err != nil:
		return fmt.Errorf("the sandbox did not stop cleanly: %w", err)
	}
	return nil
}

// The room of the journal, unless a flag gives it: this share of the container's memory,
// because records, calls under way and the collector need the rest, and at most so many
// bytes.
const (
	journalShare    = 8
	maxJournalBytes = 128 << 20
)

// journalBytes returns the bytes of the journal in a container with so many, 0 for no limit.
func journalBytes(container uint64) int64 {
	if container == 0 {
		return maxJournalBytes
	}
	return max(1, int64(min(container/journalShare, maxJournalBytes))) // at most the constant, so it fits
}

// imageData is SANDBOX_DATA of the image. It keeps the data on the volume whatever the
// working folder is. Nobody named it, so SANDBOX_EPHEMERAL wins.
const imageData = "/data/commerce-sandbox.db"

// decideData decides whether the data last. A named data file lasts, because otherwise
// data would be lost without a word; only a flag is stronger than a variable.
func (s *serveCmd) decideData(c *cobra.Command, _ []string) error {
	data, ephemeral, variable := c.Flags().Changed("data"), c.Flags().Changed("ephemeral"), s.program.environment["SANDBOX_DATA"]
	switch {
	case !s.options.Ephemeral:
	case data && ephemeral:
		return fmt.Errorf("--data %s keeps the data and --ephemeral does not; give one of them", s.options.Data)
	case data:
		s.options.Ephemeral = false
	case !ephemeral && variable != "" && variable != imageData:
		fmt.Fprintf(s.program.stderr, "%s: warning: SANDBOX_DATA=%s keeps the data, so SANDBOX_EPHEMERAL has no effect; unset one of them\n", name, s.options.Data)
		s.options.Ephemeral = false
	}
	return nil
}
