package control_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// kinds are all kinds of records.
var kinds = []client.Kind{client.Orders, client.Campaigns, client.Customers, client.Subscriptions, client.Products, client.Partners}

const allRecords = 10_000

// observed is what an account shows to its clients, by the names of records and
// settings.
type observed struct {
	records  map[client.Kind]map[string]string
	settings string
	state    client.AccountState
	search   []string // references that a search without filters finds
	sessions []bool   // whether each is valid
}

// observe reads all that a reset or a clock can change.
func observe(t *testing.T, s *sandboxtest.Running, sessions []string) observed {
	t.Helper()
	shop := s.Control().Account(s.Code())
	o := observed{records: map[client.Kind]map[string]string{}}
	for _, kind := range kinds {
		o.records[kind] = recordsOf(t, shop, kind, allRecords)
	}
	o.settings = s.Get("/upsell/settings/campaign/").Body
	for _, session := range sessions {
		answer := envelope(t, s, "<upgradePartnerSubscriptions><sessionID>"+session+"</sessionID></upgradePartnerSubscriptions>")
		o.sessions = append(o.sessions, !strings.Contains(answer, "Wrong sessionID"))
	}
	for page := 1; ; page++ {
		var found struct {
			Items      []struct{ RefNo string }
			Pagination struct{ Count int }
		}
		if err := json.Unmarshal([]byte(s.Get(fmt.Sprint("/orders/?Limit=200&Page=", page)).Body), &found); err != nil {
			t.Fatal(err)
		}
		for _, item := range found.Items {
			o.search = append(o.search, item.RefNo)
		}
		if len(found.Items) < 200 {
			break
		}
	}
	state, err := shop.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o.state = state
	return o
}

// recordID finds the id of a record of any kind.
var recordID = regexp.MustCompile(`^\{"(?:RefNo|Code|AvangateCustomerReference|reference|code)":"?([^",]+)`)

