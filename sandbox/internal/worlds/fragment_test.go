package worlds

import (
	"errors"
	"slices"
	"strings"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// seeded returns a store with the default world.
func seeded(t *testing.T) commerce.Store {
	t.Helper()
	db, err := boltstore.Open(boltstore.Options{Path: t.TempDir() + "/data.db"})
	must(t, err)
	t.Cleanup(func() {
		must(t, errors.Join(db.Check(), db.Close()))
	})
	w := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1})
	must(t, db.CreateAccount(t.Context(), accounts.Record{Code: "ACME"}, w.Write))
	return db.Account("ACME")
}

// add writes a fragment and returns its records.
func add(t *testing.T, s commerce.Store, text string) (records, error) {
	t.Helper()
	var added records
	f, err := ParseFragment([]byte(text), "more.yaml")
	if err != nil {
		return added, err
	}
	_, err = s.Update(func(tx commerce.Tx) error {
		w, err := f.Build(tx, BuildRequest{Merchant: "ACME", Now: moment, Seed: 1})
		if err != nil {
			return err
		}
		added = collected(w)
		return w.Write(tx)
	})
	return added, err
}

func TestFragmentRefersToTheAccount(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	w, err := add(t, s, `
customers: [{handle: customer-new, country: de}]
subscriptions:
  - {handle: more-upgradable, partner: partner-north, product: STUDIO-BASIC-1Y}
orders:
  - {handle: more-1, customer: customer-regular, date: -1h, lines: [{product: product-pro, options: [five-users], up_sell: {campaign: campaign-enabled, parent: product-basic}}]}
  - {handle: more-2, customer: customer-new, date: -2h, status: PENDING, lines: [{product: STUDIO-TEAM-1Y}]}
campaigns:
  - {handle: more-campaign, name: More, percent: 5, primary: {product: product-basic}, recommended: {product: STUDIO-PRO-1Y}}
`)
	must(t, err)
	for i := range w.orders {
		checkOrder(t, &w.orders[i])
		for _, b := range ledger.OrderContradictions(&w.orders[i], moment) {
			t.Error(b)
		}
	}
	checkUnique(t, w)
	err = s.View(func(tx commerce.Tx) error {
		for i := range w.subscriptions {
			for _, b := range ledger.SubscriptionBreaches(tx, &w.subscriptions[i]) {
				t.Error(b)
			}
		}
		handles, err := tx.Handles().All()
		if err != nil {
			return err
		}
		for _, name := range []string{"more-upgradable", "more-1", "more-2", "customer-new", "more-campaign", "order-complete"} {
			if _, there := handles[name]; !there {
				t.Errorf("handle %s is missing", name)
			}
		}
		o, known, err := tx.Orders().Get(handles["more-1"].IDs["OrderReference"])
		if err != nil || !known || o.Order.CustomerDetails.FirstName != "Ida" || o.Sale == 0 {
			t.Errorf("the order of a customer who was there: got %+v, %v", o, err)
		}
		if got, want := *o.Order.Items[0].UpSell, (record.CampaignOrigin{CampaignCode: handles["campaign-enabled"].IDs["upsellCode"], ParentCode: "STUDIO-BASIC-1Y"}); got != want {
			t.Errorf("the campaign behind the order: got %+v, want %+v", got, want)
		}
		settings, err := tx.Campaigns().Settings()
		if want := (record.UpsellSettings{UpsellingDisplayType: "overlay"}); settings != want {
			t.Errorf("settings: got %v, want %v", settings, want)
		}
		return err
	})
	must(t, err)
}

func TestFragmentsTakeNewNumbersEachTime(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	const text = "customers: [{}]\norders: [{customer: customer-regular, date: -1h, lines: [{product: BACKUP-1Y}]}]"
	one, err := add(t, s, text)
	must(t, err)
	two, err := add(t, s, text)
	must(t, err)
	first, second := one.orders[0], two.orders[0]
	if first.Order.RefNo >= second.Order.RefNo || first.Sale >= second.Sale || first.Invoice >= second.Invoice || first.Order.OrderNo >= second.Order.OrderNo {
		t.Errorf("the second has no later numbers: got %+v after %+v", second, first)
	}
	if got, not := two.customers[0].Reference, one.customers[0].Reference; got == not {
		t.Errorf("both customers have the reference %d", got)
	}
}

