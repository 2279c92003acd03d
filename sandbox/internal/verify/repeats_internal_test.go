package verify

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// TestRepeats verifies how calls were repeated and how many were in progress at a time.
func TestRepeats(t *testing.T) {
	t.Parallel()
	const create, search = "create-upsell", "search-orders"
	waited := &client.Gap{Min: client.GapRetryAfter}
	for name, c := range map[string]struct {
		expected client.Expectation
		calls    []timed
		fault    string // in the message, "" when it is verified
	}{
		"few enough":                          {client.Expectation{Operation: create, Repeats: &client.Repeats{AtMost: new(1)}}, []timed{creates(0, "a"), creates(sec, "b")}, ""},
		"too many":                            {client.Expectation{Operation: create, Repeats: &client.Repeats{AtMost: new(1)}}, []timed{creates(0, "a"), creates(sec, "b"), creates(2*sec, "c")}, "create-upsell: matched 3; the same call was repeated 2 times, last as A-3, expected at most 1"},
		"another body":                        {client.Expectation{Operation: create, Repeats: &client.Repeats{AtMost: new(0)}}, []timed{creates(0, "a"), {line: "POST /rest/6.0/upsell", operation: catalog.CreateUpsell, at: sec, body: "{}"}}, ""},
		"another method":                      {client.Expectation{Query: "path:/orders/", Repeats: &client.Repeats{AtMost: new(0)}}, []timed{searches(0, 0, ""), {line: "PUT /rest/6.0/orders/?Page=1", operation: catalog.SearchOrders, at: sec}}, ""},
		"others":                              {client.Expectation{Operation: "delete-upsell", Repeats: &client.Repeats{AtMost: new(0)}}, []timed{deletes(0, "a"), deletes(0, "b"), deletes(0, "c")}, ""},
		"often enough":                        {client.Expectation{Operation: create, Repeats: &client.Repeats{AtLeast: new(1)}}, []timed{creates(0, "a"), creates(sec, "b")}, ""},
		"too few":                             {client.Expectation{Operation: create, Repeats: &client.Repeats{AtLeast: new(1)}}, []timed{creates(0, "a")}, "the same call was repeated 0 times, expected at least 1"},
		"exactly apart":                       {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: &client.Gap{Min: "0s", Max: "0s"}}}, []timed{searches(0, sec, ""), searches(sec, sec, "")}, ""},
		"apart":                               {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: &client.Gap{Min: "1s", Max: "2s"}}}, []timed{searches(0, sec, ""), searches(2*sec, sec, "")}, ""},
		"too soon":                            {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: &client.Gap{Min: "1s"}}}, []timed{searches(0, sec, ""), searches(sec, sec, "")}, "the same call again: A-2 came 0s after A-1 ended, expected at least 1s"},
		"too late":                            {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: &client.Gap{Max: "1s"}}}, []timed{searches(0, 0, ""), searches(2*sec, 0, "")}, "expected at most 1s"},
		"as Retry-After":                      {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: waited}}, []timed{searches(0, 0, "2"), searches(2*sec, 0, ""), searches(2*sec, 0, "")}, ""},
		"before the end, without Retry-After": {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: waited}}, []timed{searches(0, 2*sec, ""), searches(sec, 0, "")}, ""},
		"before the end of one that asks for no wait": {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: waited}}, []timed{searches(0, 2*sec, "0"), searches(sec, 0, "")}, "A-2 came before A-1 ended, expected at least 0s later, as its Retry-After asks for"},
		"before the end of one":                       {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: &client.Gap{Min: "0s"}}}, []timed{searches(0, 2*sec, ""), searches(sec, 0, "")}, "A-2 came before A-1 ended, expected at least 0s later"},
		"sooner than that":                            {client.Expectation{Operation: search, Repeats: &client.Repeats{Gap: waited}}, []timed{searches(0, 0, "2"), searches(sec, 0, "")}, "expected at least 2s, as its Retry-After asks for"},
		"one after the other":                         {client.Expectation{Operation: search, AtOnce: new(1)}, []timed{searches(0, sec, ""), searches(sec, sec, ""), searches(2*sec, sec, "")}, ""},
		"two at once":                                 {client.Expectation{Operation: search, AtOnce: new(2)}, []timed{searches(0, 2*sec, ""), searches(sec, 2*sec, ""), searches(2*sec, sec, "")}, ""},
		"more at once":                                {client.Expectation{Operation: search, AtOnce: new(2)}, []timed{searches(0, 3*sec, ""), searches(sec, 3*sec, ""), searches(2*sec, sec, "")}, "3 were in progress when A-3 came, expected at most 2 at once"},
		"twice as many at once":                       {client.Expectation{Operation: search, AtOnce: new(1)}, []timed{searches(0, 2*sec, ""), searches(sec, 2*sec, ""), searches(5*sec, 2*sec, ""), searches(6*sec, 2*sec, "")}, "2 were in progress when A-2 came, expected at most 1 at once"},
		"with a number too":                           {client.Expectation{Operation: search, Count: new(1), AtOnce: new(1)}, []timed{searches(0, 0, ""), searches(sec, 0, "")}, "matched 2, expected exactly 1"},
		"a body that is not kept":                     {client.Expectation{Operation: create, Repeats: &client.Repeats{AtMost: new(1)}}, []timed{{line: "POST /rest/6.0/upsell", operation: catalog.CreateUpsell, body: strings.Repeat("x", 100_000)}}, "1 further call"},
	} {
		got, err := reader().Verify(t.Context(), ringOfTimed(c.calls...), c.expected)
		if err != nil || got.Verified != (c.fault == "") || !strings.Contains(got.Message, c.fault) {
			t.Errorf("%s: got %t %q %v, want %q", name, got.Verified, got.Message, err, c.fault)
		}
	}
}

