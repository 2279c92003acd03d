package control_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// TestExport reads both formats of an export, with and without gzip, by GET and HEAD.
func TestExport(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	for format, kind := range map[string]string{"": "application/yaml", "world": "application/yaml", "json": "application/json; charset=utf-8"} {
		for _, encoding := range []string{"identity", "gzip"} {
			if format == "json" && encoding == "gzip" {
				continue // every other test compares JSON with the description of the interface
			}
			url := s.URL() + "/_sandbox/accounts/DEMO/export?format=" + format
			head, _ := exchange(t, http.MethodHead, url, "", "Accept-Encoding", encoding)
			response, text := exchange(t, http.MethodGet, url, "", "Accept-Encoding", encoding)
			if strconv.Itoa(len(text)) != head.Header.Get("Content-Length") || head.Header.Get("Content-Type") != kind ||
				(response.Header.Get("Content-Encoding") == "gzip") != (encoding == "gzip") || !strings.HasPrefix(head.Header.Get("Content-Disposition"), "attachment; filename=DEMO.") {
				t.Errorf("%s %s: got %d bytes with %v", format, encoding, len(text), head.Header)
			}
			if format == "json" && encoding == "identity" && !json.Valid([]byte(text)) {
				t.Errorf("got %.200s", text)
			}
		}
	}
	play(t, s, []step{
		{"GET", "/accounts/DEMO/export?format=csv", "", 400, `{"error":"unknown format \"csv\"","hint":"known: world, json"}`},
		{"GET", "/accounts/NOPE/export", "", 404, `{"error":"unknown account \"NOPE\"","hint":"known: DEMO"}`},
	})
}

// TestExportWithSlowReaders writes while readers of an export stop, and verifies that the
// export has one state of the account.
func TestExportWithSlowReaders(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen)
	shop := s.Control().Account("DEMO")
	for range 3 {
		connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL(), "http://"))
		must(t, err)
		t.Cleanup(func() { _ = connection.Close() })
		_, err = io.WriteString(connection, "GET /_sandbox/accounts/DEMO/export HTTP/1.1\r\nHost: localhost\r\n\r\n")
		must(t, err)
	}
	var writers sync.WaitGroup
	reference := s.ID("subscription-upgradable", "SubscriptionReference")
	writers.Go(func() {
		for day := range 40 {
			if _, err := shop.ChangeSubscription(t.Context(), reference, client.SubscriptionChange{ExpirationDate: "+" + strconv.Itoa(day+1) + "d"}); err != nil {
				t.Error(err)
			}
		}
	})
	for range 10 {
		var text strings.Builder
		must(t, shop.Export(t.Context(), client.ExportJSON, &text))
		var export struct {
			Orders []struct {
				Items []struct {
					ProductDetails struct {
						Subscriptions []struct{ SubscriptionReference, ExpirationDate string }
					}
				}
			}
			Subscriptions []client.Subscription
		}
		must(t, json.Unmarshal([]byte(text.String()), &export))
		ends := map[string]bool{}
		for _, sub := range export.Subscriptions {
			if sub.Reference == reference {
				ends[sub.ExpirationDate] = true
			}
		}
		for _, order := range export.Orders {
			for _, item := range order.Items {
				for _, sub := range item.ProductDetails.Subscriptions {
					if sub.SubscriptionReference == reference {
						ends[sub.ExpirationDate] = true
					}
				}
			}
		}
		if len(ends) != 1 {
			t.Errorf("an export has several states: %v", ends)
		}
	}
	writers.Wait()
}
