package catalog

import (
	"net/url"
	"slices"
	"strings"
)

// RecordKind is a kind of record in calls.
type RecordKind string

// The kinds of records in calls.
const (
	OrderRecord        RecordKind = "order"
	CustomerRecord     RecordKind = "customer"
	CampaignRecord     RecordKind = "campaign"
	SubscriptionRecord RecordKind = "subscription"
)

// RecordName is a parameter that names a record, and where it is.
type RecordName struct {
	Parameter string
	In        Place
}

// NamedRecord returns the kind of record in calls of the operation, "" for none, and the
// parameters that name it. The first given one counts. A search names none, and
// recommended-upsell names its campaign by the product.
func (op *Operation) NamedRecord() (RecordKind, []RecordName) { return op.record, op.recordNames }

// findRecord finds the record that calls name, by the parameters.
func (op *Operation) findRecord() (kind RecordKind, by []RecordName) {
	for _, p := range op.parameters {
		name := p.Name[strings.LastIndex(p.Name, ".")+1:]
		if named, names := recordsByName[name]; names {
			kind, by = named, append(by, RecordName{name, p.In})
		}
	}
	return kind, by
}

// PathParameter returns a parameter in the escaped path of a call of the operation, "" for
// none. It counts from the end of the path, because the beginning is the base address.
func (op *Operation) PathParameter(path, name string) string {
	isSlash := func(r rune) bool { return r == '/' }
	pattern, given := strings.FieldsFunc(op.Path, isSlash), strings.FieldsFunc(path, isSlash)
	at := slices.Index(pattern, "{"+name+"}")
	if at < 0 || len(given) < len(pattern) {
		return ""
	}
	given = given[len(given)-len(pattern):]
	for n, step := range pattern {
		if plain, err := url.PathUnescape(given[n]); err == nil {
			given[n] = plain
		}
		if !strings.HasPrefix(step, "{") && step != given[n] {
			return "" // the parameter was left empty
		}
	}
	return given[at]
}

// The parameters that name records.
const (
	NamesOrder            = "OrderReference"
	NamesSale             = "SaleId"
	NamesInvoice          = "InvoiceId"
	NamesCustomer         = "CustomerReference"
	NamesExternalCustomer = "ExternalCustomerReference"
	NamesCampaign         = "upsellCode"
	NamesProduct          = "ProductCode"
	NamesSubscription     = "SubscriptionReference"
)

var recordsByName = map[string]RecordKind{
	NamesOrder: OrderRecord, NamesSale: OrderRecord, NamesInvoice: OrderRecord,
	NamesCustomer: CustomerRecord, NamesExternalCustomer: CustomerRecord,
	NamesCampaign: CampaignRecord, NamesProduct: CampaignRecord,
	NamesSubscription: SubscriptionRecord,
}

// RecordFields returns the names of the fields of a kind of record: the interface's, and
// for a subscription the control interface's, because the interface does not show one by
// itself.
func RecordFields(kind RecordKind) []string { return slices.Clone(recordFields[kind]) }

// FieldValues returns every value of a field of a record, nil when it may be anything.
func FieldValues(kind RecordKind, field string) []string {
	switch string(kind) + "." + field {
	case "order.Status":
		return valuesOf[Status]()
	case "order.ApproveStatus":
		return valuesOf[ApproveStatus]()
	case "order.ChargebackResolution":
		return valuesOf[Resolution]()
	case "order.ChargebackReasonCode":
		return valuesOf[Reason]()
	case "order.OrderFlow":
		return valuesOf[OrderFlow]()
	}
	return nil
}

var recordFields = map[RecordKind][]string{
	OrderRecord: {"RefNo", "ChargebackResolution", "ChargebackReasonCode", "OrderNo", "ExternalReference", "ShopperRefNo", "Status",
		"ApproveStatus", "VendorApproveStatus", "MerchantCode", "Language", "OrderDate", "FinishDate", "Source", "WSOrder", "Affiliate",
		"HasShipping", "BillingDetails", "DeliveryDetails", "PaymentDetails", "DeliveryInformation", "CustomerDetails", "Origin",
		"AvangateCommission", "OrderFlow", "GiftDetails", "PODetails", "ExtraInformation", "PartnerCode", "PartnerMargin",
		"PartnerMarginPercent", "ExtraMargin", "ExtraMarginPercent", "ExtraDiscount", "ExtraDiscountPercent", "LocalTime", "TestOrder",
		"FxRate", "FxMarkup", "PayoutCurrency", "DeliveryFinalized", "Errors", "Items", "Promotions", "AdditionalFields", "Currency",
		"NetPrice", "GrossPrice", "NetDiscountedPrice", "GrossDiscountedPrice", "Discount", "VAT", "AffiliateCommission",
		"CustomParameters", "Refunds"},
	CustomerRecord: {"AvangateCustomerReference", "ExternalCustomerReference", "FirstName", "LastName", "Company", "FiscalCode", "Address1",
		"Address2", "City", "State", "Zip", "CountryCode", "Phone", "Fax", "Email", "Enabled", "Trial", "Language"},
	CampaignRecord: {"Code", "Name", "StartDate", "EndDate", "DisplayForManualRenewals", "Enabled", "Discount", "PrimaryProduct",
		"RecommendedProduct", "Description"},
	SubscriptionRecord: {"reference", "customer", "partner", "order", "product", "quantity", "pricing_options", "upgradable",
		"upgrade_needs_approval", "start_date", "expiration_date", "enabled", "lifetime", "trial", "previous_orders", "upgrade_order"},
}
