package scenario_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// templated returns the answer of a text of rules to a call, with the notes.
func templated(t *testing.T, text string, c *call) (*scenario.Answer, []string) {
	t.Helper()
	director := newDirector(t, libraryOf(t, map[string]string{"mine": text}))
	activate(t, director, "mine")
	d := decideOn(t, director, c)
	if d.Waits() {
		d = director.DecideLate(t.Context(), &ended{call: *c, status: 200, answer: map[string]any{"RefNo": "7"}}, d)
	}
	return d.Effect.Answer, d.Notes
}

// TestTemplate computes values for each call, and writes each as the body needs it.
func TestTemplate(t *testing.T) {
	t.Parallel()
	c := &call{operation: "create-upsell", method: "POST", header: http.Header{"X-Test": {"a\"<&\n\u2028"}}, body: `{"Name":"a\"<b>","Number":12.50,"List":[1,{"a":null}],"Nothing":null}`}
	for body, want := range map[string]string{
		`'{"a": "{{ header["X-Test"] }}", "n": {{ body.Number }}, "l": {{ body.List }}, "z": {{ body.Nothing }}, "t": {{ 1 < 2 }}}'`: `{"a": "a\"<&\n\u2028", "n": 12.50, "l": [1,{"a":null}], "z": null, "t": true}`,
		`"<a>{{body.Name}}</a><b>{{body.Nothing}}{{ body.List }}</b>"`:                                                               `<a>a&#34;&lt;b&gt;</a><b>[1,{&#34;a&#34;:null}]</b>`,
		`"Name={{ body.Name }}"`: `Name=a"<b>`,
		`"no value"`:             `no value`,
	} {
		answer, notes := templated(t, "rules: [{on: create-upsell, answer: {status: 200, template: true, body: "+body+"}}]", c)
		if answer == nil || *answer.Body != want || len(notes) > 0 {
			t.Errorf("%s: got %+v %q, want %s", body, answer, notes, want)
		}
	}
	answer, _ := templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, body: '"{{ body.Name }}"', headers: {Content-Type: text/html, X-Is: 'x{{ header["X-Test"] }}'}}}]`, c)
	if *answer.Body != `"a&#34;&lt;b&gt;"` || answer.Headers["X-Is"] != "xa\"<& \u2028" {
		t.Errorf("got %q %q", *answer.Body, answer.Headers)
	}
	answer, _ = templated(t, `rules: [{on: create-upsell, answer: {status: 400, template: true, error_code: X, message: 'no {{ body.Name }}'}}]`, c)
	if answer.Message != `no a"<b>` {
		t.Errorf("got %q", answer.Message)
	}
	answer, _ = templated(t, `rules: [{on: create-upsell, answer: {status: 200, body: '{{ body.Name }}'}}]`, c)
	if *answer.Body != `{{ body.Name }}` {
		t.Errorf("without template: got %q", *answer.Body)
	}
	for _, rule := range []string{`answer: {status: 200, template: true, body: 'id {{ answer.RefNo }}'}`, `after: true, answer: {status: 200, template: true, body: 'id {{ body.Number > 0 ? "7" : "" }}'}`} {
		answer, _ = templated(t, `rules: [{on: create-upsell, `+rule+`}]`, c)
		if answer == nil || *answer.Body != "id 7" {
			t.Errorf("%s: got %+v", rule, answer)
		}
	}
	answer, _ = templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, error_code: X, message: 'id {{ answer.RefNo }}'}}]`, c)
	if answer == nil || answer.Message != "id 7" {
		t.Errorf("a late message: got %+v", answer)
	}
	answer, _ = templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, headers: {X: 'id {{ answer.RefNo }}'}}}]`, c)
	if answer == nil || answer.Headers["X"] != "id 7" {
		t.Errorf("a late header: got %+v", answer)
	}
}

// TestNumbersAreExact compares and prints numbers of bodies: an integer is an integer, a number
// is printed as it is written where an expression only selects it, and what cannot be exact is
// noted.
func TestNumbersAreExact(t *testing.T) {
	t.Parallel()
	c := &call{operation: "create-upsell", method: "POST", body: `{"Big":9007199254740993,"Price":10.50,"List":[10.50,1.0,{"x":1e2}],"Huge":12345678901234567890123,"Long":0.12345678901234567890}`}
	for condition, want := range map[string]string{
		"body.Big == 9007199254740993": "true", "body.Big == 9007199254740992": "false", "body.Big + 1 == 9007199254740994": "true",
		"body.Price == 10.5": "true", "sum(body.List[0:2]) == 11.5": "true", "body.List[2].x == 100": "true", "string(body.Big) == '9007199254740993'": "true",
		"body.Price > 10 && body.Price < 11": "true", `body.Huge == "12345678901234567890123"`: "true",
		"body.Price == 11": "the number 12345678901234567890123 is read as text, because no number holds it exactly",
	} {
		matched, err := match(t, condition, c)
		got := strconv.FormatBool(matched)
		if err != nil {
			got = err.Error()
		}
		if want == "false" {
			want = "the number 12345678901234567890123 is read as text, because no number holds it exactly"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", condition, got, want)
		}
	}
	for value, want := range map[string]string{
		"body.Big": "9007199254740993", "body.Price": "10.50", "body.List": `[10.50,1.0,{"x":1e2}]`, "body.List[0]": "10.50", "body.List[-1].x": "1e2",
		"body.Huge": "12345678901234567890123", "body.Long": "0.12345678901234567890", "body.Price * 2": "21", "body.Big - 1": "9007199254740992",
	} {
		answer, notes := templated(t, "rules: [{on: create-upsell, answer: {status: 200, template: true, body: 'n {{ "+value+" }}'}}]", c)
		if answer == nil || *answer.Body != "n "+want || len(notes) > 0 {
			t.Errorf("%s: got %+v %q, want %s", value, answer, notes, want)
		}
	}
}

