package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

type accountsInput struct {
	Account string `json:"account,omitempty" jsonschema:"vendor code; without it, all"`
	Query   string `json:"q,omitempty" jsonschema:"only accounts that match, such as refused:>0 scenario:*"`
	Handles string `json:"handles,omitempty" jsonschema:"kind of records, such as order, customer or subscription, or all"`
	paged
}

func (s *session) accounts(ctx context.Context, in accountsInput) (any, error) {
	switch {
	case in.Handles != "":
		return s.handles(ctx, in)
	case in.Account != "":
		return s.accountState(ctx, s.Client.Account(in.Account))
	}
	found, err := s.Client.FindAccounts(ctx, client.AccountFilter{Query: in.Query})
	if err != nil {
		return nil, err
	}
	rows := []row{}
	for _, a := range found.Accounts {
		rows = append(rows, pick(a, "vendor_code:account first world calls refused clock scenarios:active_scenarios run label"))
	}
	return savedPage(rows, in.paged)
}

func (s *session) accountState(ctx context.Context, account *client.Account) (any, error) {
	state, err := account.State(ctx)
	if err != nil {
		return nil, err
	}
	active, err := account.ActiveScenarios(ctx)
	shown := struct {
		Notice string `json:"notice"`
		client.AccountState
		LastCall string              `json:"last_call,omitempty"` // its id
		Active   []client.Activation `json:"active_scenarios"`
	}{Notice: savedNotice, AccountState: state, Active: append([]client.Activation{}, active...)}
	if state.LastCall != nil {
		shown.LastCall = state.LastCall.ID
	}
	return shown, err
}

func (s *session) handles(ctx context.Context, in accountsInput) (any, error) {
	account, err := s.account(ctx, ofAccount{in.Account})
	if err != nil {
		return nil, err
	}
	handles, err := account.Handles(ctx)
	if err != nil {
		return nil, err
	}
	rows, kinds := []any{}, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(handles)) {
		of := handles[name]
		if kinds[of.Kind] = true; in.Handles == "all" || in.Handles == of.Kind {
			rows = append(rows, map[string]any{"name": name, "kind": of.Kind, "ids": of.IDs})
		}
	}
	if len(rows) == 0 && len(handles) > 0 {
		return nil, fmt.Errorf("no handle has the kind %s; known: %s", quote(in.Handles), strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	return savedPage(rows, in.paged)
}

type openInput struct {
	VendorCode string            `json:"vendor_code,omitempty" jsonschema:"letters, digits, hyphens; without it, a new one"`
	World      string            `json:"world,omitempty" jsonschema:"default (a year of business), paging (200 orders of one customer) or empty; without it, as the sandbox was started"`
	Clock      string            `json:"clock,omitempty" jsonschema:"moment at which its clock is frozen, in RFC 3339, such as 2026-10-09T12:00:00Z; without it, the clock runs"`
	Scenarios  []string          `json:"scenarios,omitempty" jsonschema:"active from the start"`
	Features   map[string]bool   `json:"features,omitempty" jsonschema:"such as {\"API_GET_CUSTOMER_ORDERS\": false}"`
	Answers    map[string]string `json:"answers,omitempty" jsonschema:"to open questions, such as {\"search-status\": \"200\"}"`
	Label      string            `json:"label,omitempty" jsonschema:"name of the test that it is for"`
	Run        string            `json:"run,omitempty" jsonschema:"run that it belongs to, such as ci-17"`
	TTL        string            `json:"ttl,omitempty" jsonschema:"delete it when nobody called it for so long, such as 1h"`
}

func (s *session) openAccount(ctx context.Context, in openInput) (any, error) {
	ttl, err := duration("ttl", in.TTL)
	if err != nil {
		return nil, err
	}
	var clock time.Time
	if in.Clock != "" {
		if clock, err = time.Parse(time.RFC3339, in.Clock); err != nil {
			return nil, errors.New("clock must be a moment in RFC 3339, such as 2026-10-09T12:00:00Z, got " + quote(in.Clock))
		}
	}
	opened, err := s.Client.Open(ctx, client.NewAccount{
		VendorCode: in.VendorCode, World: in.World, Clock: clock, Scenarios: in.Scenarios, Features: in.Features, Answers: in.Answers,
		Label: in.Label, Run: in.Run, TTL: ttl,
	})
	answer := pick(opened, "vendor_code:account secret world clock rest_url soap_url wsdl_url scenarios:active_scenarios")
	answer["next"] = "sign_call makes the credential header of a call; accounts with handles has ids to call with"
	return answer, err
}

type resetInput struct {
	ofAccount
	Save   string        `json:"save,omitempty" jsonschema:"name of a snapshot to save first, in place of an earlier one; without to, nothing is reset"`
	To     string        `json:"to,omitempty" jsonschema:"world, empty, or the name of a snapshot; without it, world"`
	Keep   []client.Part `json:"keep,omitempty" jsonschema:"of scenarios, journal, clock, features, questions: what stays"`
	Delete bool          `json:"delete,omitempty" jsonschema:"true to delete the account with its records, journal and snapshots"`
}

func (s *session) resetAccount(ctx context.Context, in resetInput) (any, error) {
	if in.Delete {
		if in.Account == "" || in.Save+in.To != "" || in.Keep != nil {
			return nil, errors.New("delete takes account, and nothing else")
		}
		return done{in.Account, "the account is deleted"}, s.Client.Account(in.Account).Delete(ctx)
	}
	account, err := s.account(ctx, in.ofAccount)
	if err == nil && in.Save != "" {
		_, err = account.SaveSnapshot(ctx, in.Save)
	}
	if err != nil {
		return nil, err
	}
	if in.Save != "" && in.To == "" {
		return done{account.Code, "snapshot " + in.Save + " is saved"}, nil
	}
	state, err := account.Reset(ctx, in.To, in.Keep...)
	answer := pick(state, "vendor_code:account world clock scenarios:active_scenarios")
	answer["done"] = "the account is reset"
	return answer, err
}

type clockInput struct {
	ofAccount
	Now     string `json:"now,omitempty" jsonschema:"such as 2026-10-09 or 2026-10-09 12:00:00"`
	Advance string `json:"advance,omitempty" jsonschema:"how far to move, such as 8d or -1d12h"`
	Freeze  bool   `json:"freeze,omitempty" jsonschema:"true to stop the clock there, or where it is"`
	Real    bool   `json:"real,omitempty" jsonschema:"true to show the time of the machine again"`
	DryRun  bool   `json:"dry_run,omitempty" jsonschema:"true to change nothing and answer what would change"`
}

func (s *session) changeClock(ctx context.Context, in clockInput) (any, error) {
	change := client.ClockChange{Now: in.Now, Advance: in.Advance, Freeze: in.Freeze}
	if in.Real {
		if (change != client.ClockChange{}) {
			return nil, errors.New("real excludes now, advance and freeze")
		}
		change.Mode = "real"
	}
	account, err := s.account(ctx, in.ofAccount)
	if err != nil {
		return nil, err
	}
	if (change == client.ClockChange{}) {
		return account.Clock(ctx)
	}
	if in.DryRun {
		return account.PreviewClock(ctx, change)
	}
	clock, err := account.ChangeClock(ctx, change)
	if err != nil {
		return nil, fmt.Errorf("the clock of account %s did not change: %w", account.Code, err)
	}
	return clock, nil
}