// recordsOf returns up to limit records of a kind by their ids. Of campaigns it
// leaves out what follows from the clock.
func recordsOf(t *testing.T, shop *client.Account, kind client.Kind, limit int) map[string]string {
	t.Helper()
	rows, _, err := shop.Records(t.Context(), kind, client.Page{Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string]string{}
	for _, row := range rows {
		record := string(row)
		if kind == client.Campaigns {
			record, _, _ = strings.Cut(record, `,"sandbox":`)
		}
		if found := recordID.FindStringSubmatch(record); found != nil {
			byID[found[1]] = record
		}
	}
	if len(byID) != len(rows) {
		t.Fatalf("%s: %d rows with %d ids", kind, len(rows), len(byID))
	}
	return byID
}

// changesBetween counts how records differ.
func changesBetween(before, after map[string]string) client.KindChanges {
	c := client.KindChanges{Before: len(before), After: len(after)}
	for id, was := range before {
		switch is, stays := after[id]; {
		case !stays:
			c.Removed++
		case is != was:
			c.Changed, c.Edited = c.Changed+1, c.Edited+1
		}
	}
	for id := range after {
		if _, was := before[id]; !was {
			c.Added++
		}
	}
	return c
}

// openSession opens a SOAP session.
func openSession(t *testing.T, s *sandboxtest.Running, now time.Time) string {
	t.Helper()
	date := now.UTC().Format(time.DateTime)
	return between(envelope(t, s, `<login><merchantCode>`+s.Code()+`</merchantCode><date>`+date+`</date><hash>`+
		credential.Sign(credential.SHA256, s.Code(), date, s.Secret())+`</hash><algorithm>sha256</algorithm></login>`), ">", "</")
}

// disturb changes an account at random, as a test suite would.
func disturb(t *testing.T, s *sandboxtest.Running, chance *rand.Rand) {
	t.Helper()
	shop := s.Control().Account(s.Code())
	for range 1 + chance.IntN(8) {
		var err error
		switch chance.IntN(8) {
		case 0, 1:
			orders := slices.Sorted(maps.Keys(recordsOf(t, shop, client.Orders, 20)))
			if len(orders) > 0 {
				ref := orders[chance.IntN(len(orders))]
				var order struct{ Sandbox client.OrderNotes }
				if err = shop.Record(t.Context(), client.Orders, ref, &order); err == nil && len(order.Sandbox.Moves) > 0 {
					move := order.Sandbox.Moves[chance.IntN(len(order.Sandbox.Moves))]
					err = shop.ChangeOrder(t.Context(), ref, changeOf(move))
				}
			}
		case 2:
			campaigns := slices.Sorted(maps.Keys(recordsOf(t, shop, client.Campaigns, 20)))
			if len(campaigns) > 0 {
				s.Do("DELETE", "/upsell/"+campaigns[chance.IntN(len(campaigns))], "")
			}
		case 3:
			s.Do("POST", "/upsell", `{"Name":"Random","Enabled":true,"DisplayForManualRenewals":false,"EndDate":"2026-10-1`+fmt.Sprint(chance.IntN(9))+
				`","Discount":{"Type":"PERCENT","Value":5},"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"}}`)
		case 4:
			s.Do("PUT", "/upsell/settings/campaign/", `{"UpsellingDisplayType":"`+[]string{"overlay", "interstitial"}[chance.IntN(2)]+`"}`)
		case 5:
			err = shop.AddWorld(t.Context(), "customers:\n  - {country: fr}\n")
		case 6:
			err = shop.SetAnswer(t.Context(), "campaign-statuses", []string{"all", "enabled"}[chance.IntN(2)])
		case 7:
			err = shop.Activate(t.Context(), "FORBIDDEN", client.ActivationLimits{})

		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// changeOf returns the change that makes a move.
func changeOf(move client.Move) client.OrderChange {
	switch move.Field {
	case "status":
		return client.OrderChange{Status: move.To}
	case "approve_status":
		return client.OrderChange{ApproveStatus: move.To}
	case "purchase_order":
		return client.OrderChange{PurchaseOrder: move.To}
	}
	return client.OrderChange{Dispute: &client.Dispute{Resolution: move.To}}
}

// fewOrders makes a world small, so that a test can read it often.
func fewOrders(o *sandbox.Options) { o.Orders = 40 }

// TestResetPreview previews resets of accounts that were changed at random, and
// verifies that a preview changes nothing and says what the reset then does.
func TestResetPreview(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 1))
			world := []string{"default", "paging", "empty"}[chance.IntN(3)]
			s := sandboxtest.Start(t, sandboxtest.Frozen, sandboxtest.World(world), sandboxtest.Seed(int64(seed+1)), fewOrders)
			shop := s.Control().Account(s.Code())
			disturb(t, s, chance)
			if _, err := shop.SaveSnapshot(t.Context(), "saved"); err != nil {
				t.Fatal(err)
			}
			for _, to := range []string{"saved", client.ToWorld, client.ToEmpty, "saved"} {
				disturb(t, s, chance)
				sessions := []string{openSession(t, s, s.Now()), openSession(t, s, s.Now())}
				var keep []client.Part
				for _, part := range client.Parts() {
					if chance.IntN(2) == 0 {
						keep = append(keep, part)
					}
				}
				checkResetPreview(t, s, to, keep, sessions)
			}
		})
	}
}

func checkResetPreview(t *testing.T, s *sandboxtest.Running, to string, keep []client.Part, sessions []string) {
	t.Helper()
	shop := s.Control().Account(s.Code())
	before := observe(t, s, sessions)
	preview, err := shop.PreviewReset(t.Context(), to, keep...)
	if err != nil {
		t.Fatal(err)
	}
	again := observe(t, s, sessions)
	if !reflect.DeepEqual(again.records, before.records) || !reflect.DeepEqual(again.search, before.search) ||
		!reflect.DeepEqual(again.sessions, before.sessions) || again.settings != before.settings || again.state.Clock != before.state.Clock {
		t.Errorf("the preview of a reset to %s has changed the account", to)
	}
	if _, err := shop.Reset(t.Context(), to, keep...); err != nil {
		t.Fatal(err)
	}
	after := observe(t, s, sessions)
	want := client.ResetPreview{
		DryRun: true, To: to,
		Records: client.RecordChanges{
			Orders:        changesBetween(before.records[client.Orders], after.records[client.Orders]),
			Campaigns:     changesBetween(before.records[client.Campaigns], after.records[client.Campaigns]),
			Customers:     changesBetween(before.records[client.Customers], after.records[client.Customers]),
			Subscriptions: changesBetween(before.records[client.Subscriptions], after.records[client.Subscriptions]),
			Products:      changesBetween(before.records[client.Products], after.records[client.Products]),
			Partners:      changesBetween(before.records[client.Partners], after.records[client.Partners]),
			Settings:      changesBetween(map[string]string{"": before.settings}, map[string]string{"": after.settings}),
		},
		Scenarios: client.ScenarioTurns{
			Activated: lacking(after.state.Scenarios, before.state.Scenarios), Deactivated: lacking(before.state.Scenarios, after.state.Scenarios),
		},
		Clock: client.ClockTurn{Before: before.state.Clock, After: after.state.Clock},
	}
	if !slices.Contains(keep, client.KeepJournal) {
		want.Calls = before.state.Calls
	}
	for i, valid := range before.sessions {
		if valid && !after.sessions[i] {
			want.Sessions++
		}
	}
	want.Features, want.Questions = preview.Features, preview.Questions // compared by TestResetPreviewOfSettings
	if !reflect.DeepEqual(preview, want) {
		t.Errorf("reset to %s, keep %v: the preview says\n%+v, and the reset did\n%+v", to, keep, preview, want)
	}
}

