package commerce

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// The ids for looking up an order, as messages name them.
const (
	referenceField = "OrderReference"
	saleField      = "SaleId"
	invoiceField   = "InvoiceId"
)

// otherID guesses the true kind of an id unknown in a field, as the end of a message,
// "" without a guess.
func otherID(tx Tx, field, given string) string {
	orders := tx.Orders()
	switch hint := placeholderHint(given); {
	case hint != "":
		return hint
	case field == referenceField && strings.EqualFold(given, "search"):
		return "; search is GET /orders/"
	}
	is := func(other, ref string) string { return fmt.Sprintf("; it is the %s of order %s", other, ref) }
	if _, ok := orders.Body(given); ok {
		return fmt.Sprintf("; it is the RefNo of an order: GET /orders/%s/", given)
	}
	if sale, err := strconv.ParseInt(given, 10, 64); err == nil {
		if ref, ok := orders.BySale(sale); ok {
			return is(saleField, ref)
		}
	}
	if ref, ok := orders.ByInvoice(given); ok {
		return is(invoiceField, ref)
	}
	for order := range orders.WithReference(given, time.Time{}, record.LastMoment) {
		return is("external reference", strconv.FormatUint(order.Number, 10))
	}
	return ""
}

// placeholderHint recognises a placeholder left by a client, and returns the end of a message, ""
// for any other text.
func placeholderHint(text string) string {
	words := []string{"undefined", "null", "nil", "none", "nan", "[object object]", "orderreference", "refno", "upsellcode"}
	if strings.ContainsAny(text, "{}<>") || strings.HasPrefix(text, ":") || strings.HasPrefix(text, "$") || slices.Contains(words, strings.ToLower(text)) {
		return "; it is a placeholder that was never filled"
	}
	return ""
}
