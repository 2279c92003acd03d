package openapi

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// Example is a successful call and its answer.
type Example struct {
	Inputs map[string]any // by the name of the parameter, in its path and query
	Body   any            // as JSON shows it, nil for none
	Answer any            // as JSON shows it, nil for none
}

// newCampaign is the code of the example of a created campaign.
const newCampaign = "0199a2b4-6f00-7c31-9d58-3b1f6a2e7c40"

// plain are examples of parameters for an account without a record for them.
var plain = map[string]any{
	"ApproveStatus": "OK", "Newer": "2026-10-01 00:00:00", "Status": "COMPLETE", "StartDate": "2026-10-01", "EndDate": "2026-10-31",
	"PartnerOrders": false, "ExternalRefNo": "EXT-2026-0042", "IncludeTestOrders": "NO", "Page": "1", "Limit": "10",
	"CustomerReference": "410008", "ExternalCustomerReference": "CRM-REGULAR", "SaleId": "40000038", "InvoiceId": "7000000038",
	"OrderReference": "248810377", "upsellCode": newCampaign, "ProductCode": "STUDIO-PRO-1Y",
	"Name": "better", "PrimaryProductCodes": []any{"STUDIO-BASIC-1Y"}, "RecommendedProductCodes": []any{"STUDIO-PRO-1Y"},
	"StartsBefore": "2026-10-31", "StartsAfter": "2026-10-01", "EndsBefore": "2027-10-31", "EndsAfter": "2026-10-31",
	"EnabledForRenewals": true, "CampaignCodes": []any{newCampaign}, "Statuses": []any{"Enabled"},
}

// input returns the example of a parameter.
func (e Example) input(p catalog.Parameter) any {
	value, found := e.Inputs[p.Name]
	if !found {
		value = plain[p.Name]
	}
	text, isText := value.(string)
	if !isText || strings.HasPrefix(p.Type, "array") || p.Type != "integer" {
		return value
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	return n
}

// plainJSON returns a value as encoding/json reads it.
func plainJSON(value any) any {
	var plain any
	text, err := json.Marshal(value)
	if err != nil || json.Unmarshal(text, &plain) != nil {
		return value
	}
	return plain
}

func withoutNulls(value any) any {
	switch value := value.(type) {
	case []any:
		for i := range value {
			value[i] = withoutNulls(value[i])
		}
	case map[string]any:
		for name, member := range value {
			if member == nil {
				delete(value, name)
			} else {
				value[name] = withoutNulls(member)
			}
		}
	}
	return value
}
