package sandbox_test

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestAnswers chooses each alternative answer to each open question by an option,
// by the control interface, by an active scenario and by a scenario for each call.
// All must answer alike, and not as the default does. The exchanges show the
// answers themselves.
func TestAnswers(t *testing.T) {
	t.Parallel()
	covered := map[catalog.QuestionID]map[string]bool{}
	library := scenario.NewLibrary(scenario.LibraryOptions{})
	for _, entry := range library.List() {
		found, err := library.Find(entry.Name)
		must(t, err)
		for id, answer := range found.Assume {
			if covered[id] == nil {
				covered[id] = map[string]bool{}
			}
			covered[id][answer] = true
			t.Run(entry.Name, func(t *testing.T) {
				t.Parallel()
				answersAlike(t, entry.Name, id, answer)
			})
		}
	}
	for _, q := range catalog.Questions() {
		for _, answer := range q.Choices {
			if answer.Answer != q.Default && !q.PerAccount && !covered[q.ID][answer.Answer] {
				t.Errorf("no scenario answers %s with %s", q.ID, answer.Answer)
			}
		}
	}
}

func answersAlike(t *testing.T, name string, id catalog.QuestionID, answer string) {
	flag := showAnswer(t, sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Answers = with(o.Answers, string(id), answer) }), id, nil)
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	next := func() *sandboxtest.Running {
		if changing(id) {
			s = sandboxtest.Start(t, sandboxtest.Frozen)
		}
		return s
	}
	plain := showAnswer(t, s, id, nil)
	want := slices.Clone(flag) // naming the scenario where it made a difference
	for i := range want {
		if want[i] != plain[i] {
			want[i].scenario = name
		}
	}
	if slices.Equal(want, plain) {
		t.Errorf("the answer makes no difference: %v", plain)
	}
	account := controlled(next())
	must(t, account.Activate(t.Context(), name, client.ActivationLimits{Times: 1000}))
	checkNamed(t, "for the account", showAnswer(t, s, id, nil), want)
	checkCounted(t, s, name)
	must(t, account.DeactivateAll(t.Context()))
	checkNamed(t, "for one call", showAnswer(t, next(), id, asking(name)), want)
	must(t, controlled(next()).SetAnswer(t.Context(), string(id), answer))
	if got := showAnswer(t, s, id, nil); !slices.Equal(got, flag) {
		t.Errorf("by control: got %v, want %v", got, flag)
	}
}

// changing reports whether the calls that show an answer change the answers to the
// same calls after them.
func changing(id catalog.QuestionID) bool {
	return slices.Contains([]catalog.QuestionID{catalog.YesBody, catalog.CampaignUpdate, catalog.CreateStatus, catalog.Accept,
		catalog.SessionLife, catalog.SessionFault, catalog.SOAPHeaders, catalog.OptionGroups}, id)
}

// checkNamed checks the texts, and that the scenario is named where it made a
// difference: a call whose outcome depends on the answer may name it too.
func checkNamed(t *testing.T, way string, got, want []controlOperations) {
	t.Helper()
	for i := range want {
		if got[i].text != want[i].text || want[i].scenario != "" && got[i].scenario != want[i].scenario {
			t.Errorf("%s: got %+v, want %+v", way, got[i], want[i])
		}
	}
}

// checkCounted checks that the active scenario has counted the calls that name it
// in the journal, including those with wrong credentials.
func checkCounted(t *testing.T, s *sandboxtest.Running, name string) {
	t.Helper()
	active, err := controlled(s).ActiveScenarios(t.Context())
	must(t, err)
	journaled, err := controlled(s).Requests(t.Context(), client.Filter{Scenario: name, Limit: 100})
	must(t, err)
	if got, want := active[0].Affected, int64(journaled.Total); got != want || want == 0 {
		t.Errorf("%s counts %d calls, the journal %d", name, got, want)
	}
}

// controlOperations is what a call shows of how a question is answered.
type controlOperations struct{ text, scenario string }

// showAnswer makes the calls whose answers show how a question is answered.
func showAnswer(t *testing.T, s *sandboxtest.Running, id catalog.QuestionID, change func(*http.Request)) []controlOperations {
	t.Helper()
	probes := probesOf(t, s, id)
	if len(probes) == 0 {
		t.Errorf("no call shows how %s is answered", id)
	}
	var all []controlOperations
	for _, p := range probes {
		s.Advance(p.after)
		got := makeCall(t, s, p.operationCall, func(r *http.Request) {
			for _, change := range []func(*http.Request){p.change, change} {
				if change != nil {
					change(r)
				}
			}
		})
		all = append(all, controlOperations{fmt.Sprintf("%d %s", got.Status, got.Body), got.Header.Get(scenario.HeaderName)})
	}
	return all
}

// probe is a call that shows how a question is answered.
type probe struct {
	operationCall
	change func(*http.Request) // of its credentials or its Accept, nil for none
	after  time.Duration       // by which time moves on before it
}

