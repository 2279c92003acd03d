package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// patience is how long calls under way may take when the sandbox stops. It is
// less than the ten seconds after which container engines kill.
const patience = 5 * time.Second

// serving is the verb serve with its settings.
type serving struct {
	program *program
	options sandbox.Options
	format  format
	level   string
	drain   time.Duration // how long calls under way may take when it stops
	sandbox *sandbox.Sandbox
}

func (p *program) serve() verb {
	s := &serving{program: p, drain: patience}
	return verb{
		name:    "serve",
		summary: "Runs the sandbox until it is told to stop; the verb may be left out",
		examples: []string{
			name,
			name + " --ephemeral --listen 127.0.0.1:0 --seed 7",
			name + " --assume search-status=200 --feature API_GET_CUSTOMER_ORDERS=off",
			"SANDBOX_LISTEN=:8080 SANDBOX_EPHEMERAL=true " + name,
		},
		flags:  s.flags(),
		accept: s.accept,
		run:    s.run,
	}
}

func (s *serving) flags() []setting {
	o := &s.options
	return []setting{
		{name: "listen", value: "HOST:PORT", preset: presetListen, usage: "address; port 0 picks one and prints it", set: text(&o.Listen)},
		{name: "data", value: "FILE", preset: "commerce-sandbox.db", usage: "data file; an answered write is on disk", set: text(&o.Data)},
		{name: "ephemeral", usage: "use a temporary data file that is never synced and vanishes at the end", set: onSwitch(&o.Ephemeral)},
		{name: "vendor-code", value: "CODE", preset: presetCode, usage: "the first account", set: text(&o.VendorCode)},
		{name: "secret", value: "SECRET", preset: presetSecret, usage: "secret of the first account and of those that callers open", set: text(&o.Secret)},
		{name: "accounts", value: "open|closed", preset: "open", usage: "whether an unknown vendor code signed with the secret opens an account", set: oneOf(&o.Accounts, sandbox.OpenAccounts, sandbox.ClosedAccounts)},
		{name: "world", value: "NAME|FILE", preset: "default", usage: "shipped world, or a YAML file, that a new account is filled with", set: text(&o.World)},
		{name: "orders", value: "N", absent: "as many as the world says", usage: "how many orders a new account has", set: number(&o.Orders, 1)},
		{name: "seed", value: "N", preset: "1", usage: "seed of data, ids and chance", set: number(&o.Seed, 1)},
		{name: "scenarios", value: "FOLDER", absent: "none", usage: "folder of scenario files, watched and read again when they change", set: text(&o.ScenarioFolder)},
		{name: "scenario", value: "NAME", absent: "none", many: true, usage: "scenario in force for every account; the last one is tried first", set: list(&o.Scenarios)},
		{name: "assume", value: "ID=TOKEN", absent: "none chosen", many: true, usage: "answer to an open question, for every account", set: pair(&o.Answers, "ID=TOKEN")},
		{name: "feature", value: "FLAG=on|off", absent: "all as the interface has them", many: true, usage: "feature flag of every account", set: onOff(&o.Features, "FLAG=on or FLAG=off")},
		{name: "clock", value: "MOMENT", absent: "the machine's time", usage: "moment at which the clocks of accounts stand, such as 2026-05-13T12:12:12Z", set: text(&o.Clock)},
		{name: "auth-header", value: "NAME", absent: "none", many: true, usage: "further name of the credential header", set: list(&o.AuthHeaders)},
		{name: "journal", value: "N", preset: "1000", usage: "calls kept per account", set: number(&o.Journal, 1)},
		{name: "control-token", value: "TOKEN", absent: "none", usage: "bearer token that the control interface asks for; the probes do not", set: text(&o.ControlToken)},
		{name: "tls", value: "off|self-signed|CERT,KEY", preset: sandbox.TLSOff, usage: "serve https: with a certificate made at the start, or with one of yours", set: text(&o.TLS)},
		{name: "log-format", value: "text|json", preset: string(asText), usage: "how the log is written to stderr", set: oneOf(&s.format, asText, asJSON)},
		{name: "log-level", value: "LEVEL", preset: "info", usage: "least level that is logged: debug, info, warn or error", set: oneOf(&s.level, "debug", "info", "warn", "error")},
	}
}

// accept makes the sandbox; its faults join those of the flags.
func (s *serving) accept([]string) error {
	s.options.Log = slog.New(s.handler())
	made, err := sandbox.New(s.options)
	s.sandbox = made
	return err
}

func (s *serving) handler() slog.Handler {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.level)) // a word that is none was refused as a flag
	options := &slog.HandlerOptions{Level: level}
	if s.format == asJSON {
		return slog.NewJSONHandler(s.program.stderr, options)
	}
	return slog.NewTextHandler(s.program.stderr, options)
}

// run serves until ctx is done, then lets calls under way end.
func (s *serving) run(ctx context.Context) error {
	if err := s.sandbox.Start(ctx); err != nil {
		return err
	}
	_, err := io.WriteString(s.program.stdout, s.block().String())
	if err == nil {
		select {
		case <-ctx.Done():
			s.options.Log.InfoContext(ctx, "stopping", slog.Duration("within", s.drain))
		case <-s.sandbox.Done():
			err = s.sandbox.Err()
		}
	}
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drain)
	defer cancel()
	stopped := s.sandbox.Stop(bounded)
	switch {
	case errors.Is(stopped, context.DeadlineExceeded):
		return fmt.Errorf("calls that were under way still after %s were cut off: %w", s.drain, stopped)
	case stopped != nil:
		return errors.Join(err, fmt.Errorf("the sandbox did not stop cleanly: %w", stopped))
	}
	return err
}
