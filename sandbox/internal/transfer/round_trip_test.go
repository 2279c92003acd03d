package transfer_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/worlds"
)

// TestAcceptedIsExported imports random records: the export of the accepted ones opens,
// in each format, to the same records.
func TestAcceptedIsExported(t *testing.T) {
	t.Parallel()
	export := exported(t)
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 26))
			accepted := 0
			for range 60 {
				text := varied(t, export, chance)
				batch, err := prepared(transfer.Source{Text: text, Merchant: "DEMO"})
				if err != nil {
					continue
				}
				s := openStore(t, worldOf(t, "empty", 0, 0))
				if _, err := s.Update(func(tx commerce.Tx) error {
					_, err := batch.Add(tx, transfer.Policy{Now: noon, Lenient: chance.IntN(2) == 0})
					return err
				}); err != nil {
					continue
				}
				accepted++
				verifyFixedPoint(t, s)
				verifyFragment(t, s)
				if err := worlds.Check(written(t, s, transfer.World), "export.yaml"); err != nil {
					t.Error(err)
				}
				if t.Failed() {
					t.Fatalf("of %s", text)
				}
			}
			if accepted < 20 {
				t.Errorf("%d of 60 exports were accepted, want more", accepted)
			}
		})
	}
}

// varied returns an export with a few values null, absent, or of another value of their
// kind.
func varied(t *testing.T, export []byte, chance *rand.Rand) []byte {
	t.Helper()
	return edited(t, export, func(all map[string]any) {
		delete(all, implied[chance.IntN(len(implied))])
		vary(all, chance.Float64()*0.006, chance)
	})
}

// implied are dispensable parts of an export. Orders imply the first two.
var implied = []string{"subscriptions", "customers", "products", "handles"}

// edited returns an export after a change.
func edited(t *testing.T, export []byte, change func(all map[string]any)) []byte {
	t.Helper()
	var all map[string]any
	must(t, json.Unmarshal(export, &all))
	change(all)
	made, err := json.Marshal(all)
	must(t, err)
	return made
}

// exported returns the export of an account with a record of each kind, among them an
// order that renews the subscription of another one.
func exported(t *testing.T) []byte {
	t.Helper()
	s := openStore(t, worldOf(t, "empty", 0, 0))
	addForeign(t, s)
	later := strings.NewReplacer("248810377", "248810378", "2026-10-02 09:14:51", "2026-10-03 09:14:51", "2026-10-02 09:20:07", "2026-10-03 09:20:07").Replace(foreign(t))
	add(t, s, parse(t, "", later), transfer.Policy{Now: noon, Lenient: true})
	if _, _, err := commerce.NewShop("DEMO", s).CreateUpsell(commerce.Terms{Now: noon}, draft(1)); err != nil {
		t.Fatal(err)
	}
	return written(t, s, transfer.JSON)
}

func vary(value any, share float64, chance *rand.Rand) {
	switch of := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(of)) {
			usual := share
			if slices.Contains([]string{"Lifetime", "ExpirationDate", "SubscriptionStartDate", "PurchaseDate", "start_date", "expiration_date"}, name) {
				usual = 0.2
			}
			switch {
			case chance.Float64() >= usual:
				vary(of[name], share, chance)
			case chance.IntN(3) == 0:
				delete(of, name)
			case chance.IntN(2) == 0:
				of[name] = nil
			default:
				of[name] = another(of[name], chance)
			}
		}
	case []any:
		for _, element := range of {
			vary(element, share, chance)
		}
	}
}

func another(value any, chance *rand.Rand) any {
	switch of := value.(type) {
	case bool:
		return !of
	case float64:
		return []any{of + 1, -of, 0, 0.1}[chance.IntN(4)]
	case string:
		if _, err := record.ParseMoment(of); err == nil {
			return []any{"2027-01-01 00:00:00", "0001-01-01 00:00:00", "9999-12-31 23:59:59"}[chance.IntN(3)]
		}
		return []any{"", of + " ", "-# : |\u2028\"\\", strings.Repeat("x\t", 80)}[chance.IntN(4)]
	case []any:
		return append(of, of...)
	}
	return value
}
