package transfer_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// TestExportIsAFixedPoint exports accounts, opens the export in an empty one, and exports
// this one: shipped worlds with several seeds, after random calls and changes by hand,
// and with records from outside.
func TestExportIsAFixedPoint(t *testing.T) {
	t.Parallel()
	for _, name := range worlds.Names() {
		seeds := int64(1)
		if name == "default" {
			seeds = 3
		}
		for seed := range seeds {
			t.Run(fmt.Sprint(name, seed), func(t *testing.T) {
				t.Parallel()
				s := openStore(t, worldOf(t, name, seed, 120))
				verifyFixedPoint(t, s)
				operate(t, s, uint64(seed))
				addForeign(t, s)
				verifyFixedPoint(t, s)
				verifyFragment(t, s)
			})
		}
	}
}

// worldOf writes a shipped world.
func worldOf(t *testing.T, name string, seed int64, orders int) func(commerce.Tx) error {
	t.Helper()
	world, err := new(worlds.Library).Load(name)
	must(t, err)
	built, err := world.Build(worlds.BuildRequest{Merchant: "DEMO", Now: noon, Seed: seed, Orders: orders})
	must(t, err)
	return built.Write
}

// verifyFixedPoint opens the export of an account, in each format, and compares the
// exports of both.
func verifyFixedPoint(t *testing.T, s commerce.Store) {
	t.Helper()
	for format, open := range openers {
		verifySame(t, s, openStore(t, open(t, written(t, s, format))), format)
	}
	verifySame(t, s, openStore(t, lined(t, s)), transfer.World)
}

// verifySame compares the exports of two accounts.
func verifySame(t *testing.T, s, opened commerce.Store, format transfer.Format) {
	t.Helper()
	sameText(t, string(format), string(written(t, opened, format)), string(written(t, s, format)))
}

// sameText compares two texts, and shows where they begin to differ.
func sameText(t *testing.T, what, got, want string) {
	t.Helper()
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	if got != want {
		t.Fatalf("%s: got …%.300s\nwant …%.300s", what, got[max(at-100, 0):], want[max(at-100, 0):])
	}
}

// lined writes the lines of all records of an account, and the parts outside of lines.
func lined(t *testing.T, s commerce.Store) func(commerce.Tx) error {
	t.Helper()
	var puts []func(commerce.Tx) error
	rest := commerce.World{Sequences: map[commerce.Sequence]uint64{}}
	err := s.View(func(tx commerce.Tx) (err error) {
		for _, list := range transfer.Lists(tx) {
			for line, err := range list.Lines {
				if err != nil {
					return err
				}
				line := bytes.Clone(line)
				puts = append(puts, func(tx commerce.Tx) error { return transfer.Put(tx, list.Kind, line) })
			}
		}
		for _, sequence := range commerce.AllSequences() {
			rest.Sequences[sequence] = tx.Last(sequence)
		}
		if rest.Settings, err = tx.Campaigns().Settings(); err != nil {
			return err
		}
		rest.Handles, err = tx.Handles().All()
		return err
	})
	must(t, err)
	return func(tx commerce.Tx) error {
		for _, put := range puts {
			if err := put(tx); err != nil {
				return err
			}
		}
		return rest.Write(tx)
	}
}

// TestLineOfAnOrderWithAMemberSandbox reads back the line of an order without internal
// fields. A member of its own has the name of theirs.
func TestLineOfAnOrderWithAMemberSandbox(t *testing.T) {
	t.Parallel()
	const line = `{"RefNo":"1000001","Status":"PENDING","ApproveStatus":"WAITING","OrderDate":"2026-10-09 12:00:00","New":{"a":1,"sandbox":{"b":2}}}`
	stored := openStore(t, func(tx commerce.Tx) error { return transfer.Put(tx, transfer.Orders, []byte(line)) })
	verifySame(t, stored, openStore(t, lined(t, stored)), transfer.JSON)
	if got := string(written(t, stored, transfer.JSON)); !strings.Contains(got, line) {
		t.Errorf("got %s, want it to have %s", got, line)
	}
}

