package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

func (s *session) accountTools() []tool {
	account := accountInput()
	return []tool{
		{name: "list_accounts", title: "List accounts", effect: reads, run: s.listAccounts,
			description: "List the accounts of the sandbox with their worlds, calls, refused calls, clocks and active scenarios. Each account is a world of its own that no other one sees.",
			inputs:      []input{{name: "q", kind: isText, meaning: "only accounts that match a query, such as refused:>0 scenario:*"}, cursorInput()}},
		{name: "show_account", title: "Show an account", effect: reads, run: s.showAccount,
			description: "Show one account: addresses of REST and SOAP, clock, features, answers to open questions, active scenarios with the calls they affected, and how many records it has. The secret is masked.",
			inputs:      []input{account}},
		{name: "open_account", title: "Open an account", effect: adds, run: s.openAccount,
			description: "Open an account with data of its own, so that a test cannot disturb another one. Answers its vendor code, its secret in full, and the addresses to call.",
			inputs: []input{
				{name: "vendor_code", kind: isText, meaning: "letters, digits, hyphens; without it, a new one"},
				{name: "world", kind: isText, meaning: "what it starts with: default (a year of business), paging (200 orders of one customer), empty; without it, as the sandbox was started"},
				{name: "clock", kind: isText, meaning: "moment at which its clock is frozen, in RFC 3339, such as 2026-10-09T12:00:00Z; without it, the clock runs"},
				{name: "scenarios", kind: isTexts, meaning: "names of scenarios that are active from the start"},
				{name: "features", kind: isFlags, meaning: "feature flags by name, such as {\"API_GET_CUSTOMER_ORDERS\": false}"},
				{name: "label", kind: isText, meaning: "name of the test that it is for"},
				{name: "run", kind: isText, meaning: "run that it belongs to, such as ci-17; verdict sums a run up"},
				{name: "ttl", kind: isText, meaning: "delete it when nobody called it for so long, such as 1h"},
				{name: "answers", kind: isPairs, meaning: "answers to open questions by id, such as {\"search-status\": \"200\"}; see list_questions"},
			}},
		{name: "delete_account", title: "Delete an account", effect: destroys, run: s.deleteAccount,
			description: "Delete an account with its records, journal and snapshots.",
			inputs:      []input{{name: "account", kind: isText, required: true, meaning: "vendor code"}}},
		{name: "reset_account", title: "Reset an account", effect: destroys, run: s.resetAccount,
			description: "Take an account back to its world, to empty, or to a snapshot, and its settings to the start flags. What is in keep stays. Only save_snapshot first keeps a way back.",
			inputs: []input{account,
				{name: "to", kind: isText, meaning: "world, empty, or the name of a snapshot; without it, world"},
				{name: "keep", kind: isTexts, enum: words(client.Parts()), meaning: "parts that stay as they are"}}},
		{name: "save_snapshot", title: "Save a snapshot", effect: replaces, run: s.saveSnapshot,
			description: "Save the records of an account under a name, in place of an earlier snapshot of the name. reset_account goes back to it.",
			inputs:      []input{account, {name: "name", kind: isText, required: true, meaning: "such as before-migration"}}},
		{name: "list_handles", title: "List handles", effect: reads, run: s.listHandles,
			description: "List the records that the account's world gives names to, with their ids: an order that is refunded, a subscription that expired, a customer without orders. Use the ids in calls; a handle's name works as an id too.",
			inputs:      []input{account, {name: "kind", kind: isText, meaning: "only handles of this kind, such as order, customer or subscription"}, cursorInput()}},
		{name: "change_clock", title: "Change the clock", effect: adds, run: s.changeClock,
			description: "Move or freeze the clock of an account, to test windows, expirations and signatures. Give one of now, advance and real, with freeze if it must stop there. Without any of them it only shows the clock.",
			inputs: []input{account,
				{name: "now", kind: isText, meaning: "moment to move to, such as 2026-10-09 or 2026-10-09 12:00:00"},
				{name: "advance", kind: isText, meaning: "how far to move, such as 8d or -1d12h"},
				{name: "freeze", kind: isSwitch, meaning: "true to stop the clock there, or where it is"},
				{name: "real", kind: isSwitch, meaning: "true to show the time of the machine again"},
				{name: "dry_run", kind: isSwitch, meaning: "true to change nothing and answer what would change"}}},
	}
}

// accountRow is an account in a list.
type accountRow struct {
	Account   string       `json:"account"`
	First     bool         `json:"first,omitempty"`
	World     string       `json:"world"`
	Calls     int64        `json:"calls"`
	Refused   int64        `json:"refused"`
	Clock     client.Clock `json:"clock"`
	Scenarios []string     `json:"active_scenarios,omitempty"`
	Run       string       `json:"run,omitempty"`
	Label     string       `json:"label,omitempty"`
}

