package journal_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

func BenchmarkEntry(b *testing.B) {
	for _, size := range []struct {
		name  string
		bytes int
	}{{"retrieve 2.5KB", 2500}, {"page 25KB", 25_000}} {
		b.Run(size.name, func(b *testing.B) {
			j := journal.New(journal.Defaults())
			r := j.Ring("DEMO")
			in := &http.Request{Method: "GET", RequestURI: "/rest/6.0/orders/12345/", Proto: "HTTP/1.1", Host: "127.0.0.1:8080",
				RemoteAddr: "127.0.0.1:50000", Header: http.Header{
					"Accept": {"application/json"}, "User-Agent": {"Go-http-client/1.1"}, "Accept-Encoding": {"gzip"},
					"X-Service-Authentication": {`code="DEMO" date="2026-03-01 12:00:00" hash="29e85dbf92ce0113e7755c31c0438a7d"`},
				}}
			out := http.Header{"Content-Type": {"application/json"}, "X-Sandbox-Request": {"DEMO-1"}}
			body := bytes.Repeat([]byte("x"), size.bytes)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					d := j.Begin(in, noon)
					d.Protocol, d.Operation, d.AccountTime = client.REST, "retrieve-order", noon
					r.NextID(d)
					d.Check(journal.Check{Name: "account", Passed: true})
					d.Check(journal.Check{Name: "credential", Passed: true})
					d.Check(journal.Check{Name: "accept", Passed: true})
					d.ResponseHead(200, "", out)
					d.ResponseBody(body)
					d.Close(noon.Add(time.Millisecond))
				}
			})
		})
	}
}
