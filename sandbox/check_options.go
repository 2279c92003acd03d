package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"

	"golang.org/x/net/http/httpguts"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/verdict"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// check returns every fault of the options, joined.
func (o Options) check() error {
	_, notClock := o.frozenAt()
	faults := []error{account.CheckCode(o.VendorCode), checkAddress("listen", o.Listen), notClock}
	if o.ControlListen != "" {
		faults = append(faults, checkAddress("control-listen", o.ControlListen))
	}
	if _, err := gate.NewCORS(o.CORSOrigins, nil); err != nil {
		faults = append(faults, fmt.Errorf("cors %w", err))
	}
	for _, name := range o.AllowedHosts {
		if err := control.CheckHost(name); err != nil {
			faults = append(faults, fmt.Errorf("allowed-host: %w", err))
		}
	}
	faults = append(faults, o.checkValues()...)
	for _, name := range o.AuthHeaders {
		if !httpguts.ValidHeaderFieldName(name) {
			faults = append(faults, fmt.Errorf("auth-header must be the name of a header, such as X-My-Authentication, got %q", name))
		}
	}
	if o.Report != "" {
		faults = append(faults, verdict.CheckFolder(o.Report))
	}
	var known []string
	for _, f := range catalog.Features() {
		known = append(known, string(f.Feature))
	}
	for _, flag := range slices.Sorted(maps.Keys(o.Features)) {
		if !slices.Contains(known, flag) {
			faults = append(faults, fmt.Errorf("unknown feature %q; %s", flag, phrase.Suggest(flag, known)))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(o.Answers)) {
		if _, err := catalog.Defaults().With(catalog.QuestionID(id), o.Answers[id]); err != nil {
			faults = append(faults, err)
		}
	}
	return errors.Join(faults...)
}

// checkValues returns the faults of options with few values, or with bounds.
func (o Options) checkValues() (faults []error) {
	if o.MaxAccounts < 1 {
		faults = append(faults, fmt.Errorf("max-accounts must be at least 1, got %d", o.MaxAccounts))
	}
	if o.Accounts != OpenAccounts && o.Accounts != ClosedAccounts {
		faults = append(faults, fmt.Errorf("accounts must be %s or %s, got %q", OpenAccounts, ClosedAccounts, o.Accounts))
	}
	if o.AccountTTL < 0 {
		faults = append(faults, fmt.Errorf("account-ttl must not be negative, got %s", o.AccountTTL))
	}
	if o.Orders < 0 {
		faults = append(faults, fmt.Errorf("orders must be 0 or more, got %d", o.Orders))
	}
	if o.Seed < 0 {
		faults = append(faults, fmt.Errorf("seed must be 0 or more, got %d", o.Seed))
	}
	if o.JournalBytes < 0 {
		faults = append(faults, fmt.Errorf("journal bytes must be 0 or more, got %d", o.JournalBytes))
	}
	if o.MaxImport < 1 || o.MaxImport > control.MaxImport {
		faults = append(faults, fmt.Errorf("max-import must be from 1 to %d bytes, got %d", int64(control.MaxImport), o.MaxImport))
	}
	if o.Journal < 0 {
		faults = append(faults, fmt.Errorf("journal must be 0 or more entries, got %d", o.Journal))
	}
	return faults
}

// checkAddress returns the fault of an option's address.
func checkAddress(option, address string) error {
	_, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return fmt.Errorf("%s must be host:port such as 127.0.0.1:8080: %w", option, err)
	}
	return nil
}

// checkWorld reads the world, unless it ships: reading the default world takes
// most of the time of New, and a sandbox with kept data does not need it.
func (o Options) checkWorld(library *worlds.Library) error {
	if slices.Contains(worlds.Names(), o.World) {
		return nil
	}
	_, err := library.Load(o.World)
	return err
}

// checkScenarios finds the scenario folder, and the initially active scenarios. The
// folder is not read yet, so a file of the right name is enough.
func (o Options) checkScenarios(library *scenario.Library) error {
	var faults []error
	folder := o.ScenarioFolder
	if folder != "" && !isFolder(folder) {
		faults = append(faults, fmt.Errorf("scenarios must be an existing folder, got %q", folder))
	}
	for _, name := range o.Scenarios {
		_, err := library.Find(name)
		if err != nil && (folder == "" || !scenario.InFolder(folder, name)) {
			faults = append(faults, fmt.Errorf("scenario: %w", err))
		}
	}
	return errors.Join(faults...)
}
