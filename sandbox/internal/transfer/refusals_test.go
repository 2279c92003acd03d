package transfer_test

import (
	"os"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// FuzzRefusals reads texts without their wrong parts. It ends, without a panic, and takes all
// of a right text.
func FuzzRefusals(f *testing.F) {
	for _, name := range []string{"page.json", "one-of-each.json", "foreign.json"} {
		text, err := os.ReadFile("testdata/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, 3)
	}
	f.Add([]byte("{\"AvangateCustomerReference\":41}\n \"no\n{\"RefNo\":\"1000001\",\"CustomerDetails\":{\"AvangateCustomerReference\":41},\"x\":\"2026-01-01\"}\n[{}]\n{}"), -800_000)
	f.Fuzz(func(t *testing.T, text []byte, days int) {
		source := transfer.Source{Text: text, Refusals: &transfer.Refusals{}}
		shifted := func() error {
			read, err := transfer.Read(source)
			if err == nil {
				err = read.Prepare(days%1_000_000, nil)
			}
			return err
		}
		err := shifted()
		for source.Refusals.Take(err) {
			err = shifted()
		}
		source.Refusals = nil
		if whole := shifted(); whole == nil && err != nil {
			t.Errorf("without what is wrong: %v", err)
		}
	})
}
