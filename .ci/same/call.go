package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// call is one request. Both programs get its bytes as they are, which may be no HTTP.
type call struct {
	label   string // differences are grouped by it
	method  string
	target  string
	version string   // HTTP/1.1 when ""
	lines   []string // of the header, without Content-Length
	body    string
	chunked bool
	raw     string // sent in place of all others; all that follows the answer is read too
	half    bool   // whether the client says after raw that no more follows
}

// host is the Host of calls that do not say another: both programs then show the same
// addresses.
const host = "Host: 127.0.0.1:8080"

func (c *call) String() string {
	if c.raw != "" {
		return c.raw
	}
	version := c.version
	if version == "" {
		version = "HTTP/1.1"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s\r\n", c.method, c.target, version)
	if !slices.ContainsFunc(c.lines, func(line string) bool { return isField(line, "Host") }) {
		b.WriteString(host + "\r\n")
	}
	for _, line := range c.lines {
		if line != noHost {
			b.WriteString(line + "\r\n")
		}
	}
	switch half := len(c.body) / 2; {
	case c.chunked:
		b.WriteString("Transfer-Encoding: chunked\r\n\r\n")
		for _, part := range []string{c.body[:half], c.body[half:]} {
			if part != "" {
				fmt.Fprintf(&b, "%x\r\n%s\r\n", len(part), part)
			}
		}
		b.WriteString("0\r\n\r\n")
	case c.body != "" || c.method == "POST" || c.method == "PUT":
		b.WriteString("Content-Length: " + strconv.Itoa(len(c.body)) + "\r\n\r\n" + c.body)
	default:
		b.WriteString("\r\n")
	}
	return b.String()
}

// noHost leaves out the Host.
const noHost = "Host"

func isField(line, name string) bool {
	field, _, _ := strings.Cut(line, ":")
	return strings.EqualFold(field, name)
}

// replacing returns the call with another text in place of one; "" replaces nothing.
func (c *call) replacing(text, by string) *call {
	if text == "" {
		return c
	}
	other := *c
	other.lines = slices.Clone(c.lines)
	for i := range other.lines {
		other.lines[i] = strings.ReplaceAll(other.lines[i], text, by)
	}
	for _, at := range []*string{&other.target, &other.body, &other.raw} {
		*at = strings.ReplaceAll(*at, text, by)
	}
	return &other
}

// set gives a field one value; without, it removes the field.
func (c *call) set(name, value string) {
	c.without(name)
	c.lines = append(c.lines, name+": "+value)
}

func (c *call) without(name string) {
	c.lines = slices.DeleteFunc(slices.Clone(c.lines), func(line string) bool { return isField(line, name) })
}
