package rehearse

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

func newRehearsal() *rehearsal {
	return &rehearsal{faults: func(id catalog.OperationID) []fault { return faultsOf(id, nil, 5*time.Second) }}
}

// TestEveryFaultIsARule parses the scenario of each fault of each operation, and reads
// its schedule back from its name.
func TestEveryFaultIsARule(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	for _, op := range catalog.Operations() {
		_, by := op.NamedRecord()
		for i, f := range r.faults(op.ID) {
			s := schedule{{place: place{operation: op.ID, call: 2}, fault: f}}
			if i%2 == 0 && (len(by) > 0 || op.ID == catalog.CreateUpsell) {
				s[0].place.key = `a "b"`
			}
			text, err := s.scenario()
			must(t, err)
			if _, err := scenario.Parse(ownName, []byte(text)); err != nil {
				t.Errorf("%s: %v", s.name(), err)
			}
			again, err := r.parse(s.name())
			if err != nil || again.name() != s.name() {
				t.Errorf("%s: read back as %s, %v", s.name(), again.name(), err)
			}
		}
	}
}

func TestNamesThatAreNoSchedule(t *testing.T) {
	t.Parallel()
	for name, says := range map[string]string{
		"":                                    "a schedule is such as",
		"create-upsell#1":                     "a schedule is such as",
		"unknown-path#1=503":                  "unknown operation",
		"create-upsell=503":                   "a schedule is such as",
		"create-upsell#0=503":                 "a schedule is such as",
		"make-upsell#1=503":                   "unknown operation",
		"create-upsell#1=lost":                "has no fault",
		"create-upsell#1=503+":                "a schedule is such as",
		"create-upsell()#1=503":               "a schedule is such as",
		"create-upsell(A#1=503":               "a schedule is such as",
		"search-upsell(A)#1=503":              "name no record",
		"read-upsell-settings#1=UNKNOWN_CODE": "has no fault",
	} {
		if _, err := newRehearsal().parse(name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: got %v, want %s", name, err, says)
		}
	}
}

// called is the entry of a call.
func called(id, uri, body string) client.Entry {
	e := client.Entry{Operation: id, Request: client.Request{URI: uri, Body: []byte(body)}}
	if strings.HasPrefix(body, "<") {
		e.Protocol = "soap"
	}
	return e
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	var calls []client.Entry
	for _, id := range []string{"login", "search-orders", "unknown-path", "search-orders", "", "search-orders", client.ClockOperation} {
		calls = append(calls, called(id, "/rest/6.0/orders/", ""))
	}
	refused := called("search-orders", "/rest/6.0/orders/", "")
	refused.Checks = []client.Check{{Name: "account", Passed: true}, {Name: "credential"}}
	met := refused
	met.Scenarios = client.Names(ownName)
	if got := names((&good{}).spots([]client.Entry{met, refused})); got != "search-orders#1" {
		t.Errorf("refused by the trial: got %s", got)
	}
	all := (&good{}).spots(append(calls, refused))
	if got := names(all); got != "login#1 search-orders#1 search-orders#2 search-orders#3" {
		t.Errorf("got %s", got)
	}
	if got := names(firstAndLast(all)); got != "login#1 search-orders#1 search-orders#3" {
		t.Errorf("got %s", got)
	}
}

