package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/bundle"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/events"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/housekeeping"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/runs"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/seeding"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// checkWorld reads the world, unless it ships: reading the default world takes
// most of the time of New, and a sandbox with kept data does not need it.
func (s *Sandbox) checkWorld() error {
	if slices.Contains(worlds.Names(), s.options.World) {
		return nil
	}
	_, err := s.worlds.Load(s.options.World)
	return err
}

// checkScenarios finds the scenario folder, and the initially active scenarios. The
// folder is not read yet, so a file of the right name is enough.
func (s *Sandbox) checkScenarios() error {
	var faults []error
	folder := s.options.ScenarioFolder
	if folder != "" && !isFolder(folder) {
		faults = append(faults, fmt.Errorf("scenarios must be an existing folder, got %q", folder))
	}
	for _, name := range s.options.Scenarios {
		_, err := s.scenarios.Find(name)
		if err != nil && (folder == "" || !scenario.InFolder(folder, name)) {
			faults = append(faults, fmt.Errorf("scenario: %w", err))
		}
	}
	return errors.Join(faults...)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// open opens the data, seeds the first account and lets calls in.
func (s *Sandbox) open(ctx context.Context) (err error) {
	o := s.options
	if err := s.waitFor(ctx, "the data file to open"); err != nil {
		return err
	}
	if s.store, err = s.openStore(ctx); err != nil {
		return err
	}
	if err := s.waitFor(ctx, "the scenario files"); err != nil {
		return err
	}
	if err := s.openScenarios(ctx); err != nil {
		return err
	}
	s.calls = journal.New(o.journalLimits())
	numbers := &events.Numbers{Store: s.store, Calls: s.calls, Lasting: !o.Ephemeral, Log: o.Log}
	if s.events, err = numbers.Resume(o.Wall()); err != nil {
		return err
	}
	s.numbers = numbers
	s.tending.Go(func() { numbers.Reserve(s.running) })
	s.runs = runs.New(o.Wall, o.judge().Verdict)
	s.registry, err = account.NewRegistry(account.Options{
		Store: s.store, Snapshots: s.store, Journal: s.calls, Events: s.events, Wall: o.Wall, Seed: s.seeder().World, Library: s.scenarios,
		Baseline: o.baseline(), Runs: s.runs, Max: o.MaxAccounts,
	})
	if err != nil {
		return err
	}
	s.registry.OnRelease(s.ports.Close)
	if err := s.waitFor(ctx, "the world of account "+o.VendorCode); err != nil {
		return err
	}
	_, s.kept = s.registry.Find(o.VendorCode)
	if s.bundle != nil {
		to := bundle.RestoreRequest{Registry: s.registry, Library: s.scenarios, Wall: o.Wall, Frozen: o.Clock != "", Log: o.Log}
		if err := s.bundle.Restore(ctx, to); err != nil {
			return withHint(err)
		}
	}
	if _, err := s.registry.FindOrOpen(ctx, "", o.VendorCode); err != nil {
		s.store.RemoveIfNew()
		return withHint(err)
	}
	for _, code := range s.PersonalData() {
		o.Log.WarnContext(ctx, "the account has personal data, because records were imported with it", "account", code)
	}
	s.route(s.calls)
	s.probe.Ready(s.store.Health)
	s.tending.Go(func() { s.house().Keep(s.running, time.NewTicker(housekeeping.Interval).C) })
	s.tending.Go(func() { s.house().EndScenarios(s.running, time.NewTicker(housekeeping.EndInterval).C) })
	return nil
}

// openStore opens the data file, and logs what it found.
func (s *Sandbox) openStore(ctx context.Context) (*boltstore.DB, error) {
	o := s.options
	store, err := boltstore.Open(boltstore.Options{Path: o.Data, Lifetime: o.lifetime(), NoSync: o.NoSync, Upgrading: s.upgrading(ctx)})
	if err != nil {
		return nil, err
	}
	if err := store.Warning(); err != nil {
		o.Log.WarnContext(ctx, "the data file was damaged", slog.Any("error", err))
	}
	switch sizes, err := store.Compaction(); {
	case err != nil:
		o.Log.WarnContext(ctx, "the data file was not compacted", slog.Any("error", err))
	case sizes != boltstore.Compacted{}:
		o.Log.InfoContext(ctx, "the data file was compacted", slog.Int64("bytes_before", sizes.Before), slog.Int64("bytes_after", sizes.After))
	}
	return store, nil
}

// house returns the sandbox for its housekeeping.
func (s *Sandbox) house() housekeeping.House {
	return housekeeping.House{Registry: s.registry, Health: s.store.Health, TTL: s.options.AccountTTL, First: s.options.VendorCode, Log: s.options.Log}
}

// withHint adds the operator's remedy to an error of the data file.
func withHint(err error) error {
	var full *account.NoSpaceError
	var damage *account.DamageError
	switch {
	case errors.As(err, &full):
		return fmt.Errorf("%w; %s", err, full.Hint())
	case errors.As(err, &damage):
		return fmt.Errorf("%w; %s", err, damage.Hint())
	}
	return err
}

// upgrading returns a function to report an upgrade of the data file to the probes, and
// in tenths to the log.
func (s *Sandbox) upgrading(ctx context.Context) func(percent int) {
	return func(percent int) {
		s.probe.WaitFor(fmt.Sprintf("the data file to be upgraded: %d %%", percent))
		if percent%10 == 0 {
			s.options.Log.InfoContext(ctx, "an earlier version wrote the data file, which is being upgraded", slog.Int("percent", percent))
		}
	}
}

// PersonalData returns the sorted codes of the accounts with imported personal data.
// Before Start there are none.
func (s *Sandbox) PersonalData() []string {
	if s.registry == nil {
		return nil
	}
	var codes []string
	for _, a := range s.registry.All() {
		if a.Document().PersonalData {
			codes = append(codes, a.Code)
		}
	}
	return codes
}

// waitFor reports the next step to the probes, and whether ctx still allows it.
func (s *Sandbox) waitFor(ctx context.Context, what string) error {
	s.probe.WaitFor(what)
	return ctx.Err()
}

// openScenarios adds the user's own scenarios from the store, and then the scenario
// folder. Files of the folder replace own scenarios of the same name. It skips an
// own scenario if this version cannot read it, or ships one of its name.
func (s *Sandbox) openScenarios(ctx context.Context) error {
	kept, err := s.store.Scenarios()
	if err != nil {
		return err
	}
	for name, text := range kept {
		if _, err := s.scenarios.Put(name, text); err != nil {
			s.options.Log.WarnContext(ctx, "skipped a scenario of your own", "name", name, "error", err)
		}
	}
	return s.scenarios.Start()
}

// seeder builds the worlds of accounts. The probes report its progress while the sandbox
// starts.
func (s *Sandbox) seeder() seeding.Seeder {
	return seeding.Seeder{Worlds: s.worlds, Log: s.options.Log, Progress: func(of string) {
		if s.gate.Load() == nil {
			s.probe.WaitFor(of)
		}
	}}
}