// verifyFragment adds an export to an emptied account with the same products, and
// compares the exports of both.
func verifyFragment(t *testing.T, s commerce.Store) {
	t.Helper()
	want := written(t, s, transfer.World)
	emptied := openStore(t, worldOf(t, "empty", 0, 0))
	fragment, err := worlds.ParseFragment(want, "export.yaml")
	must(t, err)
	_, err = emptied.Update(func(tx commerce.Tx) error {
		world, err := fragment.Build(tx, worlds.BuildRequest{Merchant: "DEMO", Now: noon})
		if err != nil {
			return err
		}
		return world.Write(tx)
	})
	must(t, err)
	if got := written(t, emptied, transfer.World); !bytes.Equal(got, want) {
		t.Errorf("as a fragment: got %d bytes, want %d", len(got), len(want))
	}
}

// openers write the records of an export.
var openers = map[transfer.Format]func(*testing.T, []byte) func(commerce.Tx) error{
	transfer.World: func(t *testing.T, text []byte) func(commerce.Tx) error {
		t.Helper()
		var library worlds.Library
		world, err := library.Parse(text, "export.yaml")
		must(t, err)
		built, err := world.Build(worlds.BuildRequest{Merchant: "DEMO", Now: noon})
		must(t, err)
		return built.Write
	},
	transfer.JSON: func(t *testing.T, text []byte) func(commerce.Tx) error {
		t.Helper()
		batch, err := prepared(transfer.Source{Text: text, Merchant: "DEMO"})
		must(t, err)
		return func(tx commerce.Tx) error {
			_, err := batch.Add(tx, transfer.Policy{Now: noon, Lenient: true})
			return err
		}
	},
}

// addForeign adds the records of a page as services answer it.
func addForeign(t *testing.T, s commerce.Store) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "foreign.json"))
	must(t, err)
	batch, err := prepared(transfer.Source{Text: text, Kind: transfer.Orders, Merchant: "DEMO"})
	must(t, err)
	_, err = s.Update(func(tx commerce.Tx) error {
		_, err := batch.Add(tx, transfer.Policy{Now: noon, Lenient: true})
		return err
	})
	must(t, err)
}

// operate makes random calls and changes by hand. Most are legal; refused ones change
// nothing.
func operate(t *testing.T, s commerce.Store, seed uint64) {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 2))
	shop := commerce.NewShop("DEMO", s)
	terms := commerce.Terms{Now: noon}
	done := map[string]int{}
	var ids map[string][]string
	for i := range 300 {
		terms.Now = terms.Now.Add(time.Minute)
		if i%20 == 0 {
			ids = idsOf(t, s)
		}
		one := func(kind string) string {
			if len(ids[kind]) == 0 {
				return "0"
			}
			return ids[kind][chance.IntN(len(ids[kind]))]
		}
		what, err := operation(shop, terms, chance, one, i)
		if err == nil {
			done[what]++
		}
	}
	t.Log(done)
	if err := s.View(func(tx commerce.Tx) error { return ledger.Invariants(tx, terms.Now) }); err != nil {
		t.Errorf("after %d kinds of operations: %v", len(done), err)
	}
}

// idsOf returns the ids of the records of each kind.
func idsOf(t *testing.T, s commerce.Store) map[string][]string {
	t.Helper()
	ids := map[string][]string{}
	err := s.View(func(tx commerce.Tx) error {
		for facts := range tx.Orders().Between(time.Time{}, noon.AddDate(100, 0, 0)) {
			ids["order"] = append(ids["order"], facts.RefNo())
			if internals, _, _ := tx.Orders().Internals(facts.RefNo()); internals.PurchaseOrder != nil {
				ids["form"] = append(ids["form"], facts.RefNo())
			}
		}
		for reference := range tx.Customers().References() {
			ids["customer"] = append(ids["customer"], fmt.Sprint(reference))
		}
		for reference := range tx.Subscriptions().References() {
			ids["subscription"] = append(ids["subscription"], reference)
			if sub, _, _ := tx.Subscriptions().Get(reference); sub.Partner != "" && sub.Upgradable {
				ids["sold"] = append(ids["sold"], reference)
			}
		}
		for facts := range tx.Campaigns().Newest() {
			ids["campaign"] = append(ids["campaign"], facts.Code)
		}
		return nil
	})
	must(t, err)
	return ids
}

