package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

// varying is what differs between two runs of one binary. Its group stays.
var varying = regexp.MustCompile(strings.Join([]string{
	`"?(?:` + hour(0) + `|` + hour(time.Hour) + `)[0-9:.]+Z?"?|Date: [^\r\n]*`,   // times of the machine, in the hours of this run
	`"(?:duration|duration_ns|duration_ms|ms|time|wait)":[0-9.]+|time="[0-9.]+"`, // how long an answer took
	`(?m)^((?:\w+_seconds_(?:bucket|sum)|go_|process_)\S*) .*`,                   // the same in metrics, and values of the process
	`"remote":"[^"]*"`, // ports of clients
	`[\w-]+\.[0-9a-z]{10,}\.[0-9a-z]{6,}\.[\w-]{22}|"epoch": ?[0-9]+`, // sessions contain when their account was opened
	`"base64":"[^"]*"`,      // bodies that are no text, which may contain sessions
	`"(?:size|sha256)": .*`, // of the files of a bundle, which contain such times
	`assets/[0-9a-f]{16}/`,  // digest of all files of the pages, the guide among them
}, "|"))

func hour(later time.Duration) string { return time.Now().UTC().Add(later).Format("2006-01-02[T ]15:") }

// decoded returns the text of a body.
func (a answer) decoded() string {
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
	return string(body)
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
