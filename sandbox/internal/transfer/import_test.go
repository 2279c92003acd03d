package transfer_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// TestPartsAreTheWhole imports random exports at once and in parts of a few records, and
// compares what becomes of them.
func TestPartsAreTheWhole(t *testing.T) {
	t.Parallel()
	export := written(t, openStore(t, worldOf(t, "default", 3, 60)), transfer.JSON)
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 31))
			accepted := 0
			for range 8 {
				source := transfer.Source{Text: shuffled(t, export, chance), Merchant: "DEMO"}
				policy := transfer.Policy{Now: noon, Lenient: chance.IntN(4) > 0, Replace: chance.IntN(4) > 0}
				had, records := worldOf(t, "default", 3, 30*chance.IntN(2)), 1+chance.IntN(20)
				whole := imported(t, source, policy, had, 1_000_000)
				parts := imported(t, source, policy, had, records)
				if parts != whole {
					t.Fatalf("in parts of %d, %+v:\n%s\ngot  %s\nwant %s", records, policy, source.Text, parts, whole)
				}
				if whole.failed == "" {
					accepted++
				}
			}
			if accepted < 2 {
				t.Errorf("%d of 8 exports were accepted, want more", accepted)
			}
		})
	}
}

// TestProgress adds a text in parts and in one.
func TestProgress(t *testing.T) {
	t.Parallel()
	for records, want := range map[int]string{4: "4 of 10, 8 of 10, 10 of 10", 10: ""} {
		read, err := transfer.ReadInParts(transfer.Source{Text: []byte(many(t, 10)), Merchant: "DEMO"}, records)
		if err == nil {
			err = read.Prepare(0, nil)
		}
		var got []string
		p := transfer.Policy{Now: noon, Progress: func(added, all int) { got = append(got, fmt.Sprintf("%d of %d", added, all)) }}
		if err == nil {
			_, err = openStore(t, nothing).Update(func(tx commerce.Tx) error {
				_, err := read.Add(tx, p)
				return err
			})
		}
		if err != nil || strings.Join(got, ", ") != want {
			t.Errorf("in parts of %d: got %q, %v, want %s", records, got, err, want)
		}
	}
}

// ended is what became of an import.
type ended struct{ failed, outcome, export string }

func imported(t *testing.T, from transfer.Source, p transfer.Policy, had func(commerce.Tx) error, records int) ended {
	t.Helper()
	s := openStore(t, had)
	read, err := transfer.ReadInParts(from, records)
	if err == nil {
		err = read.Prepare(0, nil)
	}
	var outcome *transfer.Outcome
	if err == nil {
		_, err = s.Update(func(tx commerce.Tx) (err error) {
			outcome, err = read.Add(tx, p)
			return err
		})
	}
	if err != nil {
		return ended{failed: sorted(err)}
	}
	return ended{outcome: fmt.Sprint(outcome), export: string(written(t, s, transfer.JSON))}
}

// sorted returns the parts of an error in an order of their own, because parts find what
// is wrong in another one.
func sorted(err error) string {
	var taken *transfer.TakenError
	if errors.As(err, &taken) {
		text := ""
		for _, kind := range transfer.Kinds() {
			text += fmt.Sprintln(kind, slices.Sorted(slices.Values(taken.Has(kind))))
		}
		return text
	}
	lines := strings.Split(err.Error(), "\n")
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// shuffled returns an export whose lists have another order, and of which some records or
// values are wrong, missing or there twice.
func shuffled(t *testing.T, export []byte, chance *rand.Rand) []byte {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal(export, &all); err != nil {
		t.Fatal(err)
	}
	if gone := chance.IntN(12); gone < 4 {
		delete(all, []string{"subscriptions", "customers", "products", "handles"}[gone])
	}
	vary(all, chance.Float64()*0.0002, chance)
	for _, kind := range transfer.Kinds() {
		list, _ := all[string(kind)].([]any)
		if len(list) > 0 && chance.IntN(30) == 0 {
			list = append(list, list[chance.IntN(len(list))])
		}
		chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		all[string(kind)] = list
	}
	made, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return made
}
