package control

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// BenchmarkStream measures the cost of a call with and without a stream that shows it in
// short.
func BenchmarkStream(b *testing.B) {
	in := &http.Request{Method: "GET", RequestURI: "/rest/6.0/orders/100031545/", Proto: "HTTP/1.1", Host: "127.0.0.1:8080",
		RemoteAddr: "127.0.0.1:50000", Header: http.Header{
			"Accept": {"application/json"}, "User-Agent": {"Go-http-client/1.1"}, "Accept-Encoding": {"gzip"},
			"X-Service-Authentication": {`code="DEMO" date="2026-03-01 12:00:00" hash="29e85dbf92ce0113e7755c31c0438a7d"`},
		}}
	body := make([]byte, 2500)
	for _, followed := range []bool{false, true} {
		b.Run(map[bool]string{false: "alone", true: "followed"}[followed], func(b *testing.B) {
			j := journal.New(journal.Defaults())
			log := newLog(j)
			j.Mask.CredentialHeaders = []string{"X-Service-Authentication", "X-Avangate-Authentication"}
			reader := log.Follow(nil)
			if !followed {
				reader.Close()
			}
			s := newStream(httptest.NewRecorder(), log, reader)
			s.writer = discard{s.writer}
			ring := j.Ring("DEMO")
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				rec := j.Begin(in, moment)
				rec.Operation, rec.Protocol, rec.AccountTime = "retrieve-order", client.REST, moment
				rec.Secret("demo-secret")
				rec.Secret("29e85dbf92ce0113e7755c31c0438a7d")
				rec.Check(journal.Check{Name: "account", Passed: true})
				ring.NextID(rec)
				rec.ResponseHead(200, "", http.Header{"Content-Type": {"application/json"}})
				rec.ResponseBody(body)
				rec.Close(moment)
				if followed && n%150 == 149 {
					batch, err := reader.Next(context.Background())
					if err == nil {
						err = s.send(batch)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// discard is a connection whose reader takes everything.
type discard struct{ http.ResponseWriter }

func (discard) Write(p []byte) (int, error) { return len(p), nil }
