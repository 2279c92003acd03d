package sandbox

import (
	"errors"
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/control"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/openapi"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/rest"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// operation is one operation of the interface with everything about it for other
// packages. None of them lists operations itself.
type operation struct {
	id    catalog.OperationID
	rest  rest.Handle // nil on SOAP
	soap  soap.Handle // nil on REST
	shown control.Operation
}

// onREST returns a REST operation. Each part is a parameter, so the compiler names a
// missing one.
func onREST(id catalog.OperationID, handle rest.Handle, reads openapi.Body, answers openapi.Answer, sample control.Sample, example control.Example) operation {
	return operation{id: id, rest: handle, shown: control.Operation{Reads: reads, Answers: answers, Sample: sample, Example: example}}
}

// onSOAP returns a SOAP operation.
func onSOAP(id catalog.OperationID, handle soap.Handle, sample control.Sample) operation {
	return operation{id: id, soap: handle, shown: control.Operation{Sample: sample}}
}

// operations returns every operation of the interface.
func operations() []operation {
	return []operation{
		onREST(catalog.SearchOrders, rest.SearchOrders, openapi.NoBody, openapi.OrderPage,
			control.Sample{}, control.OrderSearchExample),
		onREST(catalog.CustomerOrders, rest.CustomerOrders, openapi.NoBody, openapi.OrderPage,
			control.Sample{Handle: "customer-with-11-orders", Try: control.TryCustomerOrders}, control.CustomerExample),
		onREST(catalog.OrderBySale, rest.OrderBySale, openapi.NoBody, openapi.OrderReference,
			control.Sample{Handle: "sale", Try: control.TryOrderBySale}, control.SampleExample),
		onREST(catalog.OrderByInvoice, rest.OrderByInvoice, openapi.NoBody, openapi.OrderReference,
			control.Sample{Handle: "invoice", Try: control.TryOrderByInvoice}, control.SampleExample),
		onREST(catalog.RetrieveOrder, rest.RetrieveOrder, openapi.NoBody, openapi.OrderShape[record.Order],
			control.Sample{Handle: "order-complete", Try: control.TryRetrieveOrder}, control.SampleExample),
		onREST(catalog.CancelOrder, rest.CancelOrder, openapi.NoBody, openapi.Done,
			control.Sample{Handle: "purchase-order-awaiting-payment", Try: control.TryCancelOrder, Removes: "OrderReference"}, control.SampleExample),
		onREST(catalog.UploadOrderForm, rest.UploadOrderForm, openapi.OrderForm, openapi.Done,
			control.Sample{Handle: "purchase-order-awaiting-form", Try: control.TryUploadOrderForm}, control.SampleExample),

		onREST(catalog.SearchUpsell, rest.SearchUpsell, openapi.NoBody, openapi.CampaignPage,
			control.Sample{}, control.CampaignSearchExample),
		onREST(catalog.CreateUpsell, rest.CreateUpsell, openapi.CampaignDraft, openapi.CreatedCampaign,
			control.Sample{Handle: "product-basic", Try: control.TryCreateUpsell}, control.SampleExample),
		onREST(catalog.RecommendedUpsell, rest.RecommendedUpsell, openapi.NoBody, openapi.RecommendedCampaign,
			control.Sample{Handle: "campaign-percent", Try: control.TryRecommendedUpsell}, control.SampleExample),
		onREST(catalog.UpdateUpsell, rest.UpdateUpsell, openapi.CampaignChange, openapi.CampaignShape[record.Campaign],
			control.Sample{Handle: "campaign-percent", Try: control.TryUpdateUpsell}, control.SampleExample),
		onREST(catalog.DeleteUpsell, rest.DeleteUpsell, openapi.NoBody, openapi.NoAnswer,
			control.Sample{Handle: "campaign-disabled", Try: control.TryDeleteUpsell, Removes: "upsellCode"}, control.SampleExample),
		onREST(catalog.ReadUpsellSettings, rest.ReadUpsellSettings, openapi.NoBody, openapi.CampaignShape[record.UpsellSettings],
			control.Sample{}, control.SettingsExample),
		onREST(catalog.ChangeUpsellSettings, rest.ChangeUpsellSettings, openapi.SettingsBody, openapi.CampaignShape[record.UpsellSettings],
			control.Sample{Try: control.TryChangeUpsellSettings}, control.SampleExample),

		onSOAP(catalog.Login, soap.ServeLogin, control.Sample{}),
		onSOAP(catalog.UpgradePartnerSubscriptions, soap.ServeUpgradePartnerSubscriptions,
			control.Sample{Handle: "subscription-upgradable", Try: control.TryUpgradePartnerSubscriptions}),
	}
}

// withRows gives the operations their rows of the catalogue, in its order. The error
// names each missing, double or invented operation.
func withRows(table []operation) ([]operation, error) {
	by := map[catalog.OperationID][]operation{}
	for _, op := range table {
		by[op.id] = append(by[op.id], op)
	}
	var all []operation
	var faults []error
	for _, row := range catalog.Operations() {
		given := by[row.ID]
		delete(by, row.ID)
		switch {
		case len(given) == 0:
			faults = append(faults, fmt.Errorf("the table of operations lacks %s", row.ID))
			continue
		case len(given) > 1:
			faults = append(faults, fmt.Errorf("the table of operations has %s %d times", row.ID, len(given)))
		case (given[0].rest != nil) != (row.Protocol == catalog.REST):
			faults = append(faults, fmt.Errorf("the table of operations gives %s the handler of another protocol than %s", row.ID, row.Protocol))
		}
		given[0].shown.Row = row
		all = append(all, given[0])
	}
	for id := range by {
		faults = append(faults, fmt.Errorf("the table of operations has %s, which is not in the catalogue", id))
	}
	return all, errors.Join(faults...)
}

// splitByProtocol returns the operations of each protocol with their handlers.
func splitByProtocol(table []operation) (onREST []rest.Operation, onSOAP []soap.Operation) {
	for _, op := range table {
		if op.rest != nil {
			onREST = append(onREST, rest.Operation{Row: op.shown.Row, Handle: op.rest})
		} else {
			onSOAP = append(onSOAP, soap.Operation{Row: op.shown.Row, Handle: op.soap})
		}
	}
	return onREST, onSOAP
}

// controlOperations returns the operations as the control interface shows them.
func controlOperations(table []operation) []control.Operation {
	all := make([]control.Operation, len(table))
	for n, op := range table {
		all[n] = op.shown
	}
	return all
}