// operation makes one random call or change.
func operation(shop *commerce.Shop, t commerce.Terms, chance *rand.Rand, one func(string) string, i int) (what string, err error) {
	switch what = [...]string{"upload", "cancel", "move", "approve", "upgrade", "create", "update", "subscription", "customer", "delete"}[chance.IntN(10)]; what {
	case "upload":
		_, err = shop.UploadOrderForm(t, one("form"), commerce.OrderForm{FileName: fmt.Sprintf(`f"ö%d`, i), ClientTime: "2026-10-09 11:59:00", File: "JVBERi0xLjQ="})
	case "cancel":
		_, err = shop.CancelOrder(t, one("form"))
	case "move":
		_, err = shop.MoveOrder(t, one("order"), commerce.OrderMove{Status: catalog.Status("").Values()[chance.IntN(6)]})
	case "approve":
		_, err = shop.MoveOrder(t, one("order"), commerce.OrderMove{ApproveStatus: catalog.ApproveStatus("").Values()[chance.IntN(4)]})
	case "upgrade":
		_, _, err = shop.UpgradePartnerSubscriptions(t, commerce.Upgrade{Items: []commerce.UpgradeItem{
			{SubscriptionReference: one("sold"), UpgradeProductCode: "STUDIO-TEAM-1Y", Quantity: "2"}}})
	case "create":
		_, _, err = shop.CreateUpsell(t, draft(i))
	case "update":
		_, _, err = shop.UpdateUpsell(t, one("campaign"), draft(i))
	case "subscription":
		end := t.Now.AddDate(0, chance.IntN(12), 0)
		_, err = shop.ChangeSubscription(t, one("subscription"), commerce.SubscriptionChange{Enabled: new(chance.IntN(2) == 0), ExpirationDate: &end})
	case "customer":
		var reference int64
		_, _ = fmt.Sscan(one("customer"), &reference)
		external := fmt.Sprintf("NEW %d \"<é>\u2028", i)
		_, err = shop.ChangeCustomer(reference, func(c *record.Customer) { c.ExternalReference, c.Email = &external, "new@example.test" })
	case "delete":
		kind := [...]string{"order", "customer", "subscription", "campaign"}[chance.IntN(4)]
		if chance.IntN(4) == 0 {
			_, _, err = shop.DeleteRecord(record.Name{Kind: kind, ID: one(kind)})
		}
	}
	return what, err
}

// draft returns a campaign with markers and a text that YAML could misread.
func draft(i int) commerce.CampaignDraft {
	return commerce.CampaignDraft{
		Name: new(fmt.Sprintf("- %d: |", i)), Enabled: new(true), DisplayForManualRenewals: new(false),
		StartDate: &commerce.DraftDay{Null: true}, EndDate: &commerce.DraftDay{Text: "2027-01-01"},
		Discount:           &commerce.DiscountDraft{Type: new("PERCENT"), Value: new(record.Cents(1000))},
		PrimaryProduct:     &commerce.ProductDraft{Code: new("STUDIO-PRO-1Y"), Quantity: new(1)},
		RecommendedProduct: &commerce.ProductDraft{Code: new("STUDIO-TEAM-1Y"), Quantity: new(1)},
		Description:        []commerce.LocalizedDraft{{Language: new("en"), Text: new("<!--{RECOMMENDED_PRODUCT_NAME}-->\n#\t\u2028")}},
	}
}
