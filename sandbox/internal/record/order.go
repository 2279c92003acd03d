package record

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Order is an order record in the shape of the interface (sections 2.1 and 4.5,
// open question order-fields). Pointers are null when unset. Money is in Currency
// and has at most two decimals; gross is net plus VAT, and the totals are the sums
// of the items.
type Order struct {
	RefNo                string                `json:"RefNo"` // digits
	ChargebackResolution *catalog.Resolution   `json:"ChargebackResolution,omitempty"`
	ChargebackReasonCode *catalog.Reason       `json:"ChargebackReasonCode,omitempty"`
	OrderNo              int64                 `json:"OrderNo"` // 0 until the order is finished
	ExternalReference    *string               `json:"ExternalReference"`
	ShopperRefNo         *string               `json:"ShopperRefNo"`
	Status               catalog.Status        `json:"Status"`
	ApproveStatus        catalog.ApproveStatus `json:"ApproveStatus"`
	VendorApproveStatus  string                `json:"VendorApproveStatus"`
	MerchantCode         string                `json:"MerchantCode"`
	Language             string                `json:"Language"`
	OrderDate            Moment                `json:"OrderDate"`
	FinishDate           *Moment               `json:"FinishDate"`
	Source               *string               `json:"Source"`
	WSOrder              *string               `json:"WSOrder"`
	Affiliate            Affiliate             `json:"Affiliate"`
	HasShipping          bool                  `json:"HasShipping"`
	BillingDetails       BillingDetails        `json:"BillingDetails"`
	DeliveryDetails      DeliveryDetails       `json:"DeliveryDetails"`
	PaymentDetails       PaymentDetails        `json:"PaymentDetails"`
	DeliveryInformation  DeliveryInformation   `json:"DeliveryInformation"`
	CustomerDetails      *Customer             `json:"CustomerDetails"`
	Origin               string                `json:"Origin"`
	AvangateCommission   Money                 `json:"AvangateCommission"`
	OrderFlow            catalog.OrderFlow     `json:"OrderFlow"`
	GiftDetails          *GiftDetails          `json:"GiftDetails"`
	PODetails            *PODetails            `json:"PODetails"`
	ExtraInformation     *ExtraInformation     `json:"ExtraInformation"`
	PartnerCode          *string               `json:"PartnerCode"`
	PartnerMargin        *Money                `json:"PartnerMargin"`
	PartnerMarginPercent *Money                `json:"PartnerMarginPercent"`
	ExtraMargin          *Money                `json:"ExtraMargin"`
	ExtraMarginPercent   *Money                `json:"ExtraMarginPercent"`
	ExtraDiscount        *Money                `json:"ExtraDiscount"`
	ExtraDiscountPercent *Money                `json:"ExtraDiscountPercent"`
	LocalTime            *string               `json:"LocalTime"`
	TestOrder            bool                  `json:"TestOrder"`
	FxRate               Money                 `json:"FxRate"`
	FxMarkup             Money                 `json:"FxMarkup"`
	PayoutCurrency       string                `json:"PayoutCurrency"` // upper case
	DeliveryFinalized    bool                  `json:"DeliveryFinalized"`
	Errors               map[string]string     `json:"Errors"`
	Items                []Item                `json:"Items"`
	Promotions           []Promotion           `json:"Promotions"`
	AdditionalFields     []AdditionalField     `json:"AdditionalFields"`
	Currency             string                `json:"Currency"` // lower case
	Totals
	CustomParameters []CustomParameter `json:"CustomParameters"`
	Refunds          []Refund          `json:"Refunds"`
}

// Affiliate names the affiliate behind the order.
type Affiliate struct {
	AffiliateCode   *string `json:"AffiliateCode"`
	AffiliateSource *string `json:"AffiliateSource"`
	AffiliateName   *string `json:"AffiliateName"`
	AffiliateUrl    *string `json:"AffiliateUrl"`
}

// BillingDetails describe the payer.
type BillingDetails struct {
	FiscalCode *string `json:"FiscalCode"`
	TaxOffice  *string `json:"TaxOffice"`
	DeliveryDetails
}

// DeliveryDetails describe the receiver of the order.
type DeliveryDetails struct {
	Phone       *string `json:"Phone"`
	FirstName   *string `json:"FirstName"`
	LastName    *string `json:"LastName"`
	Company     *string `json:"Company"`
	Email       *string `json:"Email"`
	Address1    *string `json:"Address1"`
	Address2    *string `json:"Address2"`
	City        *string `json:"City"`
	Zip         *string `json:"Zip"`
	CountryCode *string `json:"CountryCode"` // two letters, lower case
	State       *string `json:"State"`
}

// DeliveryInformation is how a tangible order travels.
type DeliveryInformation struct {
	ShippingMethod ShippingMethod `json:"ShippingMethod"`
}

// ShippingMethod is the carrier of a tangible order.
type ShippingMethod struct {
	Code           *string `json:"Code"`
	TrackingUrl    *string `json:"TrackingUrl"`
	TrackingNumber *string `json:"TrackingNumber"`
	Comment        *string `json:"Comment"`
}

// PODetails belong to a purchase order.
type PODetails struct {
	InternalPONumber string `json:"InternalPONumber"`
	AutoApprove      bool   `json:"AutoApprove"`
}

// ExtraInformation has the link to the payment of an order.
type ExtraInformation struct {
	PaymentLink            string `json:"PaymentLink,omitempty"`
	RetryFailedPaymentLink string `json:"RetryFailedPaymentLink,omitempty"` // after a failed charge
}

// Number returns the order reference as a number. Listings sort equal dates by it.
// It returns 0 for a reference that is not a number; no store has one.
func (o *Order) Number() uint64 {
	n, _ := strconv.ParseUint(o.RefNo, 10, 64)
	return n
}

// Facts returns the fields for finding and listing the order.
func (o *Order) Facts() OrderFacts {
	return OrderFacts{
		Number: o.Number(), Date: o.OrderDate.Time,
		OrderClass: OrderClass{Status: o.Status, ApproveStatus: o.ApproveStatus, Test: o.TestOrder, Partner: o.PartnerCode != nil},
	}
}

// OrderFacts are the fields for finding and listing an order.
type OrderFacts struct {
	Number uint64 // the order reference
	Date   time.Time
	OrderClass
}

// OrderClass are the facts shared by very many orders. The store counts the orders of
// each, so a search looks only at the orders on its page.
type OrderClass struct {
	Status        catalog.Status
	ApproveStatus catalog.ApproveStatus
	Test          bool
	Partner       bool
}

// RefNo returns the order reference.
func (f OrderFacts) RefNo() string { return strconv.FormatUint(f.Number, 10) }

// StoredOrder is an order with its internal fields.
type StoredOrder struct {
	Order Order
	OrderInternals
	Text string // the original JSON if Encode would not reproduce it, otherwise ""

	encoding EncodingHash // of the order as it was read from Text, zero when unknown
}

// OrderInternals are the fields of an order used only by lookups, purchase orders
// and the control interface.
type OrderInternals struct {
	Sale          int64          `json:"sale,omitempty"`    // SaleId of section 4.3, 0 until paid
	Invoice       string         `json:"invoice,omitempty"` // InvoiceId of section 4.4, "" until paid
	PurchaseOrder *PurchaseOrder `json:"purchase_order,omitempty"`
	Proforma      string         `json:"proforma,omitempty"` // ProformaNumber of section 4.9
	Comment       *string        `json:"comment,omitempty"`  // of section 4.9
	Upgrades      []string       `json:"upgrades,omitempty"` // the subscription upgraded by each line (section 4.9)
}

// PurchaseOrder is the state of a purchase order and the forms uploaded for it
// (section 4.7).
type PurchaseOrder struct {
	State catalog.PurchaseOrderState `json:"state"`
	Forms []Form                     `json:"forms"`
}

// Form is an uploaded order form. Its bytes are stored beside its order.
type Form struct {
	FileName   string `json:"file_name"`
	Size       int    `json:"size"`             // bytes, decoded
	SHA256     string `json:"sha256,omitempty"` // of the bytes, in hex; "" when an older sandbox stored it
	ClientTime string `json:"client_time"`      // as sent
	UploadedAt Moment `json:"uploaded_at"`      // on the account's clock

	// Content has the bytes for Orders.Put. If it is nil, Put keeps the stored bytes.
	// Orders.Get leaves it nil.
	Content []byte `json:"-"`
}

// WithContent returns the form with its bytes, their number and their hash.
func (f Form) WithContent(content []byte) Form {
	sum := sha256.Sum256(content)
	f.Content, f.Size, f.SHA256 = content, len(content), hex.EncodeToString(sum[:])
	return f
}
