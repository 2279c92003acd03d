package conn_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/conn"
)

func trust(t *testing.T, texts ...string) conn.Trust {
	t.Helper()
	found, err := conn.ParseTrust(texts)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// request returns a request of a peer with headers, one a line.
func request(peer, host, headers string) *http.Request {
	r := httptest.NewRequest("GET", "/soap/6.0?wsdl", nil)
	r.RemoteAddr, r.Host = peer, host
	for line := range strings.Lines(headers) {
		name, value, _ := strings.Cut(line, ":")
		r.Header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return r
}

func TestAddress(t *testing.T) {
	t.Parallel()
	const host = "10.0.0.9:8080"
	tests := []struct{ headers, want string }{
		{"", "http://10.0.0.9:8080"},
		{"X-Forwarded-Proto: https", "https://10.0.0.9:8080"},
		{"X-Forwarded-Proto: https\nX-Forwarded-Host: shop.example", "https://shop.example"},
		{"X-Forwarded-Proto: HTTPS , http\nX-Forwarded-Host: shop.example, inner", "https://shop.example"},
		{"X-Forwarded-Host: shop.example:8443\nX-Forwarded-Proto: https\nX-Forwarded-Port: 443", "https://shop.example:8443"},
		{"X-Forwarded-Host: shop.example\nX-Forwarded-Port: 8443\nX-Forwarded-Proto: https", "https://shop.example:8443"},
		{"X-Forwarded-Host: shop.example\nX-Forwarded-Port: 443\nX-Forwarded-Proto: https", "https://shop.example"},
		{"X-Forwarded-Host: shop.example:80", "http://shop.example"},
		{"X-Forwarded-Host: [2001:db8::1]\nX-Forwarded-Port: 81", "http://[2001:db8::1]:81"},
		{"X-Forwarded-Prefix: /shop/", "http://10.0.0.9:8080/shop"},
		{"X-Forwarded-Prefix: /a, /b\nX-Forwarded-Prefix: /", "http://10.0.0.9:8080/a/b"},
		{`Forwarded: for=192.0.2.43;proto=https;host=shop.example`, "https://shop.example"},
		{`Forwarded: For="[2001:db8:cafe::17]:4711";Host="[2001:db8::2]:8443";PROTO=https`, "https://[2001:db8::2]:8443"},
		{`Forwarded: for=unknown, for=_hidden;host="a\b.example" ; proto=https, host=inner;proto=http`, "https://ab.example"},
		{"Forwarded: for=10.0.0.1\nForwarded: host=shop.example;proto=https", "https://shop.example"},
		{"Forwarded: host=one.example\nX-Forwarded-Host: two.example\nX-Forwarded-Proto: https", "https://one.example"},

		{`Forwarded: host="shop.example`, "http://10.0.0.9:8080"},
		{`Forwarded: proto=https;host="shop.example"x;host=b`, "https://10.0.0.9:8080"},
		{`Forwarded: proto = https`, "http://10.0.0.9:8080"},
		{"Forwarded: host=", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: \"><script>", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: evil.example/path", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: user@evil.example", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: evil.example:99999", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: evil.example:0", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: evil.example:+80", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: ::1", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: [fe80::1%eth0]", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: [::1]x", "http://10.0.0.9:8080"},
		{"X-Forwarded-Host: " + strings.Repeat("a", 254), "http://10.0.0.9:8080"},
		{"X-Forwarded-Port: 443'", "http://10.0.0.9:8080"},
		{"X-Forwarded-Proto: javascript", "http://10.0.0.9:8080"},
		{"X-Forwarded-Prefix: //evil.example", "http://10.0.0.9:8080"},
		{"X-Forwarded-Prefix: /a/../b", "http://10.0.0.9:8080"},
		{"X-Forwarded-Prefix: /a, b c", "http://10.0.0.9:8080"},
		{"X-Forwarded-Prefix: /a\"><b", "http://10.0.0.9:8080"},
		{"X-Forwarded-Prefix: shop", "http://10.0.0.9:8080"},
		{"X-Forwarded-Prefix: /" + strings.Repeat("a", 200), "http://10.0.0.9:8080"},
	}
	policy := conn.AddressPolicy{Trusted: trust(t, conn.TrustPrivate)}
	for _, test := range tests {
		if got := policy.Of(request("127.0.0.1:4711", host, test.headers)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.headers, got, test.want)
		}
	}
}

// TestTrustedPeers finds the peers that may forward an address.
func TestTrustedPeers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		peer, trusted string
		want          bool
	}{
		{"127.0.0.1:1", "private", true},
		{"[::1]:1", "private", true},
		{"10.1.2.3:1", "private", true},
		{"172.17.0.1:1", "private", true},
		{"192.168.0.1:1", "private", true},
		{"[::ffff:10.0.0.1]:1", "private", true},
		{"[fd00::1]:1", "private", true},
		{"[fe80::1%eth0]:1", "private", true},
		{"100.64.0.1:1", "private", true},
		{"@", "private", true},
		{"", "private", true},
		{"172.32.0.1:1", "private", false},
		{"203.0.113.9:1", "private", false},
		{"[2001:db8::1]:1", "private", false},
		{"127.0.0.1:1", "none", false},
		{"@", "none", false},
		{"203.0.113.9:1", "all", true},
		{"203.0.113.9:1", "203.0.113.0/24", true},
		{"203.0.113.9:1", "203.0.113.9", true},
		{"127.0.0.1:1", "203.0.113.9", false},
		{"[::ffff:203.0.113.9]:1", "private 203.0.113.9", true},
		{"[2001:db8::1]:1", "2001:db8::/32", true},
	}
	for _, test := range tests {
		policy := conn.AddressPolicy{Trusted: trust(t, strings.Fields(test.trusted)...)}
		got := policy.Of(request(test.peer, "inner", "X-Forwarded-Host: shop.example")) == "http://shop.example"
		if got != test.want {
			t.Errorf("%s trusts %s: got %t, want %t", test.trusted, test.peer, got, test.want)
		}
	}
	for _, texts := range []string{"none,private", "10.0.0.1/8", "10.0.0.0/33", "example.com", "Private", ""} {
		if _, err := conn.ParseTrust(strings.Split(texts, ",")); err == nil {
			t.Errorf("%q is accepted", texts)
		}
	}
}