// lacking returns the names that others do not have.
func lacking(names, others []string) []string {
	return slices.DeleteFunc(append([]string{}, names...), func(name string) bool { return slices.Contains(others, name) })
}

// TestResetPreviewOfSettings previews a reset of an account whose settings differ
// from the start flags.
func TestResetPreviewOfSettings(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	upset(t, s)
	play(t, s, []step{
		{"PUT", "/accounts/DEMO/snapshots/upset", ``, 200, `{"name":"upset","time":"2026-10-09T12:00:00Z","account_time":"2026-10-09T13:00:00Z",` +
			`"counts":{"orders":284,"campaigns":35,"customers":60,"subscriptions":213,"products":12,"partners":3}}`},
		{"POST", "/accounts/DEMO/reset", `{"to":"upset","dry_run":true}`, 200, `{"dry_run":true,"to":"upset","records":{` +
			`"orders":{"before":284,"after":284,"added":0,"changed":0,"edited":0,"removed":0},"campaigns":{"before":35,"after":35,"added":0,"changed":0,"edited":0,"removed":0},` +
			`"customers":{"before":60,"after":60,"added":0,"changed":0,"edited":0,"removed":0},"subscriptions":{"before":213,"after":213,"added":0,"changed":0,"edited":0,"removed":0},` +
			`"products":{"before":12,"after":12,"added":0,"changed":0,"edited":0,"removed":0},"partners":{"before":3,"after":3,"added":0,"changed":0,"edited":0,"removed":0},` +
			`"settings":{"before":1,"after":1,"added":0,"changed":0,"edited":0,"removed":0}},"calls":1,"sessions":0,` +
			`"scenarios":{"activated":[],"deactivated":["read-upsell-settings-internal-error"]},` +
			`"features":[{"flag":"API_GET_CUSTOMER_ORDERS","before":false,"after":true}],"questions":[{"id":"nulls","before":"omitted","after":"shown"}],` +
			`"clock":{"before":{"now":"2026-10-09T13:00:00Z","mode":"moved"},"after":{"now":"2026-10-09T12:00:00Z","mode":"real"}}}`},
		{"POST", "/accounts/DEMO/reset", `{"to":"upset","dry_run":true,"keep":["journal","scenarios","clock","features","questions"]}`, 200, `{"dry_run":true,"to":"upset","records":{` +
			`"orders":{"before":284,"after":284,"added":0,"changed":0,"edited":0,"removed":0},"campaigns":{"before":35,"after":35,"added":0,"changed":0,"edited":0,"removed":0},` +
			`"customers":{"before":60,"after":60,"added":0,"changed":0,"edited":0,"removed":0},"subscriptions":{"before":213,"after":213,"added":0,"changed":0,"edited":0,"removed":0},` +
			`"products":{"before":12,"after":12,"added":0,"changed":0,"edited":0,"removed":0},"partners":{"before":3,"after":3,"added":0,"changed":0,"edited":0,"removed":0},` +
			`"settings":{"before":1,"after":1,"added":0,"changed":0,"edited":0,"removed":0}},"calls":0,"sessions":0,` +
			`"scenarios":{"activated":[],"deactivated":[]},"features":[],"questions":[],` +
			`"clock":{"before":{"now":"2026-10-09T13:00:00Z","mode":"moved"},"after":{"now":"2026-10-09T13:00:00Z","mode":"moved"}}}`},
		{"POST", "/accounts/DEMO/reset", `{"to":"upse","dry_run":true}`, 404, `{"error":"unknown snapshot \"upse\"","hint":"did you mean upset?"}`},
		{"POST", "/accounts/DEMO/reset", `{"keep":["secrets"],"dry_run":true}`, 400,
			`{"error":"a reset cannot keep \"secrets\"","hint":"keep is a list of scenarios, journal, clock, features or questions"}`},
	})
}