// TestLateAnswers waits for the end of a call when an answer or its rule needs it.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	for rule, late := range map[string]bool{
		`answer: {status: 200, template: true, body: '{{ header["A"] }}'}`:                            false,
		`answer: {status: 200, template: true, body: '{{ answer.RefNo }}'}`:                           true,
		`after: true, answer: {status: 200, template: true, body: '{{ header["A"] }}'}`:               true,
		`after: true, answer: {status: 200, body: x}`:                                                 false,
		`when: 'status == 200 and header["A"] == ""', delay: 1ms`:                                     true,
		`when: 'header["A"] == ""', answer: {status: 200, template: true, body: '{{ header["A"] }}'}`: false,
	} {
		director := newDirector(t, libraryOf(t, map[string]string{"mine": "rules: [{on: create-upsell, " + rule + "}]"}), "mine")
		if got := decide(t, director, catalog.CreateUpsell).Waits(); got != late {
			t.Errorf("%s: waits %t", rule, got)
		}
	}
}

// TestEachCallHasItsAnswer leaves the answer of an earlier call as it is.
func TestEachCallHasItsAnswer(t *testing.T) {
	t.Parallel()
	director := newDirector(t, libraryOf(t, map[string]string{"mine": `rules: [{on: create-upsell, answer: {status: 200, template: true, headers: {X: '{{ header["A"] }}'}}}]`}), "mine")
	var made []scenario.Decision
	for _, value := range []string{"first", "second"} {
		made = append(made, decideOn(t, director, &call{operation: catalog.CreateUpsell, header: http.Header{"A": {value}}}))
	}
	if got := made[0].Effect.Answer.Headers["X"]; got != "first" {
		t.Errorf("got %q in the first answer", got)
	}
}

// TestTemplateOfAKind writes values as the media type needs it, and without one as the first
// character of the body does.
func TestTemplateOfAKind(t *testing.T) {
	t.Parallel()
	c := &call{operation: "create-upsell", body: `{"Text":"<\"\u007f","None":null,"Many":1e21}`}
	for _, test := range []struct{ kind, body, want string }{
		{"application/problem+json", ` {{ body.Text }} {{ body.None }}`, ` <\"` + "\x7f null"},
		{"application/soap+xml; charset=utf-8", `{"{{ body.Text }}"`, `{"&lt;&#34;` + "\x7f" + `"`},
		{"text/html", `[{{ body.Text }}]`, "[&lt;&#34;\x7f]"},
		{"text/plain", `{ {{ body.Text }} {{ body.None }} {{ body.Many }} }`, "{ <\"\x7f  1e21 }"},
		{"text/plain", `<{{ body.Text }}>`, "<<\"\x7f>"},
		{"", "\t\r\n [{{ body.Text }}]", "\t\r\n [<\\\"\x7f]"},
		{"", ` "{{ body.Text }}"`, ` "<\"` + "\x7f\""},
		{"", `{{ body.Text }}`, `<\"` + "\x7f"},
		{"", ` <{{ body.Text }}>`, " <&lt;&#34;\x7f>"},
		{"", `{{ body.None }}`, "null"},
		{"", `x {{ body.None }}{{ body.Text }}`, "x <\"\x7f"},
	} {
		headers := ""
		if test.kind != "" {
			headers = "headers: {Content-Type: '" + test.kind + "', X: '{{ body.Text }}'}, "
		}
		answer, notes := templated(t, "rules: [{on: create-upsell, answer: {status: 200, template: true, "+headers+"body: "+strconv.Quote(test.body)+"}}]", c)
		if answer == nil || *answer.Body != test.want || len(notes) > 0 {
			t.Errorf("%s %q: got %q %q, want %q", test.kind, test.body, *answer.Body, notes, test.want)
		}
		if test.kind != "" && answer.Headers["X"] != `<" ` {
			t.Errorf("a header: got %q", answer.Headers["X"])
		}
	}
}

