package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"
)

// pair makes the same calls to two programs and collects how their answers differ.
type pair struct {
	programs    [2]*program
	random      *rand.Rand
	differences differences
	made        int
	last        [2]answer
	answered    [10]int // by the first digit of the status
	err         error   // the first; a program ended
}

// call makes a call to both programs, compares their answers and returns the first.
func (p *pair) call(c *call) answer {
	if p.err != nil {
		return answer{}
	}
	p.made++
	text := c.String()
	var answers [2]answer
	var errs [2]error
	done := make(chan struct{})
	go func() {
		defer close(done)
		answers[1], errs[1] = p.programs[1].exchange(c, text)
	}()
	answers[0], errs[0] = p.programs[0].exchange(c, text)
	<-done
	for _, err := range errs {
		if err != nil {
			p.err = fmt.Errorf("call %d: %w\n%s", p.made, err, excerpt(text, 0))
			return answer{}
		}
	}
	p.last = answers
	p.answered[answers[0].code/100%10]++
	p.note(c, text, answers)
	return answers[0]
}

// note adds what differs between two answers.
func (p *pair) note(c *call, text string, answers [2]answer) {
	a, b := answers[0], answers[1]
	if !bytes.Equal(a.body, b.body) {
		// The length follows from the body, and the tag from its content.
		for _, follows := range []string{"header Content-Length", "header Etag"} {
			delete(a.parts, follows)
			delete(b.parts, follows)
		}
		if x, y := steady(p.decoded(0, a), p.decoded(1, b)); x != y {
			at := 0
			for at < min(len(x), len(y)) && x[at] == y[at] {
				at++
			}
			p.differences.add(fmt.Sprintf("%s, %d: body", c.label, a.code), p.made, text, excerpt(x, at), excerpt(y, at))
		}
	}
	names := slices.Sorted(maps.Keys(a.parts))
	for name := range b.parts {
		if _, both := a.parts[name]; !both {
			names = append(names, name)
		}
	}
	for _, name := range names {
		x, y := steady(p.programs[0].unnamed(a.parts[name]), p.programs[1].unnamed(b.parts[name]))
		if x == y {
			continue
		}
		kind := fmt.Sprintf("%s, %d: %s", c.label, a.code, name)
		if name == "status" || x == "" || y == "" {
			kind = fmt.Sprintf("%s: %s %q, now %q", c.label, name, excerpt(x, 0), excerpt(y, 0))
		}
		p.differences.add(kind, p.made, text, x, y)
	}
}

// varying is what differs between two runs of one binary. Its group stays.
var varying = regexp.MustCompile(strings.Join([]string{
	`"?(?:` + hour(0) + `|` + hour(time.Hour) + `)[0-9:.]+Z?"?|Date: [^\r\n]*`,   // times of the machine, in the hours of this run
	`"(?:duration|duration_ns|duration_ms|ms|time|wait)":[0-9.]+|time="[0-9.]+"`, // how long an answer took
	`(?m)^((?:\w+_seconds_(?:bucket|sum)|go_|process_)\S*) .*`,                   // the same in metrics, and values of the process
	`"remote":"[^"]*"`, // ports of clients
	`[\w-]+\.[0-9a-z]{10,}\.[0-9a-z]{6,}\.[\w-]{22}|"epoch": [0-9]+`, // sessions contain when their account was opened
	`"(?:size|sha256)": .*`, // of the files of a bundle, which contain such times
	`assets/[0-9a-f]{16}/`,  // digest of all files of the pages, the guide among them
}, "|"))

func hour(later time.Duration) string { return time.Now().UTC().Add(later).Format("2006-01-02[T ]15:") }

// decoded returns the text of a body.
func (p *pair) decoded(which int, a answer) string {
	body := a.body
	if a.field("Content-Encoding") == "gzip" {
		if reader, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
			body, _ = io.ReadAll(reader)
		}
	}
	if files, err := zip.NewReader(bytes.NewReader(body), int64(len(body))); err == nil {
		body = nil
		for _, file := range files.File {
			body = fmt.Appendf(body, "%s %s\n", file.Name, file.Modified)
			if reader, err := file.Open(); err == nil {
				content, _ := io.ReadAll(reader)
				body = append(body, content...)
			}
		}
	}
	return p.programs[which].unnamed(string(body))
}

// steady returns two texts without what differs between two runs of one binary. It
// looks at parts that differ only, because expressions are slow.
func steady(x, y string) (string, string) {
	separator := "\n"
	if strings.HasPrefix(x, "{") {
		separator = ","
	}
	xs, ys := strings.SplitAfter(x, separator), strings.SplitAfter(y, separator)
	for i := range min(len(xs), len(ys)) {
		if xs[i] != ys[i] {
			xs[i], ys[i] = varying.ReplaceAllString(xs[i], "$1"), varying.ReplaceAllString(ys[i], "$1")
		}
	}
	return strings.Join(xs, ""), strings.Join(ys, "")
}

// excerpt returns a text around a place, short enough to be printed.
func excerpt(text string, at int) string {
	const before, after = 200, 600
	begin, end := max(0, at-before), min(len(text), at+after)
	short := text[begin:end]
	if begin > 0 {
		short = fmt.Sprintf("[%d bytes] … ", begin) + short
	}
	if end < len(text) {
		short += fmt.Sprintf(" … [%d bytes]", len(text)-end)
	}
	return strings.ToValidUTF8(strings.ReplaceAll(short, "\r\n", "\n"), "\ufffd")
}

// differences are grouped by their kind.
type differences struct {
	kinds []*difference // in the order in which they were found
}

type difference struct {
	kind          string
	count         int
	call          int // of the first example
	request       string
	before, after string
}

func (d *differences) add(kind string, call int, request, before, after string) {
	i := slices.IndexFunc(d.kinds, func(known *difference) bool { return known.kind == kind })
	if i < 0 {
		i = len(d.kinds)
		d.kinds = append(d.kinds, &difference{kind: kind, call: call, request: request, before: before, after: after})
	}
	d.kinds[i].count++
}

func (p *pair) print(to io.Writer) {
	for _, d := range p.differences.kinds {
		fmt.Fprintf(to, "%d × %s\n", d.count, d.kind)
		for _, part := range []struct{ name, text string }{
			{fmt.Sprintf("call %d", d.call), excerpt(d.request, 0)}, {"before", d.before}, {"after", d.after},
		} {
			fmt.Fprintf(to, "  %s:\n    %s\n", part.name, strings.ReplaceAll(strings.TrimSpace(part.text), "\n", "\n    "))
		}
	}
}
