package calls_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/calls"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	type object = map[string]any
	const json, soap, html = "application/json; charset=utf-8", "text/xml; charset=utf-8", "text/html"
	cases := []struct {
		contentType, body string
		want              any
		err               string
	}{
		{json, ``, nil, ""},
		{json, `null`, nil, ""},
		{json, ` true `, true, ""},
		{"application/problem+json", `{"a":[1,{"b":"x"}],"c":null}`, object{"a": []any{1, object{"b": "x"}}, "c": nil}, ""},
		{"", `{"a":1}`, object{"a": 1}, ""},
		{json, `[10.10, 1e2, -0, 0.1, 9007199254740993, 1.5e300, 0.10000000000000000]`, []any{10.1, 100.0, math.Copysign(0, -1), 0.1, 9007199254740993, 1.5e300, 0.1}, ""},
		{json, `[12345678901234567890, 0.12345678901234567890, 1e999, 123456789.123456789]`,
			[]any{"12345678901234567890", "0.12345678901234567890", "1e999", "123456789.123456789"}, ""},
		{json, `{"a":1`, nil, "the answer is not JSON: unexpected EOF after offset 6"},
		{json, `{"a":1} x`, nil, "the answer is not JSON: invalid character 'x' at start of value after offset 8"},
		{json, `{"a":1} 2`, nil, "the answer is not JSON: more follows after the value"},
		{json, `<html>`, nil, "the answer is not JSON: invalid character '<' at start of value"},
		{html, `<h1>Bad gateway</h1>`, `<h1>Bad gateway</h1>`, ""},
		{html, `{"a":1}`, object{"a": 1}, ""},
		{html, `{"a":`, `{"a":`, ""},
		{"application/xhtml+xml", `<br>`, `<br>`, ""},
		{soap, `<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="x"><e:Header/><e:Body><n:loginResponse xmlns:n="y"><loginReturn> a&lt;b </loginReturn></n:loginResponse></e:Body></e:Envelope>`,
			object{"loginResponse": object{"loginReturn": " a<b "}}, ""},
		{soap, `<Envelope><Body><r><x>1</x><y/><x>2</x><x><z>3</z></x><n xsi:nil="true" xmlns:xsi="i"/></r></Body></Envelope>`,
			object{"r": object{"x": []any{"1", "2", object{"z": "3"}}, "y": "", "n": nil}}, ""},
		{soap, `<Envelope><Body><Fault><faultcode>X</faultcode></Fault></Body></Envelope>`, object{"Fault": object{"faultcode": "X"}}, ""},
		{"", ` [1]`, []any{1}, ""},
		{"", `text`, nil, "the answer is not JSON: invalid character 'e' in literal true (expecting 'r') after offset 1"},
		{html, `[1]`, []any{1}, ""},
		{"application/json; charset", `[1]`, []any{1}, ""},
		{"text/html; x=json", `<p>`, `<p>`, ""},
		{json, `[0.0, -0.0, 0e5, 1e400]`, []any{0.0, math.Copysign(0, -1), 0.0, "1e400"}, ""},
		{soap, `<Envelope>text</Envelope>`, object{"Envelope": "text"}, ""},
		{soap, `<Other><Body>b</Body></Other>`, object{"Other": object{"Body": "b"}}, ""},
		{soap, `<a>x</a><`, nil, "the answer is not XML: XML syntax error on line 1: unexpected EOF"},
		{soap, `<a><b nil="1"/><c nil="0"/><d nill="true"/><e nil="false"/></a>`, object{"a": object{"b": nil, "c": "", "d": "", "e": ""}}, ""},
		{soap, `<answer>x</answer>`, object{"answer": "x"}, ""},
		{soap, `<Envelope><Body>`, nil, "the answer is not XML: XML syntax error on line 1: unexpected EOF"},
		{soap, `text`, nil, "the answer is not XML: EOF"},
		{soap, `<?xml version="1.0" encoding="UTF-16"?><a/>`, nil, `the answer is not XML: xml: opening charset "UTF-16": its encoding is "UTF-16"`},
		{soap, strings.Repeat("<a>", 2000), nil, "the answer is not XML: its elements nest more than 1000 levels deep"},
	}
	for _, c := range cases {
		answer := client.Response{Body: client.Bytes(c.body), Header: client.Header{{Name: "Content-Type", Value: c.contentType}}}
		got, err := calls.Of(&client.Entry{Response: answer}, nil).Answer()
		text := ""
		if err != nil {
			text = err.Error()
		}
		if both, ok := got.(content.Both); ok {
			got = both.Plain
		}
		if !reflect.DeepEqual(got, c.want) || text != c.err {
			t.Errorf("%s %.80s: got %#v %q, want %#v %q", c.contentType, c.body, got, text, c.want, c.err)
		}
	}
	_, err := calls.Of(&client.Entry{Response: client.Response{Body: client.Bytes(`{}`), BodySize: 70_000, Truncated: true}}, nil).Answer()
	if want := "the answer cannot be read, because the journal kept only 2 of its 70000 bytes"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
