package soap_test

import (
	"bufio"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/coverage"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/gate"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestPanicOfAnOperation answers a call with a fault when its operation panics.
func TestPanicOfAnOperation(t *testing.T) {
	t.Parallel()
	login, _ := catalog.Find(catalog.Login)
	g := &gate.Gate{Coverage: coverage.New(), Journal: journal.New(journal.Defaults()), Log: slog.New(slog.DiscardHandler), Wall: time.Now}
	h := &soap.Handler{Gate: g, Operations: []soap.Operation{{Row: login}}} // without a handler
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, httptest.NewRequest(http.MethodPost, soap.Path, strings.NewReader(envelope("<n:login/>"))))
	if got := outcomeOf(answer.Code, answer.Body.String()); got.status != http.StatusInternalServerError || got.code != "INTERNAL_ERROR" {
		t.Errorf("got %+v of %s, want INTERNAL_ERROR", got, answer.Body)
	}
}

// TestSlowAnswerOfALargeCall answers a large call while another one still reads its answer.
func TestSlowAnswerOfALargeCall(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	putRules(t, s, "for-an-hour", `{on: "*", pace: 1B/s}`)
	large := func(date string) string {
		return chunked(envelope(loginBody(s.Code(), date, strings.Repeat("x", 200_000))))
	}
	connection := dial(t, s)
	if _, err := io.WriteString(connection, large("sandbox:for-an-hour")); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(connection).ReadString('\n'); err != nil || !strings.HasPrefix(line, "HTTP/1.1 500") {
		t.Fatalf("got %q, %v", line, err)
	}
	if got := faultIn(t, exchange(t, s, large("x"))); got.code != "AUTHENTICATION_FAILED" {
		t.Errorf("got %+v, want AUTHENTICATION_FAILED", got)
	}
}

// TestMarkedHeaders verifies both answers to soap-headers, for both operations.
func TestMarkedHeaders(t *testing.T) {
	t.Parallel()
	for answer, note := range map[string]string{"checked": "", "ignored": `ignored the header "Security", which is marked with mustUnderstand`} {
		s := sandboxtest.Start(t, sandboxtest.Frozen, answering(catalog.SOAPHeaders, answer))
		date := s.Now().Format(time.DateTime)
		for body, want := range map[string]outcome{
			loginBody(s.Code(), date, credential.Sign(credential.SHA256, s.Code(), date, s.Secret())):                             {status: 200},
			`<n:upgradePartnerSubscriptions><sessionID>` + session(t, s) + `</sessionID><Items/></n:upgradePartnerSubscriptions>`: {500, "INVALID_PARAMETER", ""},
		} {
			if note == "" {
				want = outcome{500, "env:MustUnderstand", ""}
			}
			marked := strings.Replace(envelope(body), "<e:Body>", `<e:Header><n:Security e:mustUnderstand="1"/></e:Header><e:Body>`, 1)
			got := faultIn(t, exchange(t, s, whole(marked)))
			got.text = ""
			entry := latest(t, s)
			if got != want || strings.Join(entry.Notes, ", ") != note || (entry.Response.Header.Get("X-Sandbox-Assumption") == "soap-headers") != (got.code != "INVALID_PARAMETER") {
				t.Errorf("%s: got %+v, %q, %v, want %+v and %q", answer, got, entry.Notes, entry.Response.Header, want, note)
			}
		}
	}
}

// TestQuestionOfOptions names the question of several options of an item for those alone.
func TestQuestionOfOptions(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	call := `<n:upgradePartnerSubscriptions><sessionID>` + session(t, s) + `</sessionID><Items><item><SubscriptionReference>` + s.ID("subscription-upgradable", "SubscriptionReference") +
		`</SubscriptionReference><UpgradeProductCode>STUDIO-TEAM-1Y</UpgradeProductCode><Quantity>1</Quantity><PricingOptions>%s</PricingOptions></item></Items></n:upgradePartnerSubscriptions>`
	for options, want := range map[string]string{"<Code>A</Code>": "", "<Code>A</Code><Code>B</Code>": "option-groups"} {
		got := post(t, s, strings.Replace(call, "%s", options, 1))
		if named := latest(t, s).Response.Header.Get("X-Sandbox-Assumption"); named != want || got.code != "INVALID_PRICING_OPTION" {
			t.Errorf("%s: got %q, %+v, want %q", options, named, got, want)
		}
	}
}
