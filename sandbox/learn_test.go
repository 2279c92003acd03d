package sandbox_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// unshown are the questions that no recording shows.
var unshown = []catalog.QuestionID{catalog.OptionGroups, catalog.FutureOrders, catalog.Progress}

// TestLearn calls a sandbox under each answer to each question, learns from its recording as
// if it were the service's, and finds that answer, and no other question that differs.
func TestLearn(t *testing.T) {
	t.Parallel()
	for _, q := range catalog.Questions() {
		for _, choice := range q.Choices {
			t.Run(string(q.ID)+"/"+choice.Answer, func(t *testing.T) {
				t.Parallel()
				answers := map[string]string{string(q.ID): choice.Answer}
				learned := sandbox.Learn(recordingsOf(t, answers), nil, nil)
				if len(learned.Services) != 1 || len(learned.Faults) > 0 || learned.Services[0].Host != "api.example.com" || len(learned.Services[0].Shapes)+len(learned.Services[0].Failures) > 0 {
					t.Errorf("got %+v", learned)
				}
				for _, found := range learned.Services[0].Questions {
					checkLearned(t, found, found.ID == string(q.ID), choice.Answer)
				}
			})
		}
	}
}

// TestLearnDefaults learns the default answer to every question from one recording.
func TestLearnDefaults(t *testing.T) {
	t.Parallel()
	for _, found := range sandbox.Learn(recordingsOf(t, nil), nil, nil).Services[0].Questions {
		checkLearned(t, found, false, "")
	}
}

// checkLearned compares what was learned of a question with its answer. Others than the one
// asked must not differ; without an answer every question has its default.
func checkLearned(t *testing.T, found client.LearnedQuestion, asked bool, answer string) {
	t.Helper()
	q, _ := catalog.FindQuestion(catalog.QuestionID(found.ID))
	want := q.Default
	if asked {
		want = answer
	}
	switch {
	case !asked && answer != "":
		if found.Result == client.Differs || found.Result == client.Contradictory {
			t.Errorf("got %+v, although another question was answered", found)
		}
	case slices.Contains(unshown, q.ID):
		if found.Result != client.NotSeen || found.ShownBy != "" {
			t.Errorf("got %+v, which no recording shows", found)
		}
	case q.ID == catalog.RESTHash && asked && answer != q.Default:
		if found.Result != client.Bounded || found.Bound != "a hash by "+answer+" was accepted" {
			t.Errorf("got %+v, want a bound with %s", found, answer)
		}
	case q.Duration:
		if asked && answer != q.Default && answer != "off" && found.Result != client.Differs || !asked && found.Result != client.Bounded || found.Bound == "" {
			t.Errorf("got %+v, want a bound that holds for %s", found, want)
		}
	case len(found.Seen) != 1 || found.Seen[0].Answer != want:
		t.Errorf("got %+v, want %s", found, want)
	}
}

// recordingsOf returns the recordings of the calls that show answers, with a foreign host and
// without the sandbox's own headers. Those without credentials are in the second one.
func recordingsOf(t *testing.T, answers map[string]string) (all []client.Recording) {
	t.Helper()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Log, o.Answers = nil, answers
	})
	digest := credential.Algorithm(answers["rest-hash"])
	if digest == "" || digest == "any" {
		digest = credential.SHA256
	}
	shop := visitor{t, s, digest}
	shop.all()
	foreign := strings.NewReplacer(strings.TrimPrefix(s.URL(), "http://"), "api.example.com", "X-Sandbox-", "X-Own-")
	for _, code := range []string{s.Code(), "none"} {
		var har bytes.Buffer
		must(t, s.Control().Account(code).WriteHAR(t.Context(), client.Filter{}, &har))
		all = append(all, client.Recording{Name: code + ".har", Text: strings.NewReader(foreign.Replace(har.String()))})
	}
	return all
}

// visitor makes the calls that show answers.
type visitor struct {
	*testing.T
	s      *sandboxtest.Running
	digest credential.Algorithm // of its signatures
}

func (v visitor) call(method, path, body string, header map[string]string) string {
	v.Helper()
	return makeCall(v, v.s, operationCall{method, v.s.REST() + path, body}, func(r *http.Request) {
		r.Header.Set("X-Service-Authentication", v.signed(0, v.digest))
		for name, value := range header {
			if r.Header.Del(name); value != "" {
				r.Header.Set(name, value)
			}
		}
	}).Body
}

func (v visitor) signed(off time.Duration, by credential.Algorithm) string {
	return credential.Header(v.s.Code(), v.s.Now().Add(off).Format(time.DateTime), v.s.Secret(), by)
}

func (v visitor) soap(call, header string) string {
	v.Helper()
	body := strings.Replace(envelope(call), "<e:Body>", header+"<e:Body>", 1)
	return makeCall(v, v.s, operationCall{http.MethodPost, v.s.SOAP(), body}, nil).Body
}