func TestPublic(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"https://shop.example.com":            "https://shop.example.com",
		"https://shop.example.com/sandbox/":   "https://shop.example.com/sandbox",
		"http://[::1]:8080/a/b":               "http://[::1]:8080/a/b",
		"shop.example.com":                    "",
		"ftp://shop.example.com":              "",
		"https://":                            "",
		"https://u:p@shop.example.com":        "",
		"https://shop.example.com?a=b":        "",
		"https://shop.example.com/#a":         "",
		"https://shop.example.com:0":          "",
		"https://shop.example.com/a//b":       "",
		"https://shop.example.com/a/../b":     "",
		"https://shop.example.com/%22%3E":     "",
		"https://sh\"op.example.com":          "",
		"https://shop.example.com/\nX-Evil:1": "",
	} {
		if got, err := conn.ParsePublic(given); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q %v, want %q", given, got, err, want)
		}
	}
	policy := conn.AddressPolicy{Public: "https://shop.example.com/sandbox", Trusted: trust(t, conn.TrustAll)}
	r := request("10.0.0.1:1", "inner:8080", "X-Forwarded-Host: other.example\nX-Forwarded-Prefix: /other")
	got := []string{policy.Of(r), policy.Prefix(r), policy.At(r, "", "81"), policy.RequestAddress(r)}
	want := []string{"https://shop.example.com/sandbox", "/sandbox", "https://shop.example.com/sandbox", "http://other.example/other"}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestOtherPort verifies the address of another listener of the sandbox.
func TestOtherPort(t *testing.T) {
	t.Parallel()
	policy := conn.AddressPolicy{Trusted: trust(t, conn.TrustPrivate)}
	secure := request("127.0.0.1:1", "[::1]:9090", "")
	secure.TLS = &tls.ConnectionState{}
	for _, test := range []struct {
		r          *http.Request
		host, want string
	}{
		{request("127.0.0.1:1", "inner:9090", ""), "", "http://inner:8080"},
		{request("127.0.0.1:1", "inner", ""), "0.0.0.0", "http://inner:8080"},
		{request("127.0.0.1:1", "inner", ""), "127.0.0.1", "http://127.0.0.1:8080"},
		{request("127.0.0.1:1", "inner", "X-Forwarded-Host: shop.example:9443\nX-Forwarded-Proto: https"), "::", "https://shop.example:8080"},
		{secure, "", "https://[::1]:8080"},
	} {
		if got := policy.At(test.r, test.host, "8080"); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
