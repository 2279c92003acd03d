package main

import (
	"fmt"
	"strings"
)

// season adds to a call what clients may send beside it.
func (p *pair) season(w *world, c *call) *call {
	if p.chance(55) {
		return c
	}
	for range 1 + p.random.IntN(2) {
		if p.chance(30) {
			c.set("X-Sandbox-Scenario", pick(p.random, append([]string{"no-such", own[0].name, own[1].name, own[2].name, "throttled,flaky", ""}, w.scenarios...)))
			continue
		}
		p.oddLine(c)
	}
	return c
}

// oddLine changes the header of a call, or what else is said beside its path and body.
func (p *pair) oddLine(c *call) {
	good := "DEMO"
	for _, line := range c.lines {
		if isField(line, "X-Service-Authentication") {
			_, good, _ = strings.Cut(line, ": ")
		}
	}
	change := pick(p.random, []string{"Accept: */*", "Accept: text/html", "Accept: application/json;q=0", "Accept: APPLICATION/JSON", "Accept: application/*, text/html;q=0.3",
		"Accept:", "-Accept", "Accept: sandbox:INTERNAL_ERROR", "-Content-Type", "Content-Type: text/plain", "Content-Type: application/soap+xml", "Content-Type: text/xml; charset=utf-16",
		"Content-Type: ;;", "SOAPAction: \"login\"", "SOAPAction: ", "-SOAPAction", "-X-Service-Authentication", "X-Service-Authentication: ",
		"X-Service-Authentication: " + strings.ReplaceAll(good, `"`, "'"), "X-Service-Authentication: " + strings.ReplaceAll(good, `"`, ""),
		"X-Service-Authentication: " + strings.ReplaceAll(good, `" `, `", `), "X-Service-Authentication: " + strings.ReplaceAll(good, "code=", "CODE ="),
		"X-Service-Authentication: " + strings.ReplaceAll(good, `hash="`, `hash="0`), "X-Service-Authentication: " + strings.ReplaceAll(good, "DEMO", "OTHER"),
		"X-Service-Authentication: " + strings.ReplaceAll(good, `date="20`, `date="19`), "X-Service-Authentication: " + strings.ReplaceAll(good, "sha256", "md5"),
		"X-Service-Authentication: " + good + " " + good, `X-Service-Authentication: code="DEMO`, "+X-Service-Authentication: " + good, "X-Avangate-Authentication: " + good, "X-Avangate-Authentication: x",
		"Authorization: Basic REVNTzpkZW1v", "X-Sandbox-Preview: 1", "X-Sandbox-Preview: yes", "Accept-Encoding: gzip", "If-None-Match: *", "Range: bytes=0-9",
		"Expect: 100-continue", "Connection: close", "Origin: " + origin, "Origin: http://evil.example.test", "Origin: null", "Sec-Fetch-Site: cross-site", "Access-Control-Request-Method: PUT",
		"X-Forwarded-Host: shop.example.test", "X-Forwarded-Proto: https", "Forwarded: host=shop.example.test;proto=https", "X-Forwarded-Prefix: /shop", "X-HTTP-Method-Override: DELETE",
		"Host: localhost", "Host: LOCALHOST:99", "Host: [::1]:8080", "Host: evil.example.test", "Host:", "Host: sandbox.test", "Host: 127.0.0.1.evil.test", "Host: 127.0.0.1:x", noHost,
		"Cookie: a=b", "X-Long: " + strings.Repeat("y", 9000), "chunked", "HTTP/1.0", "OPTIONS", "HEAD", "PATCH"})
	name, value, isLine := strings.Cut(change, ":")
	switch {
	case change == "chunked":
		c.chunked = true
	case change == "HTTP/1.0":
		c.version = change
	case change == noHost:
		c.lines = append(c.lines, change)
	case change[0] == '-':
		c.without(change[1:])
	case change[0] == '+':
		c.lines = append(c.lines, change[1:])
	case !isLine:
		c.method = change
	default:
		c.set(name, strings.TrimSpace(value))
	}
}

