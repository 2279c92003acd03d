package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// story is a call as explain shows it. Credentials are masked where they only
// repeat what the client sent, and complete where they explain a wrong
// signature or make the curl command work.
type story struct {
	client.Entry
	masked    client.Entry
	operation string            // described, "-" if there is none
	questions []client.Question // on which the answer depends
	text      strings.Builder
}

// newStory masks the headers that hold credentials. It finds them by their
// content, because a sandbox can have further names for the header.
func newStory(call client.Entry) *story {
	var credentials []string
	for _, field := range call.Request.Header {
		if strings.Contains(strings.ToLower(field.Value), "hash") {
			credentials = append(credentials, field.Name)
		}
	}
	return &story{Entry: call, masked: client.Mask{CredentialHeaders: credentials}.Entry(call), operation: orNone(call.Operation)}
}

// lookUp finds out what operation and questions of the call mean.
func (s *story) lookUp(ctx context.Context, sandbox *client.Client) error {
	operations, err := sandbox.Operations(ctx)
	if err != nil {
		return err
	}
	for _, o := range operations {
		if o.ID == s.Operation {
			s.operation = fmt.Sprintf("%s: %s (section %s)", o.ID, o.Summary, o.Section)
		}
	}
	questions, err := sandbox.Questions(ctx)
	ids := s.Questions.List()
	for _, q := range questions {
		if slices.Contains(ids, q.ID) {
			s.questions = append(s.questions, q)
		}
	}
	return err
}

// String returns the story without sections that have nothing to show.
func (s *story) String() string {
	s.summary()
	s.message("Request", s.masked.Request.Header, s.masked.Request.Body, s.Request.BodySize)
	s.checks()
	s.explanation()
	s.section("Notes", s.Notes)
	s.openQuestions()
	s.message("Answer", s.masked.Response.Header, s.masked.Response.Body, s.Response.BodySize)
	if o := s.masked.Original; o != nil {
		s.message(fmt.Sprintf("What the operation answered, with status %d", o.Status), o.Header, o.Body, o.BodySize)
	}
	s.changes()
	if s.Curl != "" {
		fmt.Fprintf(&s.text, "\nRepeat it\n%s\n", s.Curl) // without indentation, so that a triple click selects all of it
	}
	return s.text.String()
}

// section writes a heading and indented lines, or nothing if there are no lines.
func (s *story) section(heading string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(&s.text, "\n%s\n", heading)
	}
	for _, line := range lines {
		fmt.Fprintln(&s.text, strings.TrimRight("  "+line, " "))
	}
}

func (s *story) summary() {
	fmt.Fprintf(&s.text, "%s: %s\n\n", s.ID, s.ending())
	when := inUTC(s.WallTime) + " UTC"
	if there := inUTC(s.AccountTime); !s.AccountTime.IsZero() && there != inUTC(s.WallTime) {
		when += ", " + there + " on the account's clock"
	}
	for _, row := range []labelled{
		{"Call", orNone(strings.TrimSpace(s.Request.Method + " " + s.masked.Request.URI + " " + s.Request.Proto))},
		{"Operation", s.operation},
		{"Account", orNone(s.Account)},
		{"At", when},
		{"Took", s.Duration.String()},
		{"Cause", s.cause()},
		{"Scenario", s.triggers()},
	} {
		fmt.Fprintf(&s.text, "  %-11s%s\n", row.label, row.text)
	}
}

// shownBody is how many bytes of a body a story shows.
const shownBody = 2000

func (s *story) message(heading string, header client.Header, body client.Bytes, size int64) {
	var lines []string
	for _, field := range header {
		lines = append(lines, field.Name+": "+field.Value)
	}
	if size > 0 {
		cut := body[:min(len(body), shownBody)]
		lines = append(lines, "")
		lines = append(lines, strings.Split(strings.ToValidUTF8(strings.TrimRight(string(cut), "\n"), "?"), "\n")...)
		if len(cut) < len(body) || int64(len(body)) < size {
			lines = append(lines, fmt.Sprintf("(%d of %d bytes; --format json shows all that was kept)", len(cut), size))
		}
	}
	s.section(heading, lines)
}

func (s *story) checks() {
	var lines []string
	for _, check := range s.Checks {
		if check.Passed {
			lines = append(lines, "ok    "+described(check.Name, cmp.Or(check.Message, check.Given)))
			continue
		}
		lines = append(lines, "FAIL  "+described(check.Name, check.Message))
		if check.Given != "" {
			lines = append(lines, "      given     "+check.Given)
		}
		if check.Expected != "" {
			lines = append(lines, "      expected  "+check.Expected)
		}
	}
	for _, name := range s.NotReached.List() {
		lines = append(lines, "-     "+name+": not reached")
	}
	if s.Omitted > 0 {
		lines = append(lines, fmt.Sprintf("and %d more lines, which the journal had no room for", s.Omitted))
	}
	s.section("Checks", lines)
}

func described(name, text string) string {
	if text == "" {
		return name
	}
	return name + ": " + text
}

// explanation shows how the sandbox checked a wrong signature.
func (s *story) explanation() {
	var lines []string
	for _, line := range s.Explain {
		lines = append(lines, fmt.Sprintf("%-8s%s", line.Key, line.Value))
	}
	s.section("Signature", lines)
}

func (s *story) openQuestions() {
	var lines []string
	for _, q := range s.questions {
		lines = append(lines, fmt.Sprintf("%s: %s By default: %s", q.ID, q.Question, q.Answer))
	}
	s.section("Open questions that the answer depends on", lines)
}
