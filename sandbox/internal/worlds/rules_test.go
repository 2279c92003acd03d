package worlds

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	accounts "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/boltstore"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/ledger"
)

// Every world keeps the rules of every account's records: the shipped ones, and small
// generated ones of many seeds and moments.
func TestWorldsKeepTheInvariants(t *testing.T) {
	t.Parallel()
	db, err := boltstore.Open(boltstore.Options{Lifetime: boltstore.Ephemeral, NoSync: true, Path: t.TempDir() + "/worlds.db"})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	var library Library
	for _, name := range Names() {
		checkInvariants(t, db, &library, name, BuildRequest{Merchant: "SHIPPED-" + name, Now: moment, Seed: 1})
	}
	checkInvariants(t, db, &library, "default", BuildRequest{Merchant: "FILLED", Now: moment, Seed: 7, Orders: 2000})
	own := filepath.Join(t.TempDir(), "own.yaml")
	must(t, os.WriteFile(own, []byte(ownProducts), 0o600))
	for seed := range 200 {
		r := BuildRequest{Merchant: fmt.Sprintf("SEED%d", seed), Now: moment.Add(days(seed)), Seed: int64(seed), Orders: 30 + seed%20}
		checkInvariants(t, db, &library, []string{"empty", own}[seed%2], r)
	}
}

// ownProducts is a world with products unlike any shipped world's, and without partners.
const ownProducts = `
products:
  - {code: FREE, name: Free, prices: {EUR: 0, JPY: 0}, months: 7}
  - {code: CHEAP, name: Cheap, prices: {EUR: 0.01}, tangible: true}
  - {code: DEAR, name: Dear, prices: {CHF: 99999999.99, EUR: 12.35}, months: 120, upgrades: [FREE], options: [{group: G, code: o, percent: 0.01}], multiple_choice: [G]}
partners: []
customers: [{handle: ida, country: zz}]
orders:
  - {customer: ida, date: -100d, status: REFUND, dispute: {resolution: LOST, reason: FRAUD}, repeat: {times: 3, every: 1s}, lines: [{product: FREE}]}
  - {customer: ida, date: -50d, status: REVERSED, dispute: {resolution: ACCEPTED, reason: FRAUD}, lines: [{product: DEAR, vat: 7.5, price: 3.33, quantity: 7}]}
  - {customer: ida, date: -40d, status: CANCELED, purchase_order: canceled, lines: [{product: CHEAP}]}
  - {customer: ida, date: -30d, finished: -2d, refunds: [{percent: 33.33}, {percent: 33.33}], promotion: {code: P, percent: 12.5}, lines: [{product: DEAR, options: [o], quantity: 3}, {product: CHEAP}]}
`

func checkInvariants(t *testing.T, db *boltstore.DB, library *Library, name string, r BuildRequest) {
	t.Helper()
	w, err := library.Load(name)
	must(t, err)
	records, err := w.Build(r)
	must(t, err)
	must(t, db.CreateAccount(t.Context(), accounts.Record{Code: r.Merchant}, records.Write))
	if err := db.Account(r.Merchant).View(func(tx commerce.Tx) error { return ledger.Invariants(tx, r.Now) }); err != nil {
		t.Errorf("world %s of seed %d: %v", name, r.Seed, err)
	}
}