// TestRepeatsWait waits as long as a further call could break the bounds, and no longer.
func TestRepeatsWait(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		expected client.Expectation
		waits    time.Duration
	}{
		"no fault yet":     {client.Expectation{Repeats: &client.Repeats{AtMost: new(1)}}, maxWait},
		"a fault for good": {client.Expectation{Repeats: &client.Repeats{AtMost: new(0)}}, 0},
		"too few yet":      {client.Expectation{Repeats: &client.Repeats{AtLeast: new(2)}}, maxWait},
		"too soon":         {client.Expectation{Repeats: &client.Repeats{Gap: &client.Gap{Min: "2s"}}}, 0},
		"no overlap yet":   {client.Expectation{AtOnce: new(1)}, maxWait},
		"a number of them": {client.Expectation{AtOnce: new(1), AtMost: new(1)}, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ring := ringOfTimed(creates(0, "a"), creates(sec, "b"))
			began := time.Now()
			c.expected.Operation, c.expected.Within = "create-upsell", maxWait
			if _, err := reading.Verify(t.Context(), ring, c.expected); err != nil || time.Since(began) != c.waits {
				t.Errorf("%s: it waited %s, %v, want %s", name, time.Since(began), err, c.waits)
			}
		})
	}
}

// namedRecord is a record with a name for conditions.
type namedRecord string

func (r namedRecord) Field(name string) (any, bool) { return string(r), name == "Name" }
func (r namedRecord) Whole() any                    { return map[string]any{"Name": string(r)} }

// TestRecords counts records.
func TestRecords(t *testing.T) {
	t.Parallel()
	v := reading
	v.Now = func() time.Time { return moment }
	v.Records = func(kind catalog.RecordKind, do func(scenario.Record) error) error {
		for _, name := range map[catalog.RecordKind][]namedRecord{catalog.CampaignRecord: {"Spring", "Spring", "Autumn"}}[kind] {
			if err := do(name); err != nil {
				return err
			}
		}
		return nil
	}
	for _, c := range []struct {
		expected client.Expectation
		verified bool
		message  string
	}{
		{client.Expectation{Record: "campaign", Where: `campaign.Name == "Autumn"`, Count: new(1)}, true, `campaigns where campaign.Name == "Autumn": matched 1, expected exactly 1`},
		{client.Expectation{Record: "campaign", Where: `campaign.Name == "Spring"`, Count: new(1)}, false, `campaigns where campaign.Name == "Spring": matched 2, expected exactly 1`},
		{client.Expectation{Record: "campaign", Where: `campaign.Name startsWith "S" and now > "2026-10-01"`, AtMost: new(2)}, true, `campaigns where campaign.Name startsWith "S" and now > "2026-10-01": matched 2, expected at most 2`},
		{client.Expectation{Record: "campaign", AtLeast: new(4)}, false, "campaigns: matched 3, expected at least 4"},
		{client.Expectation{Record: "order", Count: new(0)}, true, "orders: matched 0, expected exactly 0"},
		{client.Expectation{Record: "campaign", Where: `campaign.Name > 7`, Count: new(0)}, true, "campaigns where campaign.Name > 7: matched 0, expected exactly 0; 3 records could not be evaluated, first: "},
	} {
		got, err := v.Verify(t.Context(), journal.New(journal.Defaults()).Ring("A"), c.expected)
		if err != nil || got.Verified != c.verified || !strings.HasPrefix(got.Message, c.message) || len(got.Message) > len(c.message) && !strings.HasSuffix(c.message, "first: ") {
			t.Errorf("%+v: got %t %q %v, want %t %q", c.expected, got.Verified, got.Message, err, c.verified, c.message)
		}
	}
}

