package control_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
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

// observed is the state of an account for its clients, by the names of records.
type observed struct {
	records  map[client.Kind]map[string]string
	state    client.AccountState
	search   []string // references found by a search without filters
	sessions []bool   // whether each is valid
}

// observe reads everything that a clock can change.
func observe(t *testing.T, s *sandboxtest.Running, sessions []string) observed {
	t.Helper()
	shop := s.Control().Account(s.Code())
	o := observed{records: map[client.Kind]map[string]string{}}
	for _, kind := range kinds {
		o.records[kind] = recordsOf(t, shop, kind, allRecords)
	}
	for _, session := range sessions {
		answer := envelope(t, s, "<upgradePartnerSubscriptions><sessionID>"+session+"</sessionID></upgradePartnerSubscriptions>")
		o.sessions = append(o.sessions, !strings.Contains(answer, "Wrong sessionID"))
	}
	for page := 1; ; page++ {
		var found struct {
			Items      []struct{ RefNo string }
			Pagination struct{ Count int }
		}
		must(t, json.Unmarshal([]byte(s.Get(fmt.Sprint("/orders/?Limit=200&Page=", page)).Body), &found))
		for _, item := range found.Items {
			o.search = append(o.search, item.RefNo)
		}
		if len(found.Items) < 200 {
			break
		}
	}
	state, err := shop.State(t.Context())
	must(t, err)
	o.state = state
	return o
}

// recordID finds the id of a record of any kind.
var recordID = regexp.MustCompile(`^\{"(?:RefNo|Code|AvangateCustomerReference|reference|code)":"?([^",]+)`)

// recordsOf returns up to limit records of a kind by their ids. Of campaigns it leaves
// out all consequences of the clock.
func recordsOf(t *testing.T, shop *client.Account, kind client.Kind, limit int) map[string]string {
	t.Helper()
	rows, _, err := shop.Records(t.Context(), kind, client.Page{Limit: limit})
	must(t, err)
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
		must(t, err)
	}
}

// changeOf returns the change for a move.
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

// fewOrders makes a world small, because a test reads it often.
func fewOrders(o *sandbox.Options) { o.Orders = 40 }

// lacking returns the names missing in others.
func lacking(names, others []string) []string {
	return slices.DeleteFunc(append([]string{}, names...), func(name string) bool { return slices.Contains(others, name) })
}

// TestPreviewsWhileOthersWrite previews while calls change the account. Every
// preview is answered.
func TestPreviewsWhileOthersWrite(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	var writing sync.WaitGroup
	writing.Go(func() {
		for i := range 30 {
			s.Do("POST", "/upsell", fmt.Sprintf(`{"Name":"Race %d","Enabled":true,"DisplayForManualRenewals":false,`+
				`"Discount":{"Type":"PERCENT","Value":5},"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"}}`, i))
		}
	})
	for range 4 {
		if _, err := shop.PreviewClock(t.Context(), client.ClockChange{Advance: "8d"}); err != nil {
			t.Error(err)
		}
	}
	writing.Wait()
}

// TestPreviewsAtEdges previews the least moves of the clock: by a second, past the
// orders at the edge of the search.
func TestPreviewsAtEdges(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, fewOrders)
	for _, advance := range []string{"-1s", "1s", "1s", "-1s"} {
		checkClockPreview(t, s, client.ClockChange{Advance: advance}, nil)
	}
}