// value returns a function that returns the value, or fails the test.
func value[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// TestPreviewsWhileOthersWrite previews while calls change the account. Every
// preview is answered and no number is below zero.
func TestPreviewsWhileOthersWrite(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	if _, err := shop.SaveSnapshot(t.Context(), "before"); err != nil {
		t.Fatal(err)
	}
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := range 30 {
			s.Do("POST", "/upsell", fmt.Sprintf(`{"Name":"Race %d","Enabled":true,"DisplayForManualRenewals":false,`+
				`"Discount":{"Type":"PERCENT","Value":5},"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"}}`, i))
		}
	})
	for _, to := range []string{"before", client.ToWorld, client.ToEmpty, "before"} {
		preview, err := shop.PreviewReset(t.Context(), to)
		c := preview.Records.Campaigns
		if err != nil || c.Removed < 0 || c.Before < 35 || preview.Records.Orders.Before != 284 {
			t.Errorf("reset to %s: got %+v, %v", to, c, err)
		}
		if _, err := shop.PreviewClock(t.Context(), client.ClockChange{Advance: "8d"}); err != nil {
			t.Error(err)
		}
	}
	writing.Wait()
}

// TestPreviewsAtEdges previews the least moves: of the clock by a second, past the
// orders at the edge of the search, and of an order by what only the sandbox shows.
func TestPreviewsAtEdges(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, fewOrders)
	for _, advance := range []string{"-1s", "1s", "1s", "-1s"} {
		checkClockPreview(t, s, client.ClockChange{Advance: advance}, nil)
	}
	shop := s.Control().Account(s.Code())
	if err := shop.ChangeOrder(t.Context(), "@purchase-order-awaiting-form", client.OrderChange{PurchaseOrder: "awaiting_confirmation"}); err != nil {
		t.Fatal(err)
	}
	if err := shop.ChangeCustomer(t.Context(), "@customer-without-orders", client.CustomerChange{City: new("Porto")}); err != nil {
		t.Fatal(err)
	}
	preview, err := shop.PreviewReset(t.Context(), client.ToWorld)
	if want := (client.KindChanges{Before: 81, After: 81, Changed: 1, Edited: 1}); err != nil || preview.Records.Orders != want {
		t.Errorf("got %+v, %v, want %+v", preview.Records.Orders, err, want)
	}
	if got, want := preview.Records.Customers, (client.KindChanges{Before: 60, After: 60, Changed: 1, Edited: 1}); got != want {
		t.Errorf("got customers %+v, want %+v", got, want)
	}
}

// TestResetPreviewAfterTime previews resets when time has passed since the records
// were seeded, so that all dates change, and verifies that only edits count as such.
func TestResetPreviewAfterTime(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, fewOrders)
	shop := s.Control().Account(s.Code())
	edit := func(handle string) {
		t.Helper()
		if err := shop.ChangeOrder(t.Context(), handle, client.OrderChange{Status: "CANCELED"}); err != nil {
			t.Fatal(err)
		}
	}
	previewed := func(when, to string, wantOrders client.KindChanges) {
		t.Helper()
		got, err := shop.PreviewReset(t.Context(), to, client.KeepClock)
		if err != nil || got.Records.Orders != wantOrders {
			t.Errorf("%s: got %+v, %v, want %+v", when, got.Records.Orders, err, wantOrders)
		}
	}
	all := client.KindChanges{Before: 81, After: 81, Changed: 81}
	value(shop.Advance(t.Context(), 25*time.Hour))(t)
	previewed("after a day", client.ToWorld, all)
	edit("@order-pending")
	dates := all
	all.Edited = 1
	previewed("after an edit", client.ToWorld, all)
	value(shop.SaveSnapshot(t.Context(), "edited"))(t)
	value(shop.Reset(t.Context(), client.ToWorld, client.KeepClock))(t)
	previewed("after a reset", client.ToWorld, client.KindChanges{Before: 81, After: 81})
	previewed("before the snapshot", "edited", dates)
	value(shop.Reset(t.Context(), "edited", client.KeepClock))(t)
	previewed("back at the snapshot", client.ToWorld, all)
	value(shop.Reset(t.Context(), client.ToEmpty, client.KeepClock))(t)
	previewed("empty", client.ToWorld, client.KindChanges{After: 81, Added: 81})
}