// TestRecordsWait reads the records again at the end of the wait, when there are others.
func TestRecordsWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reads, v := 0, reading
		v.Records = func(_ catalog.RecordKind, do func(scenario.Record) error) error {
			if reads++; reads > 1 {
				return nil
			}
			return do(namedRecord("Spring"))
		}
		began := time.Now()
		got, err := v.Verify(t.Context(), ringOfTimed(), client.Expectation{Record: "campaign", AtMost: new(0), Within: maxWait})
		if err != nil || !got.Verified || got.Count != 0 || time.Since(began) != maxWait {
			t.Errorf("got %t, %d records after %s, %v", got.Verified, got.Count, time.Since(began), err)
		}
	})
}

// TestRecordsThatCannotBeRead fails an expectation over unreadable records.
func TestRecordsThatCannotBeRead(t *testing.T) {
	t.Parallel()
	v := reading
	v.Records = func(catalog.RecordKind, func(scenario.Record) error) error { return errors.New("no room") }
	got, err := v.Verify(t.Context(), ringOfTimed(), client.Expectation{Record: "order", Count: new(0)})
	if want := "orders: matched 0, expected exactly 0; the records could not be read: no room"; err != nil || got.Verified || got.Message != want {
		t.Errorf("got %t %q %v, want %q", got.Verified, got.Message, err, want)
	}
}

// TestFaultsOfChecksOverTime refuses senseless expectations and names right ones.
func TestFaultsOfChecksOverTime(t *testing.T) {
	t.Parallel()
	v := reading
	v.Records = func(catalog.RecordKind, func(scenario.Record) error) error { return nil }
	steps := func(list ...client.Step) client.Expectation { return client.Expectation{InOrder: list} }
	login := client.Step{Operation: "login"}
	for _, e := range []client.Expectation{
		{Operation: "login", Repeats: &client.Repeats{AtLeast: new(0), AtMost: new(0)}},
		{Record: "order", Count: new(0)},
	} {
		if _, err := v.Verify(t.Context(), ringOfTimed(), e); err != nil {
			t.Errorf("%+v: got %v", e, err)
		}
	}
	for want, e := range map[string]client.Expectation{
		"in_order[0]: gap is the time since the step before":                           steps(client.Step{Operation: "login", Gap: &client.Gap{Max: "1s"}}),
		"in_order[1]: gap must have min, max or both":                                  steps(login, client.Step{Operation: "login", Gap: &client.Gap{}}),
		"in_order[1]: gap min must not be more than max, got 2s and 1s":                steps(login, client.Step{Operation: "login", Gap: &client.Gap{Min: "2s", Max: "1s"}}),
		"in_order[1]: gap max:":                                                        steps(login, client.Step{Operation: "login", Gap: &client.Gap{Max: "retry-after"}}),
		"in_order[1]: gap min must be at least 0s, got -1s":                            steps(login, client.Step{Operation: "login", Gap: &client.Gap{Min: "-1s"}}),
		"in_order[0]: where: unknown name captured":                                    steps(client.Step{Where: "captured.code == 1"}),
		"repeats must have at_least, at_most or gap":                                   {Operation: "login", Repeats: &client.Repeats{}},
		"repeats: at_least must not be more than at_most, got 2 and 1":                 {Operation: "login", Repeats: &client.Repeats{AtLeast: new(2), AtMost: new(1)}},
		"repeats: the number must be at least 0, got -1":                               {Operation: "login", Repeats: &client.Repeats{AtMost: new(-1)}},
		"repeats: gap must have min, max or both":                                      {Operation: "login", Repeats: &client.Repeats{Gap: &client.Gap{}}},
		"at_once must be at least 1, got 0":                                            {Operation: "login", AtOnce: new(0)},
		`record must be order, customer, campaign or subscription, got "campain"`:      {Record: "campain", Count: new(1)},
		"beside record, only where, count, at_least, at_most and within can be given;": {Record: "campaign", Query: "status:2xx", Count: new(1)},
		"beside record, only where, count, at_least, at_most and within can be":        {Record: "campaign", AtOnce: new(1), Count: new(1)},
		"beside record, only where, count, at_least, at_most and within":               {Record: "campaign", Operation: "login", Count: new(1)},
		"where: campaign has no field Nam":                                             {Record: "campaign", Where: `campaign.Nam == "x"`, Count: new(1)},
		"where: unknown name query":                                                    {Record: "campaign", Where: `query.Page == "x"`, Count: new(1)},
		"where: unknown name status":                                                   {Record: "campaign", Where: `status == 200`, Count: new(1)},
		"count, at_least or at_most is required":                                       {Record: "campaign"},
	} {
		_, err := v.Verify(t.Context(), ringOfTimed(), e)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
