package soap_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/soap"
)

// envelope wraps a body in SOAP 1.1, declaring the prefixes that tests use.
func envelope(body string) string {
	return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n="urn:n" ` +
		`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
		`xmlns:enc="http://www.w3.org/2003/05/soap-encoding"><e:Body>` + body + `</e:Body></e:Envelope>`
}

func read(t *testing.T, body string) *soap.Request {
	t.Helper()
	r, err := soap.Read([]byte(envelope(body)), "text/xml")
	must(t, err)
	return r
}

// comment returns the comment of an upgrade, "" for none.
func comment(r *soap.Request) string {
	if c := r.Upgrade().Comment; c != nil {
		return *c
	}
	return ""
}

const oneItem = `<SubscriptionReference>S</SubscriptionReference><UpgradeProductCode>P</UpgradeProductCode>` +
	`<Quantity>1</Quantity>`

func TestReadUpgrade(t *testing.T) {
	t.Parallel()
	item := func(options ...string) commerce.UpgradeItem {
		return commerce.UpgradeItem{SubscriptionReference: "S", UpgradeProductCode: "P", Quantity: "1", PricingOptions: options}
	}
	of := func(items ...commerce.UpgradeItem) soap.Upgrade {
		return soap.Upgrade{SessionID: "I", Upgrade: commerce.Upgrade{Items: items}}
	}
	tests := []struct {
		name, body string
		want       soap.Upgrade
	}{
		{"repeated elements", `<Items>` + oneItem + `</Items><Items>` + oneItem + `</Items>`, of(item(), item())},
		{"wrapped in item", `<Items><item>` + oneItem + `</item><item>` + oneItem + `</item></Items>`, of(item(), item())},
		{"wrapped in Item", `<Items><Item>` + oneItem + `</Item></Items>`, of(item())},
		{"wrapped in Items", `<Items><Items>` + oneItem + `</Items></Items>`, of(item())},
		{"wrapped in any name", `<Items><UpgradeItem>` + oneItem + `</UpgradeItem></Items>`, of(item())},
		{"wrapped twice", `<Items><Items><item>` + oneItem + `</item></Items></Items>`, of(item())},
		{"numbered by PHP", `<Items><item><key>3</key><value>` + oneItem + `</value></item>` +
			`<item><key>7</key><value>` + oneItem + `</value></item></Items>`, of(item(), item())},
		{"one of the numbered is empty", `<Items><item><key>3</key><value>` + oneItem + `</value></item>` +
			`<item><key>7</key><value/></item></Items>`, of(item(), commerce.UpgradeItem{})},
		{"an empty list", `<Items/>`, of()},
		{"an empty item", `<Items><item/></Items>`, of(commerce.UpgradeItem{})},
		{"names in another case", `<items><item><subscriptionreference>S</subscriptionreference>` +
			`<UPGRADEPRODUCTCODE>P</UPGRADEPRODUCTCODE><quantity>1</quantity></item></items>`, of(item())},
		{"the exact name before another case", `<Items><quantity>9</quantity>` + oneItem + `</Items>`,
			soap.Upgrade{SessionID: "I", Upgrade: commerce.Upgrade{Items: []commerce.UpgradeItem{item()}}, Repeated: []soap.Repetition{{"Items.item[1].Quantity", 2}}}},
		{"given twice", `<Items>` + oneItem + `</Items><Comment>a</Comment><ExtraMargin><Value>1</Value><Value>1</Value></ExtraMargin><Comment>b</Comment><Comment/>`,
			soap.Upgrade{SessionID: "I", Upgrade: commerce.Upgrade{Items: []commerce.UpgradeItem{item()}, ExtraMargin: &commerce.Extra{Value: "1"}, Comment: new("a")},
				Repeated: []soap.Repetition{{"Comment", 2}, {"ExtraMargin.Value", 2}}}},
		{"blanks around a comment", `<Items>` + oneItem + `</Items><ExternalReferenceNumber> E </ExternalReferenceNumber><Comment> a<!-- --> b&#10;</Comment>`,
			soap.Upgrade{SessionID: "I", Upgrade: commerce.Upgrade{Items: []commerce.UpgradeItem{item()}, ExternalReferenceNumber: new("E"), Comment: new(" a b\n")}}},
		{"white space", "<Items>\n <item>\n" + oneItem + "\n </item>\n</Items>\n<Comment> \n </Comment>", of(item())},
		{"options repeated", `<Items>` + oneItem + `<PricingOptions><Code>A</Code></PricingOptions>` +
			`<PricingOptions><Code>B</Code></PricingOptions></Items>`, of(item("A", "B"))},
		{"options in PricingOption", `<Items>` + oneItem + `<PricingOptions><PricingOption><Code>A</Code></PricingOption>` +
			`<PricingOption><Code>B</Code></PricingOption></PricingOptions></Items>`, of(item("A", "B"))},
		{"options as bare codes", `<Items>` + oneItem + `<PricingOptions><item>A</item><item>B</item></PricingOptions></Items>`,
			of(item("A", "B"))},
		{"bare codes numbered by PHP", `<Items>` + oneItem + `<PricingOptions><item><key>1</key><value>A</value></item>` +
			`<item><key>5</key><value>B</value></item></PricingOptions></Items>`, of(item("A", "B"))},
		{"options of any name", `<Items>` + oneItem + `<PricingOptions><string>A</string><string>B</string></PricingOptions></Items>`, of(item("A", "B"))},
		{"an option as a bare code", `<Items>` + oneItem + `<PricingOptions>A</PricingOptions></Items>`, of(item("A"))},
		{"codes of one option", `<Items>` + oneItem + `<PricingOptions><Code>A</Code><Code>B</Code></PricingOptions></Items>`,
			of(item("A", "B"))},
		{"no options", `<Items>` + oneItem + `<PricingOptions></PricingOptions></Items>`, of(item())},
		{"CDATA and comments", `<Items>` + oneItem + `<PricingOptions><Code><![CDATA[A&]]><!-- x -->B</Code></PricingOptions></Items>`,
			of(item("A&B"))},
		{"absent, empty and nil", `<Items>` + oneItem + `</Items><ExtraDiscount/><ExtraMargin><Value/><Type xsi:nil="true"/></ExtraMargin>` +
			`<ExternalReferenceNumber xsi:nil="1"/><Comment></Comment>`, of(item())},
		{"an extra as a bare value", `<Items>` + oneItem + `</Items><ExtraMargin>5</ExtraMargin>`,
			soap.Upgrade{SessionID: "I", Upgrade: commerce.Upgrade{Items: []commerce.UpgradeItem{item()}, ExtraMargin: &commerce.Extra{Value: "5"}}}},
		{"unknown names", `<Items>` + oneItem + `<Colour>red</Colour></Items><Coment>x</Coment><ExtraDiscount><Value>1</Value><Kind/></ExtraDiscount>`,
			soap.Upgrade{SessionID: "I", Upgrade: commerce.Upgrade{Items: []commerce.UpgradeItem{item()}, ExtraDiscount: &commerce.Extra{Value: "1"}},
				Unknown: []string{"Coment", "Items.item[1].Colour", "ExtraDiscount.Kind"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := read(t, `<n:upgradePartnerSubscriptions><sessionID>I</sessionID>`+test.body+`</n:upgradePartnerSubscriptions>`).Upgrade()
			got.Departures = 0 // see TestReadDepartures
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestReadUpgradeObject(t *testing.T) {
	t.Parallel()
	item := commerce.UpgradeItem{SubscriptionReference: "S", UpgradeProductCode: "P", Quantity: "1"}
	items := `<Items><item>` + oneItem + `</item></Items>`
	tests := []struct {
		name, body string
		unknown    []string
	}{
		{"an object of any name", `<sessionID>I</sessionID><whatever>` + items + `<Comment>C</Comment></whatever>`, nil},
		{"a session of any name", `<token>I</token><whatever>` + items + `<Comment>C</Comment></whatever>`, nil},
		{"the session within", `<parameters><sessionID>I</sessionID>` + items + `<Comment>C</Comment></parameters>`, nil},
		{"two objects deep", `<arg0><sessionID>I</sessionID><arg1>` + items + `<Comment>C</Comment></arg1></arg0>`, nil},
		{"an associative array", `<param0>I</param0><param1><item><key>Items</key><value><item>` + oneItem + `</item></value></item>` +
			`<item><key>Comment</key><value>C</value></item></param1>`, nil},
		{"the comment outside", `<sessionID>I</sessionID><whatever>` + items + `</whatever><Comment>C</Comment>`, nil},
		{"by position", `<a>I</a><b><item>` + oneItem + `</item></b><c/><d/><e/><f>C</f>`, nil},
		{"a name too many", `<sessionID>I</sessionID>` + items + `<Remark>R</Remark><Comment>C</Comment>`, []string{"Remark"}},
		{"a position too many", `<a>I</a><b><item>` + oneItem + `</item></b><c/><d/><e/><f>C</f><g>G</g>`, []string{"g"}},
		{"a name too many within", `<sessionID>I</sessionID><x>` + items + `<Remark>R</Remark><Comment>C</Comment></x><y/>`,
			[]string{"y", "Remark"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := read(t, `<n:upgradePartnerSubscriptions>`+test.body+`</n:upgradePartnerSubscriptions>`).Upgrade()
			want := soap.Upgrade{SessionID: "I", Upgrade: commerce.Upgrade{Items: []commerce.UpgradeItem{item}, Comment: new("C")}, Unknown: test.unknown}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestReadLogin(t *testing.T) {
	t.Parallel()
	full := soap.Login{Claim: credential.Claim{Code: "M", Date: "D", Hash: "H", Algo: "sha256"}}
	tests := []struct {
		name, body string
		want       soap.Login
	}{
		{"by name", `<hash>H</hash><date>D</date><merchantCode>M</merchantCode><algorithm>sha256</algorithm>`, full},
		{"by position", `<a>M</a><b>D</b><c>H</c><d>sha256</d>`, full},
		{"in an object", `<x><merchantCode>M</merchantCode><date>D</date><hash>H</hash><algorithm>sha256</algorithm></x>`, full},
		{"the name of the REST header", `<merchantCode>M</merchantCode><date>D</date><hash>H</hash><algo>sha256</algo>`, full},
		{"an unknown name", `<merchantCode>M</merchantCode><date>D</date><hash>H</hash><algoritm>sha256</algoritm>`,
			soap.Login{Claim: credential.Claim{Code: "M", Date: "D", Hash: "H"}, Unknown: []string{"algoritm"}}},
		{"wrapped values", `<merchantCode><string>M</string></merchantCode><date>D</date><hash>H</hash><algorithm>sha256</algorithm>`, full},
		{"three arguments", `<a>M</a><b>D</b><c>H</c>`, soap.Login{Claim: credential.Claim{Code: "M", Date: "D", Hash: "H"}}},
		{"an empty fourth", `<merchantCode>M</merchantCode><date>D</date><hash>H</hash><algorithm/>`,
			soap.Login{Claim: credential.Claim{Code: "M", Date: "D", Hash: "H"}}},
		{"nothing", ``, soap.Login{}},
		{"a date twice", `<merchantCode>M</merchantCode><date>D</date><hash>H</hash><date>E</date><algorithm>sha256</algorithm>`,
			soap.Login{Claim: credential.Claim{Code: "M", Date: "D", Hash: "H", Algo: "sha256"}, Repeated: []soap.Repetition{{"date", 2}}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := read(t, `<n:login>`+test.body+`</n:login>`).Login()
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestMissing(t *testing.T) {
	t.Parallel()
	if got, want := (soap.Login{Claim: credential.Claim{Date: "D"}}).Missing(), []string{"merchantCode", "hash"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := clientLogin.Missing(); got != nil {
		t.Errorf("got %q, want none", got)
	}
}

func TestTexts(t *testing.T) {
	t.Parallel()
	calls := clientCalls(t)
	tests := map[string][]string{
		"zeep-rpc-login": {"DEMO", "2026-03-01 12:00:00", "29e85dbf92ce0113e7755c31c0438a7d", "sha256"},
		"zeep-document-upgrade-partner-subscriptions": {"SID", "7KQ2M9XW4B", "STUDIO-PRO-1Y", "2", "USERS-5", "SUPPORT",
			"8LR3N0YX5C", "STUDIO-PRO-1Y", "1", "10", "PERCENT", "EXT-1"},
	}
	for name, want := range tests {
		r, err := soap.Read(calls[name], "")
		must(t, err)
		if got := slices.Collect(r.Texts()); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		for n := range want { // a reader may stop anywhere
			var got []string
			for text := range r.Texts() {
				if got = append(got, text); len(got) > n {
					break
				}
			}
			if !slices.Equal(got, want[:n+1]) {
				t.Errorf("%s: got %q first, want %q", name, got, want[:n+1])
			}
		}
	}
}

func TestXPath(t *testing.T) {
	t.Parallel()
	r, err := soap.Read(clientCalls(t)["suds-document-upgrade-partner-subscriptions"], "")
	must(t, err)
	tests := []struct{ expression, want, fault string }{
		{expression: "//Quantity", want: "2"},
		{expression: "//Items[2]/Quantity", want: "1"},
		{expression: "//*[local-name()='SubscriptionReference']", want: "7KQ2M9XW4B"},
		{expression: "/Envelope/Body/*/sessionID/text()", want: "SID"},
		{expression: "count(//Items)", want: "2"},
		{expression: "//Quantity > 1", want: "true"},
		{expression: "string(//Comment)", want: ""},
		{expression: "//Nothing", want: ""},
		{expression: "//[", fault: `the XPath expression "//[" cannot be read: expression must evaluate to a node-set`},
		{expression: "sum('x')", fault: `the XPath expression "sum('x')" cannot be evaluated: ` +
			"sum() function argument type must be a node-set or number"},
		{expression: "", fault: `the XPath expression "" cannot be read: expr expression is nil`},
		{expression: "matches(//Comment, '(')", fault: `the XPath expression "matches(//Comment, '(')" cannot be evaluated: ` +
			"the functions matches, replace and string-join are not available; use the operators of the condition"},
	}
	for _, test := range tests {
		got, err := r.XPath(test.expression, unlimited)
		fault := ""
		if err != nil {
			fault = err.Error()
		}
		if got != test.want || fault != test.fault {
			t.Errorf("%s: got %q and error %q, want %q and %q", test.expression, got, fault, test.want, test.fault)
		}
	}
	if got, err := (&soap.Request{}).XPath("//Quantity", unlimited); got != "" || err != nil {
		t.Errorf("got %q and %v for a request that was not read, want nothing", got, err)
	}
}

// unlimited lets an expression visit any number of nodes.
func unlimited(int) error { return nil }

// TestReadWhatIsIgnored checks that content which the call does not read is
// recorded.
func TestReadWhatIsIgnored(t *testing.T) {
	t.Parallel()
	r := read(t, `<n:upgradePartnerSubscriptions><sessionID>I</sessionID><Items href="#a">x</Items>`+
		`<Comment xsi:nil="true">text</Comment><ExtraMargin xsi:nil="true"/></n:upgradePartnerSubscriptions><n:a id="a"><item>`+oneItem+`</item></n:a>`)
	want := []string{"ignored the content of Items, which refers to another element", "ignored the content of Comment, which is nil"}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("got %q, want %q", r.Notes, want)
	}
	if got := comment(r); got != "" {
		t.Errorf("got the comment %q, want none", got)
	}
	many := read(t, `<n:login>`+strings.Repeat(`<a xsi:nil="true">x</a>`, 6)+`</n:login>`).Notes
	if want := slices.Repeat([]string{"ignored the content of a, which is nil"}, 5); !slices.Equal(many, want) {
		t.Errorf("got %q, want %q", many, want)
	}
}

// TestReadSessionBeside reads the session of calls of two arguments, of which the first is not
// always the session.
func TestReadSessionBeside(t *testing.T) {
	t.Parallel()
	object := `<object><Items><item>` + oneItem + `</item></Items></object>`
	for body, want := range map[string]soap.Upgrade{
		`<token>I</token>` + object:                     {SessionID: "I"},
		`<Comment>C</Comment><token>I</token>` + object: {Upgrade: commerce.Upgrade{Comment: new("C")}, Unknown: []string{"token"}},
		`<a><b>I</b></a>` + object:                      {Unknown: []string{"a"}},
		`<a>I</a><b>J</b>` + object:                     {SessionID: "I", Unknown: []string{"b"}},
		object + `<token>I</token>`:                     {Unknown: []string{"token"}},
	} {
		got := read(t, `<n:upgradePartnerSubscriptions>`+body+`</n:upgradePartnerSubscriptions>`).Upgrade()
		if got.Items = nil; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", body, got, want)
		}
	}
}

// TestReadDepartures verifies which spellings of an upgrade are other than the document's.
func TestReadDepartures(t *testing.T) {
	t.Parallel()
	options := func(inner string) string { return `<Items><PricingOptions>` + inner + `</PricingOptions></Items>` }
	for body, want := range map[string]catalog.Departures{
		`<sessionID>I</sessionID>` + options(`<Code>A</Code>`): 0,
		`<Items/><ExtraMargin><Value>1</Value></ExtraMargin>`:  0,
		`<SessionID>I</SessionID><Items/>`:                     catalog.OtherParameters,
		`<Items><quantity>1</quantity></Items>`:                catalog.OtherParameters,
		`<Items/><ExtraMargin><value>1</value></ExtraMargin>`:  catalog.OtherParameters,
		options(`<code>A</code>`):                              catalog.OtherParameters,
		options(`A`):                                           catalog.PlainOptions,
	} {
		if got := read(t, `<n:upgradePartnerSubscriptions>`+body+`</n:upgradePartnerSubscriptions>`).Upgrade().Departures; got != want {
			t.Errorf("%s: got %b, want %b", body, got, want)
		}
	}
}