func (v visitor) all() {
	id := v.s.ID
	since := "StartDate=2020-01-01"
	v.call("GET", "/orders/?"+since+"&Limit=5", "", nil)
	v.call("GET", "/orders/?"+since+"&Limit=5&ExternalRefNo=EXT-PARTNER", "", nil)
	for page := range 6 {
		v.call("GET", fmt.Sprintf("/orders/customer/?CustomerReference=%s&Limit=2&Page=%d", id("customer-with-11-orders", "CustomerReference"), page+1), "", nil)
	}
	v.call("GET", "/orders/?"+since+"&Limit=1&Page=201", "", nil)
	v.call("GET", "/orders/"+id("order-refund", "OrderReference")+"/", "", nil)
	v.call("GET", "/orders/0000/", "", nil)
	v.call("GET", "/orders/0/sale/?SaleId="+id("sale", "SaleId"), "", nil)
	v.call("DELETE", "/orders/"+id("purchase-order-awaiting-form", "OrderReference")+"/", "", nil)
	v.call("GET", "/upsell?Limit=200", "", nil)
	v.call("GET", "/upsell?Limit=200&Statuses=Enabled", "", nil)
	v.call("GET", "/upsell?Limit=200&Statuses=Disabled", "", nil)
	v.call("GET", "/upsell?Limit=200&Statuses=Expired", "", nil)
	v.call("GET", "/upsell/recommended?ProductCode=none", "", nil)
	campaign := `"Name":"Summer","Enabled":true,"DisplayForManualRenewals":true,"Discount":{"Type":"PERCENT","Value":10},"PrimaryProduct":{"Code":"A"},"RecommendedProduct":{"Code":"B"}}`
	made := v.call("POST", "/upsell", `{"EndDate":"2027-12-31",`+campaign, nil)
	_, rest, _ := strings.Cut(made, `"Code":"`)
	code, _, _ := strings.Cut(rest, `"`)
	v.call("PUT", "/upsell/"+code, "{"+campaign, nil)
	v.call("GET", "/orders/?"+since+"&Limit=1", "", map[string]string{"Accept": ""})
	v.call("GET", "/orders/"+id("order-complete", "OrderReference")+"/", "", map[string]string{"Accept": ""})
	v.call("GET", "/orders/?"+since+"&Limit=1", "", map[string]string{"X-Service-Authentication": ""})
	for _, by := range []credential.Algorithm{credential.MD5, credential.SHA3} {
		v.call("GET", "/orders/?"+since+"&Limit=1", "", map[string]string{"X-Service-Authentication": v.signed(0, by)})
	}
	for _, off := range []time.Duration{-2 * time.Minute, -10 * time.Minute} {
		v.call("GET", "/orders/?"+since+"&Limit=1", "", map[string]string{"X-Service-Authentication": v.signed(off, v.digest)})
	}
	v.sessions()
}

// sessions uses a session until it is over.
func (v visitor) sessions() {
	date := v.s.Now().Format(time.DateTime)
	login := v.soap("<login><merchantCode>"+v.s.Code()+"</merchantCode><date>"+date+"</date><hash>"+credential.Sign(v.digest, v.s.Code(), date, v.s.Secret())+"</hash><algo>"+string(v.digest)+"</algo></login>", "")
	_, rest, _ := strings.Cut(login, "<loginReturn>")
	session, _, _ := strings.Cut(rest, "<")
	v.soap(upgradeCall(session, v.s.ID("subscription-upgradable", "SubscriptionReference")), "")
	upgrade := func(header string) {
		v.soap("<upgradePartnerSubscriptions><sessionID>"+session+"</sessionID><Items></Items></upgradePartnerSubscriptions>", header)
	}
	upgrade("")
	upgrade(`<e:Header><n:Note xmlns:n="urn:n" e:mustUnderstand="1">x</n:Note></e:Header>`)
	for range 4 {
		if _, err := v.s.Control().Account(v.s.Code()).Advance(v.Context(), 3*time.Minute); err != nil {
			v.Fatal(err)
		}
		upgrade("")
	}
}

// TestLearnFromBundle learns from a bundle what the recording of its calls shows.
func TestLearnFromBundle(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Log, o.Answers = nil, map[string]string{"nulls": "omitted"} })
	shop := visitor{t, s, credential.SHA256}
	shop.all()
	path := saved(t, s, client.BundleOptions{})
	var har bytes.Buffer
	must(t, controlled(s).WriteHAR(t.Context(), client.Filter{}, &har))
	text, err := sandbox.OpenRecording(t.Context(), path)
	must(t, err)
	defer text.Close()
	got, want := sandbox.Learn([]client.Recording{{Name: "a", Text: text}}, nil, nil), sandbox.Learn([]client.Recording{{Name: "a", Text: &har}}, nil, nil)
	if got.Entries < 30 || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	bundle, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, bundle[:len(bundle)-9], 0o600)
	}
	if _, cut := sandbox.OpenRecording(t.Context(), path); err != nil || cut == nil || !strings.Contains(cut.Error(), "it does not end as a zip") {
		t.Errorf("got %v, %v for a cut bundle", cut, err)
	}
}
