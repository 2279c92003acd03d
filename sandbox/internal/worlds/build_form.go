package worlds

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// internals returns the order's internal fields: the keys of lookups and the state
// of a purchase order.
func (p *purchase) internals(o *record.Order, now time.Time) record.OrderInternals {
	side := record.OrderInternals{Sale: p.sale, Invoice: p.invoice}
	if p.entry.PurchaseOrder == "" {
		return side
	}
	o.OrderFlow = catalog.PurchaseOrderFlow
	o.PODetails = &record.PODetails{InternalPONumber: "PO-" + o.RefNo}
	side.PurchaseOrder = &record.PurchaseOrder{State: p.entry.PurchaseOrder, Forms: p.forms(now)}
	return side
}

// forms returns the uploaded form that every state but the first depends on (open question
// upload-effect). A canceled order has none, as if it was canceled before the upload.
func (p *purchase) forms(now time.Time) []record.Form {
	if state := p.entry.PurchaseOrder; state == catalog.AwaitingForm || state == catalog.CanceledOrder {
		return []record.Form{}
	}
	uploaded := record.At(p.orderTime(now))
	form := record.Form{FileName: "purchase-order-" + referenceOf(p) + ".pdf", ClientTime: uploaded.Format(record.MomentFormat), UploadedAt: uploaded}
	return []record.Form{form.WithContent(pdf("Purchase order " + referenceOf(p)))}
}

// pdf returns a PDF document of one page with a line of plain letters.
func pdf(line string) []byte {
	drawn := "BT /F1 18 Tf 72 720 Td (" + line + ") Tj ET"
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		"<</Length " + strconv.Itoa(len(drawn)) + ">>\nstream\n" + drawn + "\nendstream",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
	var b, places bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	for i, object := range objects {
		fmt.Fprintf(&places, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	index := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n%s", len(objects)+1, &places)
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, index)
	return b.Bytes()
}
