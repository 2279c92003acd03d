package worlds

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// set is values of a record in the names of the interface, as an object in JSON, "" for
// none. They are laid over the record that the words of the entry make. So the words are
// few, and every field of a record can be set.
type set[T any] string

// UnmarshalYAML reads a mapping.
func (s *set[T]) UnmarshalYAML(node ast.Node) error {
	switch node.(type) {
	case *ast.NullNode:
		return nil
	case *ast.MappingNode, *ast.MappingValueNode:
		*s = set[T](appendJSON(nil, node))
		return nil
	}
	return errorAt(node, "set must be a mapping of names of the interface to values, such as {GiftDetails: {GiftNote: Enjoy!}}")
}

// appendJSON appends a value in JSON. A plain value that is no number of JSON, such as
// 007, is text.
func appendJSON(to []byte, node ast.Node) []byte {
	switch n := node.(type) {
	case *ast.NullNode:
		return append(to, "null"...)
	case *ast.BoolNode:
		return strconv.AppendBool(to, n.Value)
	case *ast.IntegerNode, *ast.FloatNode:
		if number := node.GetToken().Value; json.Valid([]byte(number)) {
			return append(to, number...)
		}
	case *ast.SequenceNode:
		to = append(to, '[')
		for i, element := range n.Values {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendJSON(to, element)
		}
		return append(to, ']')
	case *ast.MappingValueNode:
		return append(appendMember(append(to, '{'), n), '}')
	case *ast.MappingNode:
		to = append(to, '{')
		for i, member := range n.Values {
			if i > 0 {
				to = append(to, ',')
			}
			to = appendMember(to, member)
		}
		return append(to, '}')
	}
	var spelled text
	_ = spelled.UnmarshalYAML(node) // every other value is plain
	return appendText(to, string(spelled))
}

func appendMember(to []byte, member *ast.MappingValueNode) []byte {
	return appendJSON(append(appendText(to, member.Key.GetToken().Value), ':'), member.Value)
}

func appendText(to []byte, text string) []byte {
	quoted, _ := json.Marshal(text) // no text fails
	return append(to, quoted...)
}

// checkSet records what a record does not have, what has another type there, and what follows from
// a word of the entry.
func checkSet[T any](c *checker, path string, s set[T], follows map[string]string) {
	if s == "" {
		return
	}
	for _, f := range transfer.CheckShape[T](path+".set", []byte(s)) {
		c.faults.add(f.Path, "%s: %s", lastKey(f.Path), f.Message)
	}
	var given map[string]any
	_ = json.Unmarshal([]byte(s), &given) // it is valid
	for _, name := range sortedKeys(follows) {
		value, is := any(given), true
		for part := range strings.SplitSeq(name, ".") {
			members, _ := value.(map[string]any)
			value, is = members[part]
		}
		if is {
			c.faults.add(path+".set."+name, "%s follows from %s", name, follows[name])
		}
	}
}

// over lays the values over a record. The record shares nothing with the one before.
func (s set[T]) over(r *T) {
	if s != "" {
		_ = record.Merge(r, []byte(s)) // the check of the entry has compared the shapes
	}
}

// wholeOrder is an order in the names of set. It has the internal fields that no word gives.
type wholeOrder struct {
	record.Order
	Sandbox orderNotes `json:"sandbox"`
}

type orderNotes struct {
	Proforma      string         `json:"proforma"`
	Comment       *string        `json:"comment"`
	PurchaseOrder *purchaseNotes `json:"purchase_order"`
}

type purchaseNotes struct {
	Forms []record.WholeForm `json:"forms"`
}

// The names of records that set cannot have, with what they follow from, because other records or
// sums follow from it too.
var (
	orderFollows = map[string]string{
		"RefNo": "reference", "OrderNo": "number", "OrderDate": "date", "FinishDate": "finished", "Status": "status", "Items": "lines, which have a set of their own",
		"Currency": "currency", "PartnerCode": "partner", "CustomerDetails": "customer, which has a set of its own", "TestOrder": "test",
		"OrderFlow": "purchase_order", "MerchantCode": "the account",
	}
	lineFollows         = map[string]string{"Code": "product", "Quantity": "quantity", "ProductDetails.Subscriptions": "subscription, which has a set of its own"}
	customerFollows     = map[string]string{"AvangateCustomerReference": "reference", "ExternalCustomerReference": "external", "CountryCode": "country"}
	subscriptionFollows = map[string]string{"SubscriptionReference": "reference"}
)