// oddCall returns a call of an address that is spelled oddly.
func (p *pair) oddCall(w *world) *call {
	r := p.random
	c := p.recordedCall(w)
	c.label = "odd address"
	c.target = pick(r, []string{c.target, c.target, c.target, c.target, "/soap/6.0", "/soap/6.0?wsdl", "/soap/6.0/?WSDL=document", "/soap/6.0?wsdl=x", "/", "/ui/", "/ui/guide/start", "/metrics",
		control, demo + "clock", demo + "orders/100031545", control + "guide/start.md", "/rest/6.0/products/", "/rpc/6.0/", "/rest", "/favicon.ico", "/robots.txt"})
	if p.chance(20) {
		c.method = pick(r, []string{"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get", "FOO", "PROPFIND", "M-SEARCH"})
	}
	for range 1 + r.IntN(2) {
		c.target = p.respell(c.target)
	}
	if p.chance(25) {
		p.oddLine(c)
	}
	return c
}

// respell spells a target in another way.
func (p *pair) respell(target string) string {
	at := p.random.IntN(len(target) + 1)
	if slash := strings.IndexByte(target[at:], '/'); slash >= 0 && p.chance(70) {
		at += slash
	}
	before, after := target[:at], target[at:]
	switch n := p.random.IntN(12); {
	case n < 6:
		return before + pick(p.random, []string{"/", "//", "/.", "/./", "/..", "/../", "/x/..", "%2f", "%2F", "%2e%2e/", "%252f", "%", "%zz", "%00", "%20", "+", ";a=b", "\\", "ü", "%c3%bc", "%ff", "?", "#", "&", "'", "<", "|", "*", ":", "@order-pending"}) + after
	case n == 6 && after != "": // one byte escaped
		return before + fmt.Sprintf("%%%02x", after[0]) + after[1:]
	case n == 7 && after != "":
		return before + strings.ToUpper(after[:1]) + after[1:]
	case n == 8 && after != "":
		return before + after[1:]
	case n == 9:
		return pick(p.random, []string{strings.ToUpper(target), strings.TrimRight(target, "/"), target + "/", target + "//", target + "/.", "/" + target, target + "?", strings.Replace(target, "?", "/?", 1)})
	case n == 10:
		return pick(p.random, []string{"http://127.0.0.1:8080", "http://evil.example.test", "https://localhost", "http:", "//localhost", "HTTP://127.0.0.1:8080"}) + target
	}
	for _, version := range []string{"5.0", "6", "6.1", "06.0", "v6.0", "6.0.0", "*"} {
		if p.chance(20) {
			return strings.Replace(target, "6.0", version, 1)
		}
	}
	return pick(p.random, []string{"*", "", "/", "/rest/6.0", "x", "?", "127.0.0.1:80"})
}

// brokenCall returns bytes that are hardly HTTP.
func (p *pair) brokenCall(w *world) *call {
	c := p.recordedCall(w)
	for c.body == "" && p.chance(50) || len(c.body) > 100_000 {
		c = p.recordedCall(w)
	}
	c.set("Connection", "close") // the program ends the connection, because a client that does so early may cancel its call
	text := c.String()
	line, rest, _ := strings.Cut(text, "\r\n")
	with := func(line string) string { return strings.Replace(text, "\r\n", "\r\n"+line+"\r\n", 1) }
	if c.body != "" && p.chance(50) { // an end that comes too early
		return &call{label: "broken end", method: c.method, half: true, raw: pick(p.random, []string{text[:1+p.random.IntN(len(text)-1)], text[:1+p.random.IntN(len(text)-1)], " ", "\x00\x00", line, line + "\r\n",
			with("Content-Length: 99999999"), strings.Replace(c.String(), "Content-Length: ", "Content-Length: 1", 1), with("Transfer-Encoding: chunked"), line + rest, strings.Replace(text, "\r\n\r\n", "\r\n", 1)})}
	}
	return &call{label: "broken bytes", method: c.method, raw: pick(p.random, []string{"\r\n" + text, text + text, strings.Replace(text, "Connection: close\r\n", "", 1) + text, text + "x", strings.ReplaceAll(text, "\r\n", "\n"),
		strings.Replace(text, ": ", " : ", 1), with("no colon"), with("A: b\r\n  c"), with("A: \x00"), with("A: \xff"), with(": a"), with(host), with("Host: localhost"), with("B: " + strings.Repeat("z", 80000)),
		with("Content-Length: -1"), with("Content-Length: x"), with("Transfer-Encoding: gzip"), strings.Replace(text, host, "Host: a b", 1),
		strings.Replace(text, "HTTP/1.1", pick(p.random, []string{"HTTP/2.0", "HTTP/1.2", "HTTP/0.9", "HTP/1.1", "", "HTTP/1.1 "}), 1), "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03" + text, "GET\r\n\r\n", " " + text, strings.Replace(line, " ", "  ", 1) + "\r\n" + rest})}
}
