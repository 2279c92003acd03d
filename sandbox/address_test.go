package sandbox_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestHostDecides verifies that everything but the probes and the protocols is
// served under local and allowed names only, whatever the spelling of the path and
// the headers that a proxy sets.
func TestHostDecides(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.AllowedHosts = []string{"sandbox.example.com"} })
	const refused = `403 {"error":"the sandbox is not served as \"evil.example\"","hint":"if the name is yours, start the sandbox with --allowed-host evil.example"}`
	tests := []struct{ line, headers, want string }{
		{"GET /_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET /_sandbox/accounts/ HTTP/1.1", "Host: EVIL.example.:8080", refused},
		{"GET //_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET /rest/../_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET /rest/6.0/../../_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET /soap/6.0/../../_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET http://evil.example/_sandbox/accounts HTTP/1.1", "Host: localhost", refused},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: evil.example\r\nX-Forwarded-Host: localhost\r\nForwarded: host=localhost", refused},
		{"POST /_sandbox/accounts/DEMO/reset HTTP/1.1", "Host: evil.example\r\nContent-Length: 0", refused},
		{"PATCH /_sandbox/accounts HTTP/1.1", "Host: evil.example\r\nContent-Length: 0", refused},
		{"GET /_sandbox/nothing HTTP/1.1", "Host: evil.example", refused},
		{"GET /metrics HTTP/1.1", "Host: evil.example", refused},
		{"GET /ui/ HTTP/1.1", "Host: evil.example", refused},
		{"GET / HTTP/1.1", "Host: evil.example", refused},
		{"GET /ui/../_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET /_sandbox/live/../accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET /favicon.ico HTTP/1.1", "Host: evil.example", refused},
		{"GET /soap/ HTTP/1.1", "Host: evil.example", refused},
		{"PUT /_sandbox/live HTTP/1.1", "Host: evil.example\r\nContent-Length: 0", refused},
		{"GET /_sandbox/certificate.pem HTTP/1.1", "Host: evil.example", refused},
		{"GET http:///_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET //localhost/_sandbox/accounts HTTP/1.1", "Host: evil.example", refused},
		{"GET https://evil.example:8080/ui/ HTTP/1.1", "Host: localhost", refused},
		{"CONNECT evil.example:443 HTTP/1.1", "Host: localhost", refused},
		{"GET /_sandbox/accounts HTTP/1.0", "Host: evil.example", refused},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: [evil.example]", refused},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: localhost.evil.example", "403"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: 127.0.0.1.evil.example:80", "403"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: evil.example#.localhost", "400"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: evil.example\\.localhost", "400"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: localhost\r\nHost: evil.example", "400"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: [::1]:8080", "200"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: LOCALHOST.", "200"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host:", "200"}, // no browser sends it
		{"GET /_sandbox/live HTTP/1.1", "Host: evil.example", `200 {"live":true}`},
		{"GET /_sandbox/ready/ HTTP/1.1", "Host: evil.example", `200 {"ready":true}`},
		{"GET /soap/6.0?wsdl HTTP/1.1", "Host: evil.example", "200"},
		{"GET /rest/6.0/orders/ HTTP/1.1", "Host: evil.example", "401"},
		{"GET /rest/5.0/nothing HTTP/1.1", "Host: evil.example", "404"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: sandbox.example.com:8080\r\nX-Forwarded-Host: evil.example", "200"},
		{"GET http://localhost/_sandbox/accounts HTTP/1.1", "Host: evil.example", "200"},
		{"GET /_sandbox/accounts HTTP/1.1", "Host: 127.0.0.1", "200"},
		{"GET /_sandbox/accounts HTTP/1.0", "Accept: */*", "200"},
	}
	for _, test := range tests {
		answer, body := sendRaw(t, s, test.line+"\r\n"+test.headers+"\r\n\r\n")
		got := fmt.Sprintf("%d %s", answer.StatusCode, strings.TrimSpace(body))
		if !strings.Contains(test.want, "{") {
			got = fmt.Sprint(answer.StatusCode)
		}
		if got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.line, test.headers, got, test.want)
		}
	}
}

