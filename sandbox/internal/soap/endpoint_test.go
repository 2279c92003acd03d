package soap_test

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// outcome is what a call was answered.
type outcome struct {
	status int
	code   string // of the fault
	text   string // of the fault, or what the operation returned
}

var (
	faultCode = regexp.MustCompile(`<(?:faultcode|env:Value)>([^<]*)<`)
	faultText = regexp.MustCompile(`<(?:faultstring|env:Text xml:lang="en")>([^<]*)<`)
	returned  = regexp.MustCompile(`<(?:loginReturn|RefNo)>([^<]*)<`)
)

func outcomeOf(status int, body string) outcome {
	first := func(of *regexp.Regexp) string {
		if found := of.FindStringSubmatch(body); found != nil {
			return html.UnescapeString(found[1])
		}
		return ""
	}
	if code := first(faultCode); code != "" {
		return outcome{status, code, first(faultText)}
	}
	return outcome{status: status, text: first(returned)}
}

// post sends the envelope with this body.
func post(t *testing.T, s *sandboxtest.Running, body string) outcome {
	t.Helper()
	return send(t, s.URL(), body)
}

func send(t *testing.T, url, body string) outcome {
	t.Helper()
	response, err := http.Post(url+"/soap/6.0", "text/xml; charset=utf-8", strings.NewReader(envelope(body)))
	must(t, err)
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	must(t, err)
	return outcomeOf(response.StatusCode, string(answer))
}

func loginBody(code, date, hash string) string {
	return fmt.Sprintf(`<n:login><merchantCode>%s</merchantCode><date>%s</date><hash>%s</hash><algorithm>sha256</algorithm></n:login>`, code, date, hash)
}

// loginAt logs in with a date that the wall clock does not need to show.
func loginAt(t *testing.T, s *sandboxtest.Running, moment time.Time) outcome {
	t.Helper()
	date := moment.Format(time.DateTime)
	return post(t, s, loginBody(s.Code(), date, credential.Sign(credential.SHA256, s.Code(), date, s.Secret())))
}

func session(t *testing.T, s *sandboxtest.Running) string {
	t.Helper()
	got := loginAt(t, s, s.Now())
	if got.status != http.StatusOK || got.text == "" {
		t.Fatalf("got %+v, want a session", got)
	}
	return got.text
}

// upgradeTo upgrades the subscription of a handle.
func upgradeTo(t *testing.T, s *sandboxtest.Running, session, handle, product string) outcome {
	t.Helper()
	return post(t, s, fmt.Sprintf(`<n:upgradePartnerSubscriptions><sessionID>%s</sessionID><Items><item>`+
		`<SubscriptionReference>%s</SubscriptionReference><UpgradeProductCode>%s</UpgradeProductCode><Quantity>1</Quantity><PricingOptions/>`+
		`</item></Items></n:upgradePartnerSubscriptions>`, session, s.ID(handle, "SubscriptionReference"), product))
}

// use makes a call with a session. The call changes nothing, because it always
// fails: with a valid session by its parameters.
func use(t *testing.T, s *sandboxtest.Running, session string) outcome {
	t.Helper()
	got := upgradeTo(t, s, session, "subscription-upgradable", "NONE")
	if got.code == "PRODUCT_ERROR" {
		return outcome{status: got.status}
	}
	return got
}

const accepted = http.StatusInternalServerError // with no fault of the session

func TestDescriptions(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	const location = `location="`
	for _, test := range []struct{ query, kind, holds string }{
		{"?wsdl", "text/xml; charset=UTF-8", location + s.URL() + "/soap/6.0" + `"`},
		{"?WSDL=", "text/xml; charset=UTF-8", `style="rpc"`},
		{"?Wsdl=Document", "text/xml; charset=UTF-8", `style="document"`},
		{"/?wsdl=request", "text/xml; charset=UTF-8", `part name="request"`},
		{"", "text/plain; charset=utf-8", s.URL() + "/soap/6.0?wsdl=document"},
		{"/", "text/plain; charset=utf-8", "works without WSDL; with one it leaves lists and objects out\n"},
		{"?wsdl=encoded", "text/plain; charset=utf-8", "?wsdl=request"},
	} {
		response, err := http.Get(s.URL() + "/soap/6.0" + test.query)
		must(t, err)
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if got := response.Header.Get("Content-Type"); err != nil || response.StatusCode != http.StatusOK || got != test.kind || !strings.Contains(string(body), test.holds) {
			t.Errorf("%q: got %d %s %s (%v), want %q in it", test.query, response.StatusCode, got, body, err, test.holds)
		}
	}
}

// TestCompressedEnvelope checks that the fault names the compression, which PHP can
// switch on, and not bytes that are not text.
func TestCompressedEnvelope(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	compressed := outcome{500, "INVALID_REQUEST_BODY", `The envelope has the Content-Encoding "GZip": send it uncompressed.`}
	missing := outcome{500, "INVALID_PARAMETER", "login needs merchantCode, date, hash; it takes merchantCode, date, hash and algorithm. " +
		"The arguments came empty, because client libraries leave out what their WSDL does not describe: a call with four arguments needs " +
		s.URL() + "/soap/6.0?wsdl."}
	for coding, want := range map[string]outcome{"GZip": compressed, "Identity": missing} {
		request, err := http.NewRequest(http.MethodPost, s.URL()+"/soap/6.0", strings.NewReader(envelope("<n:login/>")))
		must(t, err)
		request.Header.Set("Content-Encoding", coding)
		response, err := http.DefaultClient.Do(request)
		must(t, err)
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if got := outcomeOf(response.StatusCode, string(answer)); err != nil || got != want {
			t.Errorf("%s: got %+v (%v), want %+v", coding, got, err, want)
		}
	}
}
