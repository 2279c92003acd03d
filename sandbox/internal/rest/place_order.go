package rest

import (
	"net/http"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/strictjson"
)

// placedBody is the body of a call that places an order, in the interface's names for an
// order. Clients of the real service send more.
type placedBody struct {
	Currency                  string
	Language                  string
	ExternalReference         *string
	CustomerReference         number
	ExternalCustomerReference string
	PartnerCode               string
	BillingDetails            record.BillingDetails
	DeliveryDetails           *record.DeliveryDetails
	PaymentDetails            struct{ Type string }
	Items                     []placedItem
}

type placedItem struct {
	Code         string
	Quantity     number
	PriceOptions []placedOption
}

// placedOption is the pricing options of a group, as the interface shows them.
type placedOption struct{ Options []string }

// number is a whole number, also as text.
type number string

var placedBodies = strictjson.New(strictjson.ValueOf("a whole number", func(v strictjson.Scalar) (number, bool) {
	if v.Kind == 'n' {
		return "", true
	}
	_, err := strconv.ParseInt(v.Text, 10, 64)
	return number(v.Text), err == nil
}))

// placeOrder stores the order of the body with the status of a scenario, because the
// interface has no operation for it. It answers as retrieve-order does.
func (c *call) placeOrder(status catalog.Status) (gate.Answer, error) {
	var body placedBody
	if err := c.decodeBy(placedBodies.ReadKnown, &body, catalog.InvalidParameter); err != nil {
		return gate.Answer{}, err
	}
	placed, changes, err := c.Shop.PlaceOrder(c.Terms, body.draft(status))
	if err != nil {
		return gate.Answer{}, err
	}
	row := c.orders(separateTotals)
	row.show(placed.Body)
	c.withOrders(row.shown)
	answer := c.at("/orders/"+placed.RefNo+"/", inJSON(row.body.Bytes(), changes...))
	answer.Status = http.StatusCreated
	return answer, row.err
}

func (b *placedBody) draft(status catalog.Status) commerce.OrderDraft {
	d := commerce.OrderDraft{
		Currency: b.Currency, Status: status, ExternalReference: b.ExternalReference, Language: b.Language,
		Customer: string(b.CustomerReference), ExternalCustomer: b.ExternalCustomerReference, Partner: b.PartnerCode,
		PaymentType: b.PaymentDetails.Type, Buyer: b.BillingDetails, Receiver: b.DeliveryDetails,
	}
	for _, item := range b.Items {
		line := commerce.DraftLine{Code: item.Code, Quantity: 1}
		if item.Quantity != "" {
			line.Quantity, _ = strconv.Atoi(string(item.Quantity)) // it was read as a number
		}
		for _, option := range item.PriceOptions {
			line.Options = append(line.Options, option.Options...)
		}
		d.Lines = append(d.Lines, line)
	}
	return d
}
