package sandbox_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// BenchmarkLogin compares the login of section 5 with a bare net/http handler that
// reads the body and writes the same bytes.
func BenchmarkLogin(b *testing.B) {
	s := sandboxtest.Start(b, sandboxtest.Frozen)
	date := s.Now().Format(time.DateTime)
	body := rpcCall("login", "<merchantCode>DEMO</merchantCode><date>"+date+"</date><hash>"+
		credential.Sign(credential.SHA256, "DEMO", date, s.Secret())+"</hash><algorithm>sha256</algorithm>")
	of := posting(strings.TrimPrefix(s.URL(), "http://"), soap.Path, func(int64) string { return body })
	answer := of.answer(b)
	compare(b, of, posting(bareSOAP(b, answer, func() error { return nil }), soap.Path, of.body))
}

func rpcCall(operation, parameters string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
		`<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:commerce-sandbox:6.0">` +
		`<SOAP-ENV:Body><ns1:` + operation + `>` + parameters + `</ns1:` + operation + `></SOAP-ENV:Body></SOAP-ENV:Envelope>`
}

// postings is a load of envelopes, each made from its number.
type postings struct {
	load
	body func(n int64) string
}

func posting(address, path string, body func(int64) string) postings {
	return postings{load{address: address, status: http.StatusOK, request: func(n int64) []byte {
		text := body(n)
		return fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s",
			path, address, len(text), text)
	}}, body}
}

// answer returns the answer to the first call.
func (p postings) answer(b *testing.B) []byte {
	b.Helper()
	response, err := http.Post("http://"+p.address+soap.Path, "text/xml", strings.NewReader(p.body(0)))
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		b.Fatalf("got %d %s, %v", response.StatusCode, answer, err)
	}
	return answer
}

// bareSOAP starts a net/http handler that reads the body, does the work and writes an
// answer. It returns the address.
func bareSOAP(b *testing.B, answer []byte, work func() error) string {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+soap.Path, func(w http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		if err == nil {
			err = work()
		}
		if err != nil {
			b.Error(err)
		}
		w.Header().Set("Content-Type", "text/xml; charset=utf-8")
		_, _ = w.Write(answer)
	})
	server := httptest.NewServer(mux)
	b.Cleanup(server.Close)
	return server.Listener.Addr().String()
}