func TestFragmentErrors(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	known := built(t, "default", BuildRequest{Merchant: "ACME", Seed: 1}).Handles
	const bought = "orders: [{customer: 410001, lines: [{product: BACKUP-1Y, "
	for text, want := range map[string]string{
		"orders: [{customer: 410001, sale: " + known["sale"].IDs["SaleId"] + ", lines: [{product: BACKUP-1Y}]}]":                                          `more.yaml: [1:35] the account already has the sale "` + known["sale"].IDs["SaleId"] + `"`,
		"orders: [{customer: 410001, invoice: " + known["sale"].IDs["InvoiceId"] + ", lines: [{product: BACKUP-1Y}]}]":                                    `more.yaml: [1:38] the account already has the invoice "` + known["sale"].IDs["InvoiceId"] + `"`,
		bought + "subscription: {reference: " + known["subscription-renewing"].IDs["SubscriptionReference"] + "}}]}]":                                     `more.yaml: [1:84] the account already has the subscription reference "` + known["subscription-renewing"].IDs["SubscriptionReference"] + `"`,
		"campaigns: [{code: " + known["campaign-enabled"].IDs["upsellCode"] + ", name: N, percent: 5, primary: {product: A}, recommended: {product: B}}]": `more.yaml: [1:20] the account already has the campaign code "` + known["campaign-enabled"].IDs["upsellCode"] + `"`,
		bought + "up_sell: {campaign: nothing, parent: BACKUP-1Y}}]}]":                                                                                    `more.yaml: [1:78] unknown campaign "nothing"`,
		bought + "up_sell: {campaign: campaign-enabled, parent: nothing}}]}]":                                                                             `more.yaml: [1:104] unknown product "nothing"`,
		"orders: [{customer: 410001, partner: nobody, lines: [{product: BACKUP-1Y}]}]":                                                                    `more.yaml: [1:38] unknown partner "nobody"`,
		"generate: {orders: 3}":                                                                                               "more.yaml: [1:11] a fragment cannot generate records; it adds only what it lists",
		"customers: [{handle: order-complete}]":                                                                               `more.yaml: [1:22] the account already has the handle "order-complete"`,
		"customers: [{external: CRM-10}]":                                                                                     `more.yaml: [1:24] the account already has the external customer reference "CRM-10"`,
		"customers: [{reference: 410001}]":                                                                                    `more.yaml: [1:25] the account already has the customer reference "410001"`,
		"products: [{code: FONT-PACK, name: F, prices: {EUR: 1}}]":                                                            `more.yaml: [1:19] the account already has the product code "FONT-PACK"`,
		"partners: [{code: WESTLINE, currency: EUR}]":                                                                         `more.yaml: [1:19] the account already has the partner code "WESTLINE"`,
		"records: {products: '{\"code\":\"FONT-PACK\",\"name\":\"Other\",\"prices\":{\"EUR\":1}}'}":                           `more.yaml: [1:21] the account has the product code "FONT-PACK" with other values`,
		"records: {partners: '{\"code\":\"WESTLINE\",\"name\":\"Other\",\"currency\":\"EUR\"}'}":                              `more.yaml: [1:21] the account has the partner code "WESTLINE" with other values`,
		"records: {handles: '{\"order-complete\":{\"kind\":\"order\",\"ids\":{\"OrderReference\":\"1\"}}}'}":                  `more.yaml: [1:20] the account has the handle "order-complete" for another record`,
		"orders: [{customer: nobody, lines: [{product: X}]}]":                                                                 `more.yaml: [1:21] unknown customer "nobody"`,
		"orders: [{customer: 410001, reference: " + known["sale"].IDs["OrderReference"] + ", lines: [{product: BACKUP-1Y}]}]": `more.yaml: [1:40] the account already has the order reference "` + known["sale"].IDs["OrderReference"] + `"`,
	} {
		_, err := add(t, s, text)
		if err == nil || strings.Split(err.Error(), "\n")[0] != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestAddedCampaignsAreTheLatestOnAFrozenClock(t *testing.T) {
	t.Parallel()
	s := seeded(t)
	const text = `
campaigns:
  - {name: One, percent: 5, primary: {product: product-basic}, recommended: {product: STUDIO-PRO-1Y}}
  - {name: Two, percent: 5, primary: {product: product-basic}, recommended: {product: STUDIO-PRO-1Y}}
`
	var want []string
	for range 3 {
		w, err := add(t, s, text)
		must(t, err)
		for _, c := range w.Campaigns {
			want = append(want, c.Code)
		}
	}
	slices.Reverse(want)
	var got []string
	err := s.View(func(tx commerce.Tx) error {
		for facts := range tx.Campaigns().Newest() {
			got = append(got, facts.Code)
		}
		return nil
	})
	must(t, err)
	if got = got[:len(want)]; !slices.Equal(got, want) {
		t.Errorf("newest first: got %v, want %v", got, want)
	}
}