// TestTemplateFails leaves out values that cannot be computed or are too long.
func TestTemplateFails(t *testing.T) {
	t.Parallel()
	c := &call{operation: "create-upsell", body: `{"Name":"` + strings.Repeat("ä", 300_000) + `"}`}
	answer, notes := templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, body: 'a{{ body.Name * 2 }}b'}}]`, c)
	if *answer.Body != "ab" || len(notes) != 1 || !strings.HasPrefix(notes[0], "scenario mine, rule 1: template: {{ body.Name * 2 }} is empty, because invalid operation") {
		t.Errorf("got %q %q", *answer.Body, notes)
	}
	answer, notes = templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, body: 'a{{ body.Name }}{{ body.Name }}{{ body.Name }}'}}]`, c)
	if len(*answer.Body) != 1<<20-1 || len(notes) != 1 || notes[0] != "scenario mine, rule 1: template: the answer ends here, because it may have 1048576 bytes" {
		t.Errorf("got %d bytes, %q", len(*answer.Body), notes)
	}
	answer, notes = templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, body: '{{ "x" + body.Name + body.Name }}'}}]`, c)
	if len(*answer.Body) != 1<<20-1 || len(notes) != 1 || !strings.Contains(notes[0], "the answer ends here") {
		t.Errorf("one long value: got %d bytes, %q", len(*answer.Body), notes)
	}
	answer, notes = templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, body: '{{ len(map(1..50000, map(1..50000, #))) }}'}}]`, c)
	if *answer.Body != "" || len(notes) != 1 || !strings.Contains(notes[0], "because memory budget exceeded") {
		t.Errorf("got %q %q", *answer.Body, notes)
	}
	long := &call{operation: "create-upsell", body: `{"Name":"` + strings.Repeat("x", 1<<19) + `"}`}
	for body, want := range map[string]int{`{{ body.Name }}{{ body.Name }}`: 1 << 20, `{{ body.Name }}{{ body.Name }}.`: 1 << 20} {
		answer, notes = templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, body: '`+body+`'}}]`, long)
		if len(*answer.Body) != want || (len(notes) > 0) != strings.HasSuffix(body, ".") {
			t.Errorf("%s: got %d bytes, %q", body, len(*answer.Body), notes)
		}
	}
	answer, notes = templated(t, `rules: [{on: create-upsell, answer: {status: 200, template: true, headers: {X: '{{ body.Name }}{{ header.None }}'}, body: '{{ body.Name }}.{{ body.Name }}'}}]`, long)
	if len(*answer.Body) != 1<<19 || len(answer.Headers["X"]) != 1<<19 || len(notes) != 1 {
		t.Errorf("with a long header: got %d bytes, %q", len(*answer.Body), notes)
	}
	_, notes = templated(t, `rules: [{on: retrieve-order, answer: {status: 200, template: true, body: '{{ order.RefNo }}{{ int(header.None) }}'}}]`, &call{operation: "retrieve-order", records: &records{}})
	if len(notes) != 2 || !strings.HasSuffix(notes[1], "because invalid operation: int()") {
		t.Errorf("two faults: got %q", notes)
	}
	retrieved, notes := templated(t, `rules: [{on: retrieve-order, answer: {status: 200, template: true, body: '"{{ order.RefNo }}"'}}]`, &call{operation: "retrieve-order", records: &records{}})
	if *retrieved.Body != `""` || len(notes) != 1 || !strings.HasSuffix(notes[0], "because the call names no order that exists") {
		t.Errorf("got %q %q", *retrieved.Body, notes)
	}
}

// TestWrongTemplates names the fault of a template when it is saved.
func TestWrongTemplates(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]string{
		`template: true, body: '{{ body.Name'`:                           "template: {{ body.Name has no end; write {{ expression }}",
		`template: true, body: '{{ }}'`:                                  "template: {{  }}: the expression is empty",
		`template: true, body: '{{ ordr.RefNo }}'`:                       "unknown name ordr",
		`template: true, body: '{{ query.Pge }}'`:                        "template: {{ query.Pge }}: create-upsell does not have the query parameter Pge",
		`template: true, headers: {X: '{{ order.RefNo }}'}`:              "template: {{ order.RefNo }}: calls of create-upsell name no order",
		`template: no, body: ''`:                                         `template must be true, got "no"`,
		`template: true, body: '` + strings.Repeat("{{ 1 }}", 200) + `'`: "",
		`template: true, body: '` + strings.Repeat("{{ 1 }}", 201) + `'`: "the templates of a scenario may have at most 200 values together",
	} {
		refuse(t, "- {on: create-upsell, answer: {status: 200, "+answer+"}}", want)
	}
	refuse(t, "- {on: unknown-path, answer: {status: 200, template: true, body: '{{ order.RefNo }}'}}", "needs a right credential")
}
