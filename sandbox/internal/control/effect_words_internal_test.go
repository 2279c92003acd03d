package control

import (
	"slices"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestDoesOf words what scenarios do, each thing once.
func TestDoesOf(t *testing.T) {
	t.Parallel()
	for want, effects := range map[string][]client.Effect{
		"500 X, after a delay of 2 s, once":                               {{Act: client.ActFail, Status: 500, Code: "X", Delay: "2s", Times: 1}},
		"connection reset, 1 call in 3, 5s of every 30s":                  {{Act: client.ActCut, Cut: "reset", Every: 3, During: "5s of every 30s"}},
		"after 100 bytes of the body, 12.5 %, after 2, 3 times":           {{Act: client.ActCut, Cut: "after 100 bytes of the body", Share: 0.125, Skip: 2, Times: 3}},
		"delay 1 m 30 s to 1 h 1 m":                                       {{Act: client.ActDelay, Delay: "1m30s to 1h1m"}},
		"delay 300 ms p99 2 s":                                            {{Act: client.ActDelay, Delay: "median 300ms, p99 2s"}},
		"before: complete order; after: advance the clock by 1h, once":    {{Act: client.ActDo, Moves: []string{"before: complete order", "after: advance the clock by 1h"}, Times: 1}},
		"connection reset, before: cancel order":                          {{Act: client.ActCut, Cut: "reset", Moves: []string{"before: cancel order"}}},
		"403/500 F":                                                       {{Operation: "a", Act: client.ActFail, Status: 403, Code: "F"}, {Operation: "b", Act: client.ActFail, Status: 500, Code: "F"}, {Operation: "c", Act: client.ActFail, Status: 403, Code: "F"}},
		"503, before the credential, after the operation was carried out": {{Act: client.ActAnswer, Status: 503, Before: scenario.BeforeCredential, After: true}},
		"places the order of the body, call 2 of login":                   {{Act: client.ActPlace, Status: 201, Nth: "call 2 of login"}},
		"5 per 10s by account":                                            {{Act: client.ActLimit, Limit: "5 per 10s by account", Status: 429}},
		"$.A = 1; $.B = 2, records as they were 5s ago, pace 1KB/s":       {{Act: client.ActChange, Changes: []string{"$.A = 1", "$.B = 2"}, Earlier: "as they were 5s ago", Delivery: []string{"pace 1KB/s"}}},
		"records as they were 5s ago":                                     {{Act: client.ActEarlier, Earlier: "as they were 5s ago"}},
		"pace 1KB/s, stalls":                                              {{Act: client.ActDelivery, Delivery: []string{"pace 1KB/s", "stalls"}}},
		"answer cut short":                                                {{Act: client.ActCut, Cut: "truncate"}},
		"no answer":                                                       {{Act: client.ActCut, Cut: "empty"}},
		"garbage":                                                         {{Act: client.ActCut, Cut: "garbage"}},
		"answer in drips":                                                 {{Act: client.ActCut, Cut: "drip"}},
		"upsell off":                                                      {{Act: client.ActFeature, Feature: "upsell", Enabled: new(false)}},
		"upsell on":                                                       {{Act: client.ActFeature, Feature: "upsell", Enabled: new(true)}},
		"search-status = 200":                                             {{Act: client.ActQuestion, Question: "search-status", Answer: "200"}},
	} {
		if got := doesOf(effects); !slices.Equal(got, []string{want}) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := doesOf(nil); got == nil || len(got) > 0 {
		t.Errorf("no effects do %q, want an empty list", got)
	}
}
