package control

import (
	"net/http"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/listing"
)

// recordRoutes show and change the records of an account.
func (api *API) recordRoutes() []route {
	routes := []route{
		{method: http.MethodGet, path: "/handles", summary: "the names that the world gives to records, each with its kind and its ids",
			answer: map[string]map[string]string{}, account: api.listHandles},
		{method: http.MethodPatch, path: "/orders/{id}", summary: "change an order along the legal transitions",
			body: client.OrderChange{}, answer: orderResource.row,
			account: changing(api, orderResource, "status, approve_status, purchase_order, refund or dispute is required", changeOrder)},
		{method: http.MethodGet, path: "/orders/{id}/forms/{n}", summary: "the bytes of a form that was uploaded to an order, n from 1",
			answer: anyBytes, account: api.showForm},
		{method: http.MethodGet, path: "/export", summary: "all records of an account with their handles and running numbers, as a world file or as JSON",
			query: []queryName{{"format", "world, or json for one JSON object; world without it"}}, answer: either{yamlText, document{}}, account: api.exportAccount},
		{method: http.MethodPatch, path: "/subscriptions/{id}", summary: "change a subscription, and how orders show it",
			body: client.SubscriptionChange{}, answer: subscriptionResource.row,
			account: changing(api, subscriptionResource, "enabled, upgradable, upgrade_needs_approval or expiration_date is required", changeSubscription)},
		{method: http.MethodPatch, path: "/customers/{id}", summary: "change a customer, and the CustomerDetails of the customer's orders",
			body: client.CustomerChange{}, answer: customerResource.row,
			account: changing(api, customerResource, "a field of a customer is required, such as Email", changeCustomer)},
		{method: http.MethodPatch, path: "/campaigns/{id}", summary: "change fields of a campaign, by the rules of update-upsell",
			body: client.CampaignChange{}, answer: campaignResource.row,
			account: changing(api, campaignResource, "a field of a campaign is required, such as Enabled", changeCampaign)},
		{method: http.MethodPatch, path: "/products/{id}", summary: "change a product; what was sold stays as it was",
			body: client.ProductChange{}, answer: productResource.row,
			account: changing(api, productResource, "name, short_description, prices, months or upgrade_products is required", changeProduct)},
		{method: http.MethodGet, path: "/by-hand", summary: "what was changed beside the calls of an account: records, clock, scenarios, features, answers",
			query: []queryName{{"record", "a kind and an id, such as order/100031545, for the changes of one record"}, {"limit", "how many changes are shown, at most 1000; 100 without it"}}, answer: client.ByHand{}, account: api.listByHand},
		{method: http.MethodPost, path: "/world", summary: "add a world fragment",
			query: []queryName{{"dry_run", "true to check it and change nothing"}, {"whole", "true for a whole world, which is only checked"}},
			body:  yamlText, answer: listOf{"records", client.AddedRecord{}}, dryRun: client.WorldCheck{}, status: http.StatusCreated, account: api.addWorld},
	}
	routes = append(routes, route{method: http.MethodPost, path: "/records", summary: "import records of any kind, or an export as JSON",
		query: importQuery(), body: document{},
		answer: client.Imported{}, dryRun: client.Imported{}, status: http.StatusCreated, account: api.importRecords})
	for _, of := range resources() {
		routes = append(routes,
			route{method: http.MethodGet, path: "/" + of.Plural, summary: "the " + of.Plural + " of an account",
				query: pageQuery(of), answer: either{listOf{of.Plural, of.row}, listOf{of.Plural, of.line}}, account: api.accountInTurn(api.listing(of))},
			route{method: http.MethodGet, path: "/" + of.Plural + "/{id}", summary: "one " + of.Name,
				answer: of.row, account: api.record(of)},
			route{method: http.MethodDelete, path: "/" + of.Plural + "/{id}", summary: "delete one " + of.Name + deletedWith(of) + ", or say with dry_run what that would do",
				query: []queryName{{"dry_run", "true to change nothing"}}, answer: client.Deletion{}, account: api.deleteRecord(of)})
	}
	return routes
}

// deletedWith says what goes with a deleted record.
func deletedWith(of resource) string {
	switch of.Name {
	case listing.Order:
		return " with its subscriptions and forms"
	case listing.Customer:
		return " with the orders"
	case listing.Product, listing.Partner:
		return " that nothing uses"
	}
	return ""
}

// pageQuery is the query of a list of records.
func pageQuery(of resource) []queryName {
	names := []queryName{
		{"q", "a query; GET " + base + "/query?kind=" + of.Plural + " shows its fields"},
		{"sort", strings.Join(of.list.Sorts, ", ") + "; with - in front from the greatest down"},
		{"limit", "longest list, at most 10000; 100 without it"}, {"offset", "how many rows to skip"},
		{"view", "line for short rows"},
	}
	for _, field := range of.list.Fields() {
		names = append(names, queryName{field.Name, field.Meaning})
	}
	return names
}