// TestControlListen verifies that the control interface, the metrics and the pages
// are on an address of their own together with the protocols, the protocols alone on
// the other, and the probes on both, and that the addresses of an account are those of
// the protocols alone.
func TestControlListen(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.ControlListen = "127.0.0.1:0" })
	protocols, own := s.Sandbox().URL(), s.Sandbox().ControlURL()
	for url, want := range map[string]int{
		protocols + "/_sandbox/ready":    200,
		protocols + "/_sandbox/live/":    200,
		protocols + "/_sandbox/accounts": 404,
		protocols + "/metrics":           404,
		protocols + "/rest/6.0/orders/":  401,
		protocols + "/soap/6.0?wsdl":     200,
		own + "/_sandbox/ready":          200,
		own + "/_sandbox/live":           200,
		own + "/_sandbox/accounts":       200,
		own + "/metrics":                 200,
		own + "/rest/6.0/orders/":        401,
		own + "/soap/6.0?wsdl":           200,
		own + "/ui/":                     200,
		own + "/":                        200, // after the redirect
		protocols + "/ui/":               404,
		protocols + "/":                  404,
	} {
		if got, _ := roundTrip(t, "GET", url, ""); got != want {
			t.Errorf("%s: got %d, want %d", url, got, want)
		}
	}
	for request, want := range map[[2]string]int{
		{own, "/_sandbox/accounts"}: 403, {own, "/metrics"}: 403, {own, "/"}: 403, {own, "/ui/"}: 403, {own, "/soap/6.0?wsdl"}: 200,
		{own, "/rest/6.0/orders/"}: 401, {own, "/_sandbox/ready"}: 200,
		{protocols, "/_sandbox/accounts"}: 403, {protocols, "/metrics"}: 403, {protocols, "/"}: 403,
		{protocols, "/rest/6.0/orders/"}: 401, {protocols, "/soap/6.0?wsdl"}: 200, {protocols, "/_sandbox/ready"}: 200,
	} {
		answer, _ := sendRawTo(t, request[0], "GET "+request[1]+" HTTP/1.1\r\nHost: evil.example\r\n\r\n")
		if answer.StatusCode != want {
			t.Errorf("%s as evil.example: got %d, want %d", request, answer.StatusCode, want)
		}
	}
	for _, at := range []string{protocols, own} {
		answer, _ := sendRawTo(t, at, "PATCH /rest/6.0/orders/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
		if got, want := answer.Header.Get("Allow"), "GET, HEAD, OPTIONS"; got != want {
			t.Errorf("%s allows %s, want %s", at, got, want)
		}
	}
	state, err := client.New(own, client.Options{}).Account("DEMO").State(t.Context())
	must(t, err)
	got := struct{ REST, SOAP, WSDL string }{state.RESTURL, state.SOAPURL, state.WSDLURL}
	if want := (struct{ REST, SOAP, WSDL string }{protocols + "/rest/6.0", protocols + "/soap/6.0", protocols + "/soap/6.0?wsdl"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestControlListenTaken verifies that a sandbox does not start, and frees its
// first address, when the second one is taken.
func TestControlListenTaken(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	s, err := sandbox.New(sandbox.Options{Listen: "127.0.0.1:0", ControlListen: taken.Addr().String(), Ephemeral: true})
	must(t, err)
	err = s.Start(t.Context())
	if err == nil || !strings.HasPrefix(err.Error(), "cannot listen on "+taken.Addr().String()+": ") {
		t.Errorf("got %v", err)
	}
	if conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL(), "http://")); err == nil {
		_, err := bufio.NewReader(conn).ReadByte()
		t.Errorf("the first address still accepts connections (%v)", err)
	}
}
