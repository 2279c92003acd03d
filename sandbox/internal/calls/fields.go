package calls

import (
	"maps"
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/query"
)

// Fields returns the fields of calls. The names of scenarios are for completion.
func Fields(scenarios ...string) query.Fields[*Call] {
	return query.Fields[*Call]{
		query.Text("text", "a text in the address, in a kept body or in the explanation", (*Call).search).Example("Reynolds", `text:"Reynolds & Co"`),
		query.Word("operation", "id of the operation", func(c *Call) string { return c.entry.Operation }).
			OneOf(operations()...).Example("operation:search-orders,customer-orders"),
		query.Status("status", "HTTP status of the answer, 0 for a call without one", func(c *Call) int { return c.entry.Response.Status }).
			Example("status:4xx", "-status:200,201", "status:>=500"),
		query.Word("code", "error code or fault code of the answer", func(c *Call) string { return c.entry.Response.Code }).
			WithValues(codes()...).Example("code:FORBIDDEN", "code:INVALID_*", "-code:*"),
		query.Word("cause", "who is at fault", func(c *Call) string { return string(c.entry.Cause) }).
			OneOf(plain(client.Causes())...).Example("cause:client", "-cause:*"),
		query.Words("scenario", "scenario that affected the call", func(c *Call) []string { return names(c.entry.Scenarios) }).
			WithValues(scenarios...).Example("scenario:outage", "scenario:*"),
		query.Path("path", "beginning of the path, whole or below /rest/6.0; with a *, all of it", (*Call).paths).
			Example("path:/orders/", "path:/orders/*/upload"),
		query.Word("method", "HTTP method", func(c *Call) string { return c.entry.Request.Method }).
			WithValues("GET", "POST", "PUT", "DELETE", "HEAD").Example("-method:GET"),
		query.Word("protocol", "protocol of the call", func(c *Call) string { return c.entry.Protocol }).
			OneOf(client.REST, client.SOAP).Example("protocol:soap"),
		query.Group("header", "value of a request header, or of an answer's", (*Call).header).Example("header.X-Correlation-ID:abc", "header.User-Agent:curl*"),
		query.Record("record", "record that the call changed or names in its path", kinds(), (*Call).recordIDs).Example("record:order/100031545", "record:campaign/"),
		query.Words("changed", "kind of record that the call changed", (*Call).changedKinds).
			OneOf(kinds()...).Example("changed:order", "changed:*"),
		query.Words("question", "open question that the answer depends on", func(c *Call) []string { return names(c.entry.Questions) }).
			OneOf(questions()...).Example("question:lookup-unknown"),
		query.Number("ms", "milliseconds until the answer was written", func(c *Call) (float64, bool) { return c.Milliseconds(), true }).Example("ms:>100"),
		query.After("after", "the call arrived then or later, on the account's clock", (*Call).time).Example("after:-5m", "after:2026-05-13"),
		query.Before("before", "the call arrived earlier, on the account's clock", (*Call).time).Example(`before:"2026-05-13 12:00:00"`),
		query.Flag("preview", "whether the call was a preview", func(c *Call) bool { return c.entry.Preview }).Example("preview:false"),
		query.Flag("discarded", "whether the account discarded the changes of the call", func(c *Call) bool { return c.entry.Discarded }).Example("discarded:true"),
		query.Word("account", "vendor code of the account", func(c *Call) string { return c.entry.Account }).Example("account:DEMO", `account:""`),
		query.Word("id", "id of the call", func(c *Call) string { return c.entry.ID }).Example("id:DEMO-1,DEMO-2"),
	}
}

// kinds returns the kinds of records changed by calls.
func kinds() []string {
	return []string{"order", "campaign", "customer", "subscription", "settings", "product", "partner", "handle"}
}

// names returns names one by one, nil for none.
func names(list client.Names) []string {
	if list == "" {
		return nil
	}
	return list.List()
}

func plain[T ~string](list []T) []string {
	var texts []string
	for _, text := range list {
		texts = append(texts, string(text))
	}
	return texts
}

func operations() []string {
	var ids []string
	for _, id := range catalog.TargetIDs() {
		ids = append(ids, string(id))
	}
	return append(ids, client.ClockOperation)
}

// codes returns all codes of the catalogue, sorted.
func codes() []string {
	known := map[string]bool{}
	add := func(outcomes []catalog.Outcome) {
		for _, o := range outcomes {
			known[string(o.Code)] = true
		}
	}
	for _, op := range catalog.Operations() {
		add(op.Failures())
	}
	add(catalog.Outside().Failures())
	add(catalog.GeneralFailures(catalog.REST))
	add(catalog.GeneralFailures(catalog.SOAP))
	return slices.Sorted(maps.Keys(known))
}

func questions() []string {
	var ids []string
	for _, q := range catalog.Questions() {
		ids = append(ids, string(q.ID))
	}
	return ids
}

var operationsByID = indexOperations(catalog.Targets())

func indexOperations(all []*catalog.Operation) map[catalog.OperationID]*catalog.Operation {
	found := map[catalog.OperationID]*catalog.Operation{}
	for _, op := range all {
		found[op.ID] = op
	}
	return found
}
