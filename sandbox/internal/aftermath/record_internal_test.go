package aftermath

import (
	"fmt"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"
)

// TestContent expects generated values to make no difference, and all others to make one.
func TestContent(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		kind, a, b string
		same       bool
	}{
		"ids of an order":      {"order", `{"RefNo":"1","Items":[{"LineItemReference":"a1"}],"ExtraInformation":{"PaymentLink":"/1"}}`, `{"RefNo":"2","Items":[{"LineItemReference":"b2"}],"ExtraInformation":{"PaymentLink":"/2"}}`, true},
		"a payment link":       {"order", `{"ExtraInformation":{"PaymentLink":"/1"}}`, `{"ExtraInformation":{}}`, false},
		"moments":              {"campaign", `{"at":"2026-03-01 09:00:00"}`, `{"at":"2026-03-01T09:00:07Z"}`, true},
		"dates":                {"campaign", `{"StartDate":"2026-03-01"}`, `{"StartDate":"2026-03-02"}`, false},
		"codes of campaigns":   {"campaign", `{"Code":"016f9a01-d528-7a61-8c8e-3ea4c7f401aa"}`, `{"Code":"016F9A01-D140-7FDB-AD14-9FF0C4ED82B5"}`, true},
		"codes of products":    {"campaign", `{"PrimaryProduct":{"Code":"A"}}`, `{"PrimaryProduct":{"Code":"B"}}`, false},
		"orders of upgrades":   {"subscription", `{"upgrade_order":"1","previous_orders":["1","2"]}`, `{"upgrade_order":"2","previous_orders":["2","1"]}`, true},
		"no upgrade":           {"subscription", `{"upgrade_order":"1"}`, `{}`, false},
		"more previous orders": {"subscription", `{"previous_orders":["1"]}`, `{"previous_orders":["1","2"]}`, false},
		"large numbers":        {"order", `{"Total":9007199254740993}`, `{"Total":9007199254740992}`, false},
		"no JSON":              {"order", `a`, `b`, false},
	} {
		a, b := read(test.kind, "X", []byte(test.a)), read(test.kind, "X", []byte(test.b))
		if sameContent(&a, &b) != test.same {
			t.Errorf("%s: got %s and %s", name, a.content, b.content)
		}
	}
}

// TestNames reads the name that a person knows a record by.
func TestNames(t *testing.T) {
	t.Parallel()
	for image, want := range map[string]string{
		`{"Name":"Summer","RefNo":"1"}`:             "Summer",
		`{"ExternalReference":"CRM-7","RefNo":"1"}`: "CRM-7",
		`{"ExternalReference":null,"RefNo":"1"}`:    "1",
		`{}`:                                        "ID",
		`[`:                                         "ID",
	} {
		if got := read("order", "ID", []byte(image)).name; got != want {
			t.Errorf("%s: got %q, want %q", image, got, want)
		}
	}
}

// TestPairing pairs records of equal content first, then of one id, then of one name.
func TestPairing(t *testing.T) {
	t.Parallel()
	campaign := func(id, name, value string) row {
		return read("campaign", id, []byte(`{"Name":"`+name+`","Value":"`+value+`"}`))
	}
	for name, test := range map[string]struct {
		mine, theirs []row
		want         string
	}{
		"other ids":             {[]row{campaign("1", "A", "x")}, []row{campaign("2", "A", "x")}, "[]"},
		"doubled":               {[]row{campaign("1", "A", "x")}, []row{campaign("2", "A", "x"), campaign("3", "A", "x")}, "[doubled A 1 2]"},
		"missing":               {[]row{campaign("1", "A", "x"), campaign("2", "B", "x")}, []row{campaign("1", "B", "x")}, "[missing A 1 0]"},
		"extra":                 {nil, []row{campaign("1", "A", "x")}, "[extra A 0 1]"},
		"changed":               {[]row{campaign("1", "A", "x")}, []row{campaign("1", "A", "y")}, "[other A 1 1]"},
		"renamed":               {[]row{campaign("1", "A", "x")}, []row{campaign("1", "B", "x")}, "[other A 1 1]"},
		"changed, another id":   {[]row{campaign("1", "A", "x")}, []row{campaign("2", "A", "y")}, "[other A 1 1]"},
		"an id before a name":   {[]row{campaign("1", "A", "x"), campaign("2", "B", "x")}, []row{campaign("2", "A", "y")}, "[other B 1 1 missing A 1 0]"},
		"one in place of other": {[]row{campaign("1", "A", "x")}, []row{campaign("2", "B", "x")}, "[missing A 1 0 extra B 0 1]"},
	} {
		p := pairing{kind: "campaign", mine: test.mine, theirs: test.theirs, contents: map[uint64]int{}}
		for _, r := range test.mine {
			p.contents[sumOf(r.content)]++
		}
		found, err := p.differences()
		got := []string{}
		for _, d := range found {
			got = append(got, fmt.Sprint(d.Change, " ", d.Name, " ", d.Count.A, " ", d.Count.B))
		}
		if err != nil || fmt.Sprint(got) != test.want {
			t.Errorf("%s: got %v, %v, want %s", name, got, err, test.want)
		}
	}
}

