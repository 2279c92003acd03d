package transfer_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// TestPartsAreTheWhole imports random exports at once and in parts of a few records, and
// compares the results.
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
				for what, pair := range map[string][2]string{
					"error": {parts.failed, whole.failed}, "outcome": {parts.outcome, whole.outcome}, "notes": {parts.notes, whole.notes}, "export": {parts.export, whole.export},
				} {
					sameText(t, fmt.Sprintf("the %s in parts of %d, %+v", what, records, policy), pair[0], pair[1])
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

// TestProgress adds texts in parts and in one: a part has so many records, its subscriptions
// beside, and at most 1 MiB.
func TestProgress(t *testing.T) {
	t.Parallel()
	var long, subscriptions string
	for i := range 5 {
		long += one(fmt.Sprint(i+1), "PENDING", "", `,"ExternalNote":"`+strings.Repeat("x", 400<<10)+`"`)
		subscriptions += owned(fmt.Sprint("S", i), "1", "0")
	}
	for _, c := range []struct {
		text    string
		records int
		want    string
	}{
		{many(t, 10), 4, "4 of 10, 8 of 10, 10 of 10"},
		{many(t, 10), 10, ""},
		{long, 10, "2 of 5, 4 of 5, 5 of 5"},
		{one("1", "PENDING", "", "") + subscriptions, 2, "4 of 6, 6 of 6"},
	} {
		read, err := ready(transfer.ReadInParts(transfer.Source{Text: []byte(c.text), Merchant: "DEMO"}, c.records))
		var got []string
		p := transfer.Policy{Now: noon, Lenient: true, Progress: func(added, all int) { got = append(got, fmt.Sprintf("%d of %d", added, all)) }}
		if err == nil {
			_, err = openStore(t, nothing).Update(func(tx commerce.Tx) error {
				_, err := read.Add(tx, p)
				return err
			})
		}
		if err != nil || strings.Join(got, ", ") != c.want {
			t.Errorf("%.40s… in parts of %d: got %q, %v, want %s", c.text, c.records, got, err, c.want)
		}
	}
}

// TestBytes says about how much an import writes: its text and a KiB of indexes for each
// record, and in parts enough for several transactions.
func TestBytes(t *testing.T) {
	t.Parallel()
	text := many(t, 3)
	for records, want := range map[int]int{1: 4 << 20, 3: len(text) + 4<<10} {
		if read, err := transfer.ReadInParts(transfer.Source{Text: []byte(text)}, records); err != nil || read.Bytes() != want {
			t.Errorf("in parts of %d: got %d, %v, want %d", records, read.Bytes(), err, want)
		}
	}
}

// ended is the result of an import.
type ended struct{ failed, outcome, notes, export string }

func imported(t *testing.T, from transfer.Source, p transfer.Policy, had func(commerce.Tx) error, records int) ended {
	t.Helper()
	s := openStore(t, had)
	read, err := ready(transfer.ReadInParts(from, records))
	var outcome *transfer.Outcome
	if err == nil {
		_, err = s.Extend(t.Context(), read.Bytes(), func(tx commerce.Tx) (err error) {
			outcome, err = read.Add(tx, p)
			return err
		})
	}
	if err != nil {
		return ended{failed: ordered(err)}
	}
	notes := fmt.Sprintln(len(outcome.Notes) + outcome.More)
	if outcome.More == 0 { // otherwise parts list others first
		for i, note := range outcome.Notes { // a broken link is noted at either of the records
			_, outcome.Notes[i], _ = strings.Cut(note, ": ")
		}
		slices.Sort(outcome.Notes)
		notes += strings.Join(outcome.Notes, "\n")
	}
	return ended{outcome: fmt.Sprint(outcome), notes: notes, export: string(written(t, s, transfer.JSON))}
}

// ordered returns the subjects of an error in an order of its own, because parts find
// faults in another one.
func ordered(err error) string {
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

// shuffled returns an export with its lists in another order, and with some wrong,
// missing or repeated records or values.
func shuffled(t *testing.T, export []byte, chance *rand.Rand) []byte {
	t.Helper()
	return edited(t, export, func(all map[string]any) {
		if gone := chance.IntN(3 * len(implied)); gone < len(implied) {
			delete(all, implied[gone])
		}
		if chance.IntN(2) == 0 {
			unnumber(all, chance)
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
	})
}

// unnumber removes the internals from some orders, because paid ones must get numbers,
// and moves some subscriptions to missing orders.
func unnumber(all map[string]any, chance *rand.Rand) {
	delete(all, "sequences")
	orders, _ := all["orders"].([]any)
	for _, order := range orders {
		if chance.IntN(2) == 0 {
			delete(order.(map[string]any), "sandbox")
		}
	}
	subscriptions, _ := all["subscriptions"].([]any)
	for _, s := range subscriptions {
		if chance.IntN(40) == 0 {
			s.(map[string]any)["order"] = "999999999"
		}
	}
}

// foreignOrder returns the order of the foreign page with another reference, of a day of
// October.
func foreignOrder(t *testing.T, reference string, day int) string {
	t.Helper()
	return strings.NewReplacer("248810377", reference, "2026-10-02", fmt.Sprintf("2026-10-%02d", day)).Replace(inPage(foreign(t)))
}

// TestNumbersFollowDatesAcrossParts gives paid orders in parts their numbers by their
// dates, above a number in the text.
func TestNumbersFollowDatesAcrossParts(t *testing.T) {
	t.Parallel()
	text := strings.Replace(foreignOrder(t, "300000009", 1), "{", `{"sandbox":{"sale":500,"invoice":"900"},`, 1)
	for n := range 5 { // the latest first
		text = foreignOrder(t, fmt.Sprint(300000001+n), 3+n) + "\n" + text
	}
	text = strings.ReplaceAll(text, "7KQ2M9XW4B", "S")
	s := openStore(t, nothing)
	read, err := ready(transfer.ReadInParts(transfer.Source{Text: []byte(text), Merchant: "DEMO"}, 2))
	must(t, err)
	if got := add(t, s, read, transfer.Policy{Now: noon, Lenient: true}); got.Created[transfer.Orders] != 6 || got.Implied[transfer.Subscriptions] != 1 {
		t.Errorf("got %s, want 6 orders and the one subscription that they show", got)
	}
	must(t, s.View(func(tx commerce.Tx) error {
		for n := range 5 {
			got, _, err := tx.Orders().Internals(fmt.Sprint(300000001 + n))
			if want := int64(501 + n); err != nil || got.Sale != want || got.Invoice != fmt.Sprint(901+n) {
				t.Errorf("order %d: got sale %d and invoice %s, %v, want %d", n, got.Sale, got.Invoice, err, want)
			}
		}
		return nil
	}))
}

// TestAnotherPartKeepsASubscription replaces an order by one without its subscription, while
// an order of another part shows it: its handle stays.
func TestAnotherPartKeepsASubscription(t *testing.T) {
	t.Parallel()
	s := openStore(t, nothing)
	lenient := transfer.Policy{Now: noon, Lenient: true, Replace: true}
	add(t, s, parse(t, "", foreignOrder(t, "300000001", 2)), lenient)
	mine := record.Handle{Kind: record.SubscriptionKind, IDs: map[string]string{commerce.KindOf(record.SubscriptionKind).IDName: "7KQ2M9XW4B"}}
	_, err := s.Update(func(tx commerce.Tx) error { return tx.Handles().Put("mine", mine) })
	must(t, err)
	without := strings.Replace(foreignOrder(t, "300000001", 2), `"SubscriptionReference": "7KQ2M9XW4B"`, `"SubscriptionReference": "OTHER"`, 1)
	read, err := ready(transfer.ReadInParts(transfer.Source{Text: []byte(without + "\n" + foreignOrder(t, "300000002", 3)), Merchant: "DEMO"}, 1))
	must(t, err)
	add(t, s, read, lenient)
	must(t, s.View(func(tx commerce.Tx) error {
		_, known, err := tx.Handles().Get("mine")
		if !known {
			t.Error("the handle of the subscription is gone")
		}
		return err
	}))
}

// TestABrokenLinkIsNotedOnce adds a subscription in another part than the order that shows it
// otherwise, and replaces it.
func TestABrokenLinkIsNotedOnce(t *testing.T) {
	t.Parallel()
	source := transfer.Source{Text: []byte(one("1", "COMPLETE", shown("A"), "") + "\n" + owned("A", "1", "0")), Merchant: "DEMO"}
	had := func(tx commerce.Tx) error {
		return errors.Join(transfer.Put(tx, transfer.Orders, []byte(one("1", "COMPLETE", shown("A"), ""))), transfer.Put(tx, transfer.Subscriptions, []byte(owned("A", "1", "0"))))
	}
	for records := range 2 {
		got := imported(t, source, replace, had, 1+records)
		if n := strings.Count(got.notes, "breaks the rule shown-subscriptions"); n != 1 {
			t.Errorf("in parts of %d: noted %d times: %s%s", 1+records, n, got.failed, got.notes)
		}
	}
}
