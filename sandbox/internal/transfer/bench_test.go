package transfer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/anonymize"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// many returns a list of as many foreign orders of several customers.
func many(b testing.TB, count int) string {
	b.Helper()
	one := inPage(foreign(b))
	var list strings.Builder
	for n := range count {
		order := strings.NewReplacer(
			"248810377", fmt.Sprint(300000000+n), "51820", fmt.Sprint(600000+n), "7KQ2M9XW4B", fmt.Sprintf("S%09d", n),
			"781234", fmt.Sprint(900000+n/3), "CRM-77", fmt.Sprintf("X-%d", n/3), "ida.moreau", fmt.Sprintf("ida.%d", n/3),
		).Replace(one)
		list.WriteString(order + "\n")
	}
	return list.String()
}

func BenchmarkImport(b *testing.B) {
	const count = 2000
	text := []byte(many(b, count))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := openStore(b, nothing)
		batch, err := transfer.Read(transfer.Source{Text: text, Merchant: "DEMO"})
		if err == nil {
			err = batch.Prepare(0, anonymize.NewKey("a").Run())
		}
		must(b, err)
		_, err = s.Extend(b.Context(), batch.Bytes(), func(tx commerce.Tx) error {
			_, err := batch.Add(tx, strict)
			return err
		})
		must(b, err)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*count), "µs/order")
}