// setOver lays the values of an order's set over the order.
func (e *orderEntry) setOver(stored *record.StoredOrder) {
	if e.Set == "" {
		return
	}
	whole := wholeOrder{Order: stored.Order, Sandbox: orderNotes{Proforma: stored.Proforma, Comment: stored.Comment}}
	e.Set.over(&whole)
	stored.Order, stored.Proforma, stored.Comment = whole.Order, whole.Sandbox.Proforma, whole.Sandbox.Comment
	if given := whole.Sandbox.PurchaseOrder; given != nil {
		if stored.PurchaseOrder == nil {
			stored.PurchaseOrder = &record.PurchaseOrder{}
		}
		stored.PurchaseOrder.Forms = make([]record.Form, len(given.Forms))
		for i, f := range given.Forms {
			stored.PurchaseOrder.Forms[i] = f.Form.WithContent(f.Content)
		}
	}
}

// formerWords are the words that entries had once, by their types, with the values of set that they
// are now.
var formerWords = map[string]string{
	"orderEntry.vendor_approve_status": "VendorApproveStatus: …", "orderEntry.commission": "AvangateCommission: …",
	"orderEntry.fx": "FxRate: …, FxMarkup: …, PayoutCurrency: …", "orderEntry.ip": "PaymentDetails: {CustomerIP: …}",
	"orderEntry.payment_link": "ExtraInformation: {PaymentLink: …}", "orderEntry.errors": "Errors: {…}",
	"orderEntry.po_number": "PODetails: {InternalPONumber: …}", "orderEntry.auto_approve": "PODetails: {AutoApprove: …}",
	"orderEntry.forms": "sandbox: {purchase_order: {forms: […]}}", "orderEntry.proforma": "sandbox: {proforma: …}",
	"orderEntry.comment": "sandbox: {comment: …}", "orderEntry.origin": "Origin: …", "orderEntry.language": "Language: …",
	"orderEntry.shopper_reference": "ShopperRefNo: …", "orderEntry.source": "Source: …", "orderEntry.ws_order": "WSOrder: …",
	"orderEntry.local_time": "LocalTime: …", "orderEntry.gift": "GiftDetails: {…}", "orderEntry.delivery": "DeliveryDetails: {…}",
	"orderEntry.card":   "PaymentDetails: {PaymentMethod: {FirstDigits: …, LastDigits: …, Authorize3DS: {Href: …, Method: …, Params: {…}}}}",
	"orderEntry.fields": "AdditionalFields: [{Code: …, Text: …, Value: …}]", "orderLineEntry.fields": "AdditionalFields: [{Code: …, Text: …, Value: …}]",
	"orderEntry.parameters":    "CustomParameters: [{Name: …, Value: …}]",
	"orderLineEntry.reference": "LineItemReference: …", "orderLineEntry.external_reference": "ExternalReference: …",
	"orderLineEntry.sku": "SKU: …", "orderLineEntry.totals": "Price: {NetPrice: …}",
	"orderLineEntry.cross_sell": "CrossSell: {CampaignCode: …, ParentCode: …}",
	"orderLineEntry.renewal":    renewalNow, "subscriptionEntry.renewal": renewalNow,
	"customerEntry.fax": "Fax: …", "customerEntry.fiscal_code": "FiscalCode: …", "customerEntry.language": "Language: …",
	"customerEntry.disabled": "Enabled: false", "customerEntry.trial": "Trial: true",
	"shippingEntry.method":          "DeliveryInformation: {ShippingMethod: {Code: …}}",
	"shippingEntry.tracking_number": "DeliveryInformation: {ShippingMethod: {TrackingNumber: …}}",
	"shippingEntry.tracking_url":    "DeliveryInformation: {ShippingMethod: {TrackingUrl: …}}",
	"shippingEntry.comment":         "DeliveryInformation: {ShippingMethod: {Comment: …}}",
}

// renewalNow has every field, because a line that does not renew by a word of the order has none of them.
const renewalNow = "RecurringOptions: {CycleLength: …, CycleUnit: MONTH, CycleAmount: …, ContractLength: …, ContractUnit: MONTH}"

// nowSet says what to write instead of a word that an entry had once, "" for any other.
func nowSet(entry reflect.Type, word string) string {
	value, was := formerWords[entry.Name()+"."+word]
	if !was {
		return ""
	}
	of := map[string]string{"shippingEntry": " of the order", "subscriptionEntry": " of an order's line"}[entry.Name()] // their own set is none, or another
	return word + " is set: {" + value + "}" + of + " now"
}