// TestKeys counts calls by the name of their record.
func TestKeys(t *testing.T) {
	t.Parallel()
	create := func(name string) client.Entry {
		return called("create-upsell", "/rest/6.0/upsell", `{"Name":"`+name+`"}`)
	}
	upgrade := called("upgrade-partner-subscriptions", "/soap/6.0", `<a:SubscriptionReference xsi:type="s">S1</a:SubscriptionReference>`)
	other := called("upgrade-partner-subscriptions", "/soap/6.0", `<SubscriptionReference>S2</SubscriptionReference>`)
	read := func(ref string) client.Entry { return called("retrieve-order", "/rest/6.0/orders/"+ref+"/?x=1", "") }
	list := called("customer-orders", "/rest/6.0/orders/customer/?CustomerReference=7&Page=1", "")
	for name, test := range map[string]struct {
		first, second []client.Entry
		want          string
	}{
		"one record":             {[]client.Entry{create("A"), create("A")}, []client.Entry{create("A"), create("A")}, "create-upsell#1 create-upsell#2"},
		"in any order":           {[]client.Entry{create("A b+"), create("C"), create("C")}, []client.Entry{create("C"), create("A b+"), create("C")}, "create-upsell(A%20b%2B)#1 create-upsell(C)#1 create-upsell(C)#2"},
		"names that one run has": {[]client.Entry{create("A"), create("7")}, []client.Entry{create("A"), create("8")}, "create-upsell#1 create-upsell#2"},
		"subscriptions":          {[]client.Entry{upgrade, other}, []client.Entry{upgrade, other}, "upgrade-partner-subscriptions(S1)#1 upgrade-partner-subscriptions(S2)#1"},
		"orders, and a list":     {[]client.Entry{read("1"), list, read("2")}, []client.Entry{read("1"), list, read("2")}, "retrieve-order(1)#1 customer-orders#1 retrieve-order(2)#1"},
	} {
		r := rehearsal{RehearsalOptions: client.RehearsalOptions{}}
		if err := r.compareTwins([2]client.Closed{{Calls: test.first}, {Calls: test.second}}); err != nil || names(r.good.calls) != test.want {
			t.Errorf("%s: got %s, %v, want %s", name, names(r.good.calls), err, test.want)
		}
		for _, s := range r.good.calls {
			if p, ok := readPlace(s.String()); !ok || p != s.place {
				t.Errorf("%s: read back as %s, %t", s, p, ok)
			}
		}
	}
}

// TestQuick tries all faults of writes, and of other calls those that lose an answer.
func TestQuick(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	calls := []spot{{place: place{"search-orders", "", 1}}, {place: place{"create-upsell", "", 1}}}
	all := len(r.eachFaultAt(calls[1:]))
	r.Quick = true
	if got := len(r.eachFaultAt(calls[1:])); got != all {
		t.Errorf("got %d faults of a write, want %d", got, all)
	}
	var got []string
	for _, s := range r.eachFaultAt(calls[:1]) {
		got = append(got, s[0].fault.name)
	}
	if want := []string{"lost-answer", "late-504", "cut-in-body", "cut-in-head"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestAcceptedOfAKind shows a finding that is not accepted in place of a smaller one that is.
func TestAcceptedOfAKind(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	r.Accepted = []client.Accepted{{Schedule: "create-upsell#1=lost-answer", Result: client.WrongInSilence, Reason: "known"}}
	best := map[string]trial{}
	for _, name := range []string{"create-upsell#2=lost-answer", "create-upsell#1=lost-answer", "create-upsell#3=lost-answer"} {
		s, err := r.parse(name)
		must(t, err)
		keepSmallest(best, r.judge(s, client.SuiteOutcome{}, client.Closed{
			Calls:   []client.Entry{{Operation: "create-upsell", Scenarios: ownName}},
			Records: []client.RecordDifference{{Kind: "campaign", Change: client.RecordDoubled}},
		}))
	}
	if found := sortFindings(best); len(found) != 1 || found[0].Schedule != "create-upsell#2=lost-answer" || found[0].Cause != "wrong-in-silence create-upsell: doubled campaign" {
		t.Errorf("got %+v", found)
	}
}

// TestUnfit lets no call meet a failure about parameters it does not carry.
func TestUnfit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ id, uri, body, want string }{
		{"search-orders", "/rest/6.0/orders/", "", "INVALID_PARAMETER PAGINATION_PAGE_PARAMETER_INVALID PAGINATION_LIMIT_PARAMETER_INVALID"},
		{"search-orders", "/rest/6.0/orders/?Limit=2", "", "PAGINATION_PAGE_PARAMETER_INVALID"},
		{"retrieve-order", "/rest/6.0/orders/1/", "", ""},
		{"upgrade-partner-subscriptions", "/soap/6.0", "<Items><PricingOptions/></Items>", "INVALID_PRICING_OPTION"},
		{"upgrade-partner-subscriptions", "/soap/6.0", "<Items><PricingOptions><Code>a</Code></PricingOptions></Items>", ""},
	} {
		op, _ := catalog.Find(catalog.OperationID(test.id))
		if got := strings.Join(unfit(op, called(test.id, test.uri, test.body)), " "); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.uri, test.body, got, test.want)
		}
	}
}

