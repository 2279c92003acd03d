package sandbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// behindProxy are the headers of a proxy that speaks TLS and removes a path.
const behindProxy = "Host: localhost\r\nX-Forwarded-Proto: https\r\nX-Forwarded-Host: shop.example.com:8443\r\nX-Forwarded-Prefix: /sandbox\r\n"

// shownAddresses are the addresses that a sandbox shows, without those of accounts.
func shownAddresses(t *testing.T, s *sandboxtest.Running, headers string) []string {
	t.Helper()
	get := func(path string) string {
		_, body := sendRaw(t, s, "GET "+path+" HTTP/1.1\r\n"+headers+"Connection: close\r\n\r\n")
		return body
	}
	cut := func(text, from, to string) string {
		_, rest, _ := strings.Cut(text, from)
		found, _, _ := strings.Cut(rest, to)
		return found
	}
	var about struct {
		Addresses struct{ Control, REST, SOAP, WSDL string }
	}
	must(t, json.Unmarshal([]byte(get("/_sandbox/about")), &about))
	var account struct {
		URL string `json:"rest_url"`
	}
	must(t, json.Unmarshal([]byte(get("/_sandbox/accounts/DEMO")), &account))
	var document struct{ Servers []struct{ URL string } }
	must(t, json.Unmarshal([]byte(get("/_sandbox/openapi.json")), &document))
	campaign := `{"Name":"x","Enabled":true,"DisplayForManualRenewals":false,"PrimaryProduct":{"Code":"STUDIO-BASIC-1Y"},"RecommendedProduct":{"Code":"STUDIO-PRO-1Y"},"Discount":{"Type":"PERCENT","Value":5}}`
	created, body := sendRaw(t, s, fmt.Sprintf("POST /rest/6.0/upsell HTTP/1.1\r\n%sX-Service-Authentication: %s\r\nAccept: application/json\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		headers, s.Sign(), len(campaign), campaign))
	if created.StatusCode != http.StatusCreated {
		t.Fatalf("got %s %s", created.Status, body)
	}
	location := created.Header.Get("Location")
	a := about.Addresses
	return []string{
		a.Control, a.REST, a.SOAP, a.WSDL, account.URL, document.Servers[0].URL,
		cut(get("/soap/6.0?wsdl"), `address location="`, `"`), location[:strings.LastIndex(location, "/")],
	}
}

// below returns the shown addresses of a sandbox at an address.
func below(address, prefix string) []string {
	return []string{
		address + "/_sandbox/", address + "/rest/6.0", address + "/soap/6.0", address + "/soap/6.0?wsdl", address + "/rest/6.0", address + "/rest/6.0",
		address + "/soap/6.0", prefix + "/rest/6.0/upsell",
	}
}

// TestAddressesBehindProxy verifies that every shown address is the one that the
// client called, or the public URL.
func TestAddressesBehindProxy(t *testing.T) {
	t.Parallel()
	standard := "Host: localhost\r\nForwarded: for=192.0.2.1;host=shop.example.com;proto=https\r\n"
	tests := []struct {
		name, public, trusted, headers, address, prefix string
	}{
		{"no proxy", "", "private", "Host: localhost:81\r\n", "http://localhost:81", ""},
		{"X-Forwarded", "", "private", behindProxy, "https://shop.example.com:8443/sandbox", "/sandbox"},
		{"Forwarded", "", "private", standard, "https://shop.example.com", ""},
		{"untrusted", "", "none", behindProxy, "http://localhost", ""},
		{"public URL", "https://public.example.com/shop", "private", behindProxy, "https://public.example.com/shop", "/shop"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
				o.PublicURL, o.TrustedProxies = test.public, []string{test.trusted}
			})
			if got, want := shownAddresses(t, s, test.headers), below(test.address, test.prefix); !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

// TestForwardedHostAllowsNothing verifies that forwarded names do not decide under
// which name the control interface is served, and that the public URL does.
func TestForwardedHostAllowsNothing(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.PublicURL, o.TrustedProxies = "http://public.example.com:8443/shop", []string{"all"}
	})
	reset := "POST /_sandbox/accounts/DEMO/reset HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}"
	for request, want := range map[string]int{
		"GET /_sandbox/accounts HTTP/1.1\r\nHost: evil.example.com\r\nX-Forwarded-Host: localhost\r\n\r\n":          403,
		"GET /_sandbox/accounts HTTP/1.1\r\nHost: evil.example.com\r\nForwarded: host=public.example.com\r\n\r\n":   403,
		"GET /_sandbox/accounts HTTP/1.1\r\nHost: public.example.com\r\nX-Forwarded-Host: evil.example.com\r\n\r\n": 200,
		"GET /ui/ HTTP/1.1\r\nHost: evil.example.com\r\nX-Forwarded-Host: localhost\r\n\r\n":                        403,
		fmt.Sprintf(reset, "localhost", "http://public.example.com:8443"):                                           200,
		fmt.Sprintf(reset, "localhost", "http://public.example.com"):                                                403,
		fmt.Sprintf(reset, "localhost", "http://evil.example.com"):                                                  403,
	} {
		if answer, body := sendRaw(t, s, request); answer.StatusCode != want {
			t.Errorf("%s: got %d %s, want %d", request, answer.StatusCode, body, want)
		}
	}
}