func (s *session) listAccounts(ctx context.Context, given inputs) (any, error) {
	found, err := s.Client.FindAccounts(ctx, client.AccountFilter{Query: given.text("q")})
	if err != nil {
		return nil, err
	}
	var rows []accountRow
	for _, a := range found.Accounts {
		rows = append(rows, accountRow{a.VendorCode, a.First, a.World, a.Calls, a.Refused, a.Clock, a.Scenarios, a.Run, a.Label})
	}
	return savedPage(rows, given)
}

// accountShown is one account.
type accountShown struct {
	Notice string `json:"notice"`
	client.AccountState
	LastCall *string             `json:"last_call,omitempty"` // its id
	Active   []client.Activation `json:"active_scenarios"`
}

func (s *session) showAccount(ctx context.Context, given inputs) (any, error) {
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	state, err := account.State(ctx)
	if err != nil {
		return nil, err
	}
	active, err := account.ActiveScenarios(ctx)
	if err != nil {
		return nil, err
	}
	shown := accountShown{Notice: savedNotice, AccountState: state, Active: append([]client.Activation{}, active...)}
	if state.LastCall != nil {
		shown.LastCall = &state.LastCall.ID
	}
	return shown, nil
}

func (s *session) openAccount(ctx context.Context, given inputs) (any, error) {
	account := client.NewAccount{VendorCode: given.text("vendor_code"), World: given.text("world"), Scenarios: given.texts("scenarios"), Label: given.text("label"), Run: given.text("run")}
	ttl, err := given.duration("ttl")
	if err != nil {
		return nil, err
	}
	account.TTL = ttl
	account.Features, _ = given["features"].(map[string]bool)
	account.Answers, _ = given["answers"].(map[string]string)
	if clock := given.text("clock"); clock != "" {
		at, err := time.Parse(time.RFC3339, clock)
		if err != nil {
			return nil, wrong("clock must be a moment in RFC 3339, such as 2026-10-09T12:00:00Z, got %s", shown(clock))
		}
		account.Clock = at
	}
	opened, err := s.Client.Open(ctx, account)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"account": opened.VendorCode, "secret": opened.Secret, "world": opened.World, "clock": opened.Clock,
		"rest_url": opened.RESTURL, "soap_url": opened.SOAPURL, "wsdl_url": opened.WSDLURL, "active_scenarios": opened.Scenarios,
		"next": "sign_call makes the credential header of a call; list_handles has ids to call with",
	}, nil
}

func (s *session) deleteAccount(ctx context.Context, given inputs) (any, error) {
	code := given.text("account")
	return done{code, "the account is deleted"}, s.Client.Account(code).Delete(ctx)
}

func (s *session) resetAccount(ctx context.Context, given inputs) (any, error) {
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	var keep []client.Part
	for _, part := range given.texts("keep") {
		keep = append(keep, client.Part(part))
	}
	state, err := account.Reset(ctx, given.text("to"), keep...)
	if err != nil {
		return nil, err
	}
	return map[string]any{"account": account.Code, "done": "the account is reset", "world": state.World, "clock": state.Clock, "active_scenarios": state.Scenarios}, nil
}

func (s *session) saveSnapshot(ctx context.Context, given inputs) (any, error) {
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	saved, err := account.SaveSnapshot(ctx, given.text("name"))
	return done{account.Code, "snapshot " + saved.Name + " is saved; reset_account goes back to it"}, err
}

// handleRow is a handle in a list.
type handleRow struct {
	Name string            `json:"name"`
	Kind string            `json:"kind"`
	IDs  map[string]string `json:"ids"`
}

func (s *session) listHandles(ctx context.Context, given inputs) (any, error) {
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	handles, err := account.Handles(ctx)
	if err != nil {
		return nil, err
	}
	rows, kinds := []handleRow{}, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(handles)) {
		kinds[handles[name].Kind] = true
		if kind := given.text("kind"); kind == "" || kind == handles[name].Kind {
			rows = append(rows, handleRow{name, handles[name].Kind, handles[name].IDs})
		}
	}
	if len(rows) == 0 && len(handles) > 0 {
		return nil, wrong("no handle has the kind %s; known: %s", shown(given.text("kind")), orNone(slices.Sorted(maps.Keys(kinds))))
	}
	return savedPage(rows, given)
}

func (s *session) changeClock(ctx context.Context, given inputs) (any, error) {
	change := client.ClockChange{Now: given.text("now"), Advance: given.text("advance"), Freeze: given.on("freeze")}
	if given.on("real") {
		if (change != client.ClockChange{}) {
			return nil, wrong("real excludes now, advance and freeze")
		}
		change.Mode = "real"
	}
	account, err := s.account(ctx, given)
	if err != nil {
		return nil, err
	}
	if (change == client.ClockChange{}) {
		return account.Clock(ctx)
	}
	if given.on("dry_run") {
		return account.PreviewClock(ctx, change)
	}
	clock, err := account.ChangeClock(ctx, change)
	if err != nil {
		return nil, fmt.Errorf("the clock of account %s did not change: %w", account.Code, err)
	}
	return clock, nil
}