// TestScheduleOfOneKey verifies that a later fault of one key does not wait for calls
// where an earlier one overrules it.
func TestScheduleOfOneKey(t *testing.T) {
	t.Parallel()
	s, err := newRehearsal().parse("create-upsell(A)#1=503+create-upsell(A)#3=503+create-upsell(B)#2=503")
	must(t, err)
	text, err := s.scenario()
	must(t, err)
	var read struct {
		Rules []struct {
			When        string
			Skip, Times int
		}
	}
	must(t, json.Unmarshal([]byte(text), &read))
	if got := fmt.Sprint(read.Rules); got != `[{body.Name == "A" 0 1} {body.Name == "A" 1 1} {body.Name == "B" 1 1}]` {
		t.Errorf("got %s", got)
	}
}

func TestSmallerSchedules(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	read := func(name string) schedule {
		s, err := r.parse(name)
		must(t, err)
		return s
	}
	order := []string{
		"create-upsell#1=503", "create-upsell#2=503", "create-upsell#1=lost-answer", "create-upsell#1=late-504", "create-upsell#1=silent",
		"create-upsell#1=lost-answer+search-upsell#1=503", "create-upsell#1=lost-answer+search-upsell#1=lost-answer",
	}
	for i := range order[1:] {
		a, b := read(order[i]), read(order[i+1])
		if a.compare(b) >= 0 || b.compare(a) <= 0 || a.compare(a) != 0 {
			t.Errorf("%s must be smaller than %s", order[i], order[i+1])
		}
	}
	var got []string
	for _, s := range r.smaller(read("create-upsell#2=reset+search-upsell#1=429")) {
		got = append(got, s.name())
	}
	want := []string{"search-upsell#1=429", "create-upsell#2=reset", "create-upsell#2=503+search-upsell#1=429", "create-upsell#2=429+search-upsell#1=429",
		"create-upsell#2=reset+search-upsell#1=503", "create-upsell#1=reset+search-upsell#1=429"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSideBySide gets the same places and the same reaction of calls in any order.
func TestSideBySide(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	r.good.keyed = map[catalog.OperationID]bool{catalog.CreateUpsell: true}
	create := func(name string) client.Entry {
		return called("create-upsell", "/rest/6.0/upsell", `{"Name":"`+name+`"}`)
	}
	one, other := []client.Entry{create("B"), create("A"), create("C")}, []client.Entry{create("C"), create("B"), create("A")}
	for _, calls := range [][]client.Entry{one, other} {
		at := firstAndLast(r.good.spots(calls))
		if len(at) != 2 || !has(at, place{catalog.CreateUpsell, "A", 1}) || !has(at, place{catalog.CreateUpsell, "C", 1}) {
			t.Errorf("got %s", names(at))
		}
	}
	a, b := r.judge(nil, client.SuiteOutcome{}, client.Closed{Calls: one}), r.judge(nil, client.SuiteOutcome{}, client.Closed{Calls: other})
	if a.reaction != b.reaction {
		t.Errorf("got %s and %s", a.reaction, b.reaction)
	}
}

// TestKindsOfFindings expects one finding for all schedules with one reason.
func TestKindsOfFindings(t *testing.T) {
	t.Parallel()
	finding := func(schedule string, changes ...client.RecordChange) string {
		found := client.RehearsalTrial{Schedule: schedule, Result: client.WrongInSilence}
		for _, change := range changes {
			found.Records = append(found.Records, client.RecordDifference{Kind: "campaign", Change: change})
		}
		return kindOf(found)
	}
	other := finding("login#1=503", client.RecordOther)
	doubled := []client.RecordDifference{{Kind: "campaign", Change: client.RecordDoubled}}
	if got := kindOf(client.RehearsalTrial{Schedule: "login#1=503", Result: client.Stormed, Records: doubled}); got != kindOf(client.RehearsalTrial{Schedule: "login#1=429", Result: client.Stormed}) {
		t.Errorf("a storm that doubles: got %s", got)
	}
	for name, test := range map[string]struct {
		kind string
		same bool
	}{
		"two of a kind":     {finding("login#2=reset+login#3=503", client.RecordOther, client.RecordOther), true},
		"another name":      {finding("login#1=503", client.RecordMissing, client.RecordExtra), true},
		"missing":           {finding("login#1=503", client.RecordMissing), false},
		"extra":             {finding("login#1=503", client.RecordExtra), false},
		"another operation": {finding("search-orders#1=503", client.RecordOther), false},
	} {
		if (test.kind == other) != test.same {
			t.Errorf("%s: got %s and %s", name, test.kind, other)
		}
	}
}

// TestUntrueFailures lets a failure strike alone if the record is there all the same. A
// campaign that a deletion does not find is deleted.
func TestUntrueFailures(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"retrieve-order#1=ORDER_NOT_FOUND":               "true false",
		"recommended-upsell#1=UPSELL_CAMPAIGN_NOT_FOUND": "true false",
		"delete-upsell#1=UPSELL_CAMPAIGN_NOT_FOUND":      "false true",
		"create-upsell#1=INVALID_UPSELL_CAMPAIGN":        "false false",
	} {
		s, err := newRehearsal().parse(name)
		must(t, err)
		if got := fmt.Sprint(s[0].fault.lie, s[0].fault.rule["after"] == true); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestGonePlaces finds accepted results for calls that the suite no longer makes.
func TestGonePlaces(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	r.good.calls = []spot{{place: place{"create-upsell", "", 1}}}
	tried := []trial{{fresh: []spot{{place: place{"search-upsell", "", 1}}}}}
	for name, want := range map[string]string{
		"create-upsell#1=503":                             "false false",
		"create-upsell#2=503":                             "true true",
		"create-upsell#1=none":                            "true true",
		"create-upsell#1=503+search-upsell#1=503":         "false false",
		"create-upsell#1=lost-answer+search-upsell#2=503": "true false",
	} {
		gone := r.isGone(client.Accepted{Schedule: name}, tried)
		r.report.Unfinished = 1
		if got := fmt.Sprint(gone, r.isGone(client.Accepted{Schedule: name}, tried)); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
		r.report.Unfinished, r.Schedule = 0, "create-upsell#1=503"
		if later := r.isGone(client.Accepted{Schedule: name}, tried); fmt.Sprint(gone, later) != want {
			t.Errorf("%s alone: got %t", name, later)
		}
		r.Schedule = ""
	}
}

// TestReplacedAnswers gives each rule of a replaced scenario a name of its own, and leaves out
// rules of other operations and without a change.
func TestReplacedAnswers(t *testing.T) {
	t.Parallel()
	op, _ := catalog.Find(catalog.SearchOrders)
	rule := func(on string, change any) map[string]any { return map[string]any{"on": on, "change": change} }
	faults := shippedFaults(op, map[string][]map[string]any{"empty-list": {
		rule("search-orders", "first"), rule("login", "other"), rule("search-orders", nil), rule("search-orders", "second"),
	}})
	var got []string
	for _, f := range faults {
		got = append(got, fmt.Sprint(f.name, " ", f.rule["change"]))
	}
	if want := []string{"empty-list first", "empty-list-2 second"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestNeighbours names calls unknown to the interface. Their faults are rules.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	answered := func(method, uri, body string) client.Entry {
		e := called("unknown-path", uri, body)
		e.Request.Method, e.Scenarios = method, "place-order"
		return e
	}
	refused := answered("POST", "/rest/6.0/orders/", "")
	refused.Scenarios = ""
	all := (&good{}).spots([]client.Entry{
		answered("POST", "/rest/6.0/orders/", ""), refused, answered("POST", "/rest/6.0/orders/?x=1", ""), answered("POST", "/rest/6.0/orders/7/8/refund/", ""),
		answered("GET", "/rest/6.0/a=b/", ""), answered("GET", "/rest/6.0/a*b/", ""), answered("POST", "/soap/6.0", "<e:Envelope><e:Body><ns1:placeOrder/></e:Body></e:Envelope>"),
	})
	if got := names(all); got != "POST path:/orders#1 POST path:/orders#2 POST path:/orders/*/*/refund#1 soap:placeOrder#1" {
		t.Errorf("got %s", got)
	}
	for id, want := range map[catalog.OperationID]string{
		"POST path:/orders":            "status > 0",
		"POST path:/orders/*/*/refund": `status > 0 && path["*"] matches "^/orders/[0-9]+/[0-9]+/refund$"`,
		"GET path:/files/v1.0/*":       `status > 0 && path["*"] matches "^/files/v1\\.0/[0-9]+$"`,
		"soap:placeOrder":              "status > 0",
	} {
		if got := conditionOf(id, afterAnswer); got != want {
			t.Errorf("%s: got %s, want %s", id, got, want)
		}
	}
	if got := conditionOf("POST path:/orders", nil); got != "" {
		t.Errorf("got %s, want no condition", got)
	}
	for _, f := range faultsOfNeighbours(time.Second) {
		late := slices.Contains([]string{"lost-answer", "late-504", "cut-in-body", "cut-in-head"}, f.name)
		if (f.rule["when"] == afterAnswer) != late || f.rule["after"] != nil {
			t.Errorf("%s: got %v", f.name, f.rule)
		}
	}
	if writes(catalog.Login) {
		t.Error("a login writes nothing")
	}
	r := newRehearsal()
	starred, err := r.parse("POST path:/orders/*#1=503")
	if err != nil || starred.ruleOf(starred[0])["when"] == nil {
		t.Errorf("got %v, %v, want a condition", starred, err)
	}
	third, err := r.parse("POST path:/orders#1=503+POST path:/orders#3=503")
	must(t, err)
	if first, second := third.ruleOf(third[0]), third.ruleOf(third[1]); first["skip"] != 0 || second["skip"] != 1 {
		t.Errorf("got %v and %v", first, second)
	}
	for _, one := range all {
		if !writes(one.operation) || writes("GET path:/products") {
			t.Errorf("%s must be a write, and a GET none", one.operation)
		}
		for _, f := range r.faultsAt(one) {
			s, err := r.parse(one.String() + "=" + f.name)
			if err != nil || s.name() != one.String()+"="+f.name {
				t.Errorf("%s: read back as %s, %v", one.String(), s.name(), err)
			}
			text, _ := s.scenario()
			if _, err := scenario.Parse(ownName, []byte(text)); err != nil {
				t.Errorf("%s: %v", s.name(), err)
			}
		}
	}
}

// TestSessionEnded offers the end of a session to the operation that has one, and the faults
// in the order of their weight.
func TestSessionEnded(t *testing.T) {
	t.Parallel()
	for _, op := range catalog.Operations() {
		all := newRehearsal().faults(op.ID)
		has := slices.ContainsFunc(all, func(f fault) bool { return f.name == "session-ended" && f.rule["fail"] != "" })
		if has != (op.ID == catalog.UpgradePartnerSubscriptions) {
			t.Errorf("%s: got %t", op.ID, has)
		}
		if !slices.IsSortedFunc(all, func(a, b fault) int { return a.weight - b.weight }) {
			t.Errorf("%s: got another order", op.ID)
		}
	}
}

// TestSortedFindings shows the worst finding first.
func TestSortedFindings(t *testing.T) {
	t.Parallel()
	best := map[string]trial{}
	for _, one := range []client.RehearsalTrial{{Schedule: "a", Result: client.Stormed}, {Schedule: "c", Result: client.Hung}, {Schedule: "d", Result: client.WrongInSilence}, {Schedule: "b", Result: client.Hung}} {
		best[one.Schedule] = trial{shown: one}
	}
	got := ""
	for _, one := range sortFindings(best) {
		got += one.Schedule
	}
	if got != "dbca" {
		t.Errorf("got %s, want dbca", got)
	}
}

// TestPairs has a second fault at fresh calls alone, once for equal reactions, after a first
// one that a client can survive.
func TestPairs(t *testing.T) {
	t.Parallel()
	r := newRehearsal()
	tried := func(name, reaction string, result client.Result) trial {
		s, err := r.parse(name)
		must(t, err)
		return trial{schedule: s, reaction: reaction, shown: client.RehearsalTrial{Result: result}, fresh: []spot{{place{"login", "", 2}, []string{"INTERNAL_ERROR"}}}}
	}
	pairs := r.pairs([]trial{
		tried("create-upsell#1=503", "same", client.Recovered), tried("create-upsell#1=reset", "same", client.Recovered), tried("create-upsell#2=503", "same", client.FailedInTheOpen),
		tried("create-upsell#1=429", "a", client.Hung), tried("create-upsell#1=closed", "b", client.NotReached), tried("create-upsell#1=late-504", "c", client.NotRepeatable),
		tried("retrieve-order#1=ORDER_NOT_FOUND", "d", client.Recovered),
	})
	firsts := map[string]int{}
	for _, s := range pairs {
		if firsts[s[:1].name()]++; s[1].place != (place{"login", "", 2}) || s[1].fault.name == "INTERNAL_ERROR" || s[1].fault.lie {
			t.Errorf("got %s", s.name())
		}
	}
	if len(firsts) != 2 || firsts["create-upsell#1=503"] == 0 || firsts["create-upsell#2=503"] == 0 {
		t.Errorf("got %v", firsts)
	}
}
