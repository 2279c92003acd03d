package main

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf16"
)

// escape escapes a value for a path or a query, so that it arrives as it is.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

func quote(text string) string {
	quoted, _ := json.Marshal(text) // a text always has one
	return string(quoted)
}

// hostile returns a value that few programs expect.
func (p *pair) hostile(w *world) string {
	return pick(p.random, []string{"", " ", "0", "-1", "1", "007", "+5", "1e3", "1.5", "0x10", "201", "2147483648", "9223372036854775807", "99999999999999999999",
		"true", "null", "NaN", "[]", "{}", `"`, `\`, "'", "<a>", "&amp;", "]]>", "a/b", "%2f", "..", "../..", ".", "//", "*", "?", "#", ";", "a=b&c=d", "\x00", "\n", "\t",
		"ü", "💥", "\xff\xfe", "\u202e", "e\u0301", strings.Repeat("x", 101), strings.Repeat("ä", 501), strings.Repeat("9", 5000),
		"2026-02-30", "2026-13-01", "26-1-1", "0001-01-01", "9999-12-31", "2026-05-13 12:12:12", "1778674332", "overlay", "@order-pending",
		"sandbox:", "sandbox:no-such", "sandbox:" + pick(p.random, w.scenarios), "sandbox:" + pick(p.random, w.scenarios)})
}

// tokens are the parts of a JSON text, an envelope or a query that are replaced.
var tokens = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|>[^<>]*<|=[^&=]*|-?\b[0-9]+\b|\btrue\b|\bfalse\b|\bnull\b`)

// change changes a body or a query at one place.
func (p *pair) change(w *world, text string) string {
	r := p.random
	var found [][]int
	if len(text) < 100_000 { // because expressions are slow
		found = tokens.FindAllStringIndex(text, -1)
	}
	if len(found) == 0 || p.chance(35) {
		return p.deform(text)
	}
	at := pick(r, found)
	before, token, after := text[:at[0]], text[at[0]:at[1]], text[at[1]:]
	value := pick(r, w.ids)
	if p.chance(60) {
		value = p.hostile(w)
	}
	switch first, last := token[:1], token[len(token)-1:]; {
	case p.chance(15): // twice, or at another place
		other := pick(r, found)
		return before + text[other[0]:other[1]] + after
	case first == ">":
		return before + first + pick(r, []string{value, "<![CDATA[" + value + "]]>", "<!-- c -->" + token[1:len(token)-1], "&#x41;&lt;", "<x/>"}) + last + after
	case first == `"` && p.chance(60):
		return before + quote(value) + after
	case first == "=":
		return before + first + pick(r, []string{value, escape(value), escape(value), "%zz"}) + after
	}
	return before + pick(r, []string{"true", "null", "12", "-0", "1.50", "1E400", "[]", `{"a":[1]}`, `"x"`, `"\ud800"`, `"\u0000"`, "nul", ""}) + after
}

// deform breaks the form of a body.
func (p *pair) deform(text string) string {
	at := p.random.IntN(len(text) + 1)
	to := at + p.random.IntN(len(text)-at+1)
	declared := func(name string) string {
		_, root, _ := strings.Cut(text, "?>")
		return `<?xml version="1.0" encoding="` + name + `"?>` + root
	}
	return pick(p.random, []func() string{
		func() string { return text[:at] },
		func() string { return text[:at] + text[to:] },
		func() string { return text[:to] + text[at:] },
		func() string { return text[:at] + "\xff" + text[at:] },
		func() string { return text + "x" },
		func() string { return " \n" + text + "\n\n" },
		func() string { return "\ufeff" + text },
		func() string { return strings.Replace(text, "{", `{"Name":1,"Name":2,`, 1) },
		func() string { return strings.Replace(text, "{", `{"Unknown":{"a":[]},`, 1) },
		func() string { return strings.Repeat("[", 20000) + text },
		func() string { return "[" + text + "]" },
		func() string { return strings.Replace(text, "?>", "?><!DOCTYPE a [<!ENTITY b \"c\">]>", 1) },
		func() string { return strings.Replace(text, "?>", "?><?php echo ?>", 1) },
		func() string { return strings.Replace(text, "?>", "?><!-- a -->", 1) },
		func() string { return strings.Replace(text, "Body>", "Body>"+strings.Repeat("<a>", 300), 1) },
		func() string { return strings.Replace(text, "Body>", "Body>"+strings.Repeat("<a b='c'/>", 3000), 1) },
		func() string {
			return strings.ReplaceAll(text, "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope")
		},
		func() string {
			return strings.ReplaceAll(text, "http://schemas.xmlsoap.org/soap/envelope/", "urn:none")
		},
		func() string { return strings.ReplaceAll(text, "upgradePartnerSubscriptions", "getOrder") },
		func() string { return declared("ISO-8859-1") },
		func() string { return declared("utf-7") },
		func() string { return utf16Of(declared("UTF-16")) },
	})()
}

// utf16Of encodes a text, with the mark of its byte order.
func utf16Of(text string) string {
	encoded := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		encoded = append(encoded, byte(unit), byte(unit>>8))
	}
	return string(encoded)
}