// TestCleared compares the records written by calls of deleted accounts, whatever their
// accounts and their order.
func TestCleared(t *testing.T) {
	t.Parallel()
	wrote := func(account, id, before, after string) *journal.Entry {
		bytes := func(text string) []byte {
			if text == "" {
				return nil
			}
			return []byte(text)
		}
		return &journal.Entry{Entry: client.Entry{Account: account, Changes: []client.Change{{Kind: "order", ID: id, Before: bytes(before), After: bytes(after)}}}}
	}
	order := func(account, status string) string {
		return `{"RefNo":"1","MerchantCode":"` + account + `","Status":"` + status + `"}`
	}
	created, canceled := order("A", "PENDING"), order("A", "CANCELED")
	cut := wrote("C", "7", "", "")
	cut.Changes[0].Truncated = true
	good := [][]*journal.Entry{{wrote("A", "1", "", created), wrote("A", "1", created, canceled)}, {wrote("B", "9", "", order("B", "PENDING"))}}
	for name, test := range map[string]struct {
		others [][]*journal.Entry
		want   string
	}{
		"other accounts in another order": {[][]*journal.Entry{{wrote("X", "4", "", order("X", "PENDING"))}, {wrote("Y", "5", "", order("Y", "CANCELED"))}}, "[]"},
		"not canceled":                    {[][]*journal.Entry{{wrote("A", "1", "", created)}, {wrote("B", "9", "", order("B", "PENDING"))}}, "[doubled 1 1 2 missing 1 1 0]"},
		"created and deleted":             {append(good[:2:2], []*journal.Entry{wrote("C", "7", "", created), wrote("C", "7", created, "")}), "[]"},
		"without room":                    {append(good[:2:2], []*journal.Entry{wrote("C", "7", created, canceled), cut}), "[]"},
		"a deleted one of the world":      {append(good[:2:2], []*journal.Entry{wrote("C", "7", created, "")}), "[extra deletion of 7 0 1]"},
	} {
		got := []string{}
		for _, d := range compareCleared(good, test.others) {
			got = append(got, fmt.Sprint(d.Change, " ", d.Name, " ", d.Count.A, " ", d.Count.B))
		}
		if fmt.Sprint(got) != test.want {
			t.Errorf("%s: got %v, want %s", name, got, test.want)
		}
	}
	remove := func(id string) [][]*journal.Entry { return [][]*journal.Entry{{wrote("A", id, created, "")}} }
	create := func(id string) [][]*journal.Entry { return [][]*journal.Entry{{wrote("A", id, "", created)}} }
	if found := compareCleared(remove("7"), remove("8")); len(found) == 0 {
		t.Error("the deletion of another record makes no difference")
	}
	if found := compareCleared(append(create("7"), remove("7")...), append(create("8"), remove("8")...)); len(found) != 0 {
		t.Errorf("the deletion of a record made before: got %v, want no difference", found)
	}
}