func probesOf(t *testing.T, s *sandboxtest.Running, id catalog.QuestionID) []probe {
	t.Helper()
	good := func(id catalog.OperationID) probe { return probe{operationCall: goodCall(t, s, id)} }
	read, sale, search := good(catalog.RetrieveOrder), good(catalog.OrderBySale), good(catalog.SearchOrders)
	changed := func(p probe, change func(*http.Request)) probe {
		p.change = change
		return p
	}
	switch id {
	case catalog.YesBody:
		return []probe{good(catalog.CancelOrder), good(catalog.UploadOrderForm)}
	case catalog.CampaignUpdate:
		return []probe{good(catalog.UpdateUpsell)}
	case catalog.CreateStatus:
		return []probe{good(catalog.CreateUpsell)}
	case catalog.RESTHash:
		return []probe{changed(read, signing(s, credential.MD5, 0)), changed(read, signing(s, credential.SHA256, 0)), changed(read, signing(s, credential.SHA3, 0))}
	case catalog.RESTSkew:
		return []probe{changed(read, signing(s, credential.SHA256, 2*time.Minute)), changed(read, signing(s, credential.SHA256, 24*time.Hour))}
	case catalog.RESTAuth:
		bare := without("X-Service-Authentication")
		return []probe{changed(search, bare), changed(sale, bare), changed(read, bare)}
	case catalog.Accept:
		return []probe{changed(read, without("Accept")), changed(good(catalog.CancelOrder), without("Accept"))}
	case catalog.SessionLife:
		upgrade := good(catalog.UpgradePartnerSubscriptions)
		upgrade.after = 2 * time.Minute
		return []probe{upgrade}
	case catalog.SessionFault:
		expired, wrong := good(catalog.UpgradePartnerSubscriptions), good(catalog.UpgradePartnerSubscriptions)
		expired.after = time.Hour
		wrong.body = strings.Replace(wrong.body, "</sessionID>", "x</sessionID>", 1)
		return []probe{expired, wrong}
	case catalog.SOAPHeaders:
		marked := func(id catalog.OperationID) probe {
			p := good(id)
			p.body = regexp.MustCompile(`<(\w+):Body>`).ReplaceAllString(p.body, `<$1:Header><H xmlns="urn:h" $1:mustUnderstand="1"/></$1:Header><$1:Body>`)
			return p
		}
		return []probe{marked(catalog.Login), marked(catalog.UpgradePartnerSubscriptions)}
	case catalog.OptionGroups:
		several := good(catalog.UpgradePartnerSubscriptions)
		several.body = strings.Replace(several.body, "</Quantity>",
			"</Quantity><PricingOptions><Code>five-users</Code><Code>twenty-users</Code></PricingOptions>", 1)
		return []probe{several}
	case catalog.FutureOrders:
		must(t, errorOf(controlled(s).ChangeClock(t.Context(), client.ClockChange{Now: "2025-01-01"})))
	}
	var probes []probe
	for _, path := range readPaths(s)[id] {
		probes = append(probes, probe{operationCall: operationCall{http.MethodGet, s.REST() + path, ""}})
	}
	return probes
}

// readPaths are what to read for the questions that plain reading shows.
func readPaths(s *sandboxtest.Running) map[catalog.QuestionID][]string {
	return map[catalog.QuestionID][]string{
		catalog.Nulls:        {"/orders/" + s.ID("order-complete", "OrderReference") + "/", "/orders/?Limit=1"},
		catalog.SearchStatus: {"/orders/"},
		catalog.PageCount:    {"/orders/"},
		catalog.PageTotals:   {"/orders/", "/orders/customer/?CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference")},
		catalog.RefundMoney:  {"/orders/" + s.ID("order-refund", "OrderReference") + "/", "/orders/?StartDate=2000-01-01&Status=REFUND"},
		catalog.PageStability: {"/orders/?Limit=2&Page=2", "/upsell?Limit=1&Page=2",
			"/orders/customer/?Limit=2&Page=2&CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference")},
		catalog.FutureOrders:        {"/orders/?StartDate=2000-01-01&Limit=1", "/orders/customer/?CustomerReference=" + s.ID("customer-with-11-orders", "CustomerReference")},
		catalog.PageDepth:           {"/orders/?Limit=1&Page=201"},
		catalog.LookupBody:          {"/orders/0/sale/?SaleId=" + s.ID("sale", "SaleId"), "/orders/0/invoice/?InvoiceId=" + s.ID("invoice", "InvoiceId")},
		catalog.RetrieveUnknown:     {"/orders/1/"},
		catalog.CampaignStatuses:    {"/upsell?Limit=50"},
		catalog.EndedCampaigns:      {"/upsell?Limit=50&Statuses=Enabled", "/upsell?Limit=50&Statuses=Disabled"},
		catalog.RecommendedNotFound: {"/upsell/recommended?ProductCode=NONE"},
	}
}

func signing(s *sandboxtest.Running, by credential.Algorithm, ago time.Duration) func(*http.Request) {
	return func(r *http.Request) {
		date := s.Now().Add(-ago).Format(time.DateTime)
		r.Header.Set("X-Service-Authentication", credential.Header(s.Code(), date, s.Secret(), by))
	}
}

func without(header string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Del(header) }
}
