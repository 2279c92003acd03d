package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// explaining is the verb explain with its settings.
type explaining struct {
	remote remote
	id     string
	format format
}

// latest stands for the id of the last call. No id is spelled like it.
const latest = "latest"

func (p *program) explain() verb {
	e := &explaining{remote: p.remote()}
	return verb{
		name:      "explain",
		summary:   "Tells the whole story of one call: what was asked, checked, answered and changed",
		arguments: "ID|" + latest,
		examples:  []string{name + " explain DEMO-3", name + " explain " + latest + " --account DEMO"},
		flags: e.remote.flags(
			e.remote.accountFlag(firstAccount+"; it matters to "+latest),
			formatFlag(&e.format),
		),
		accept: all(argument(&e.id, "explain", "the id of a call, as X-Sandbox-Request says it, or "+latest), e.remote.complete),
		run:    e.run,
	}
}

func (e *explaining) run(ctx context.Context) error {
	if e.id == latest {
		account, err := e.remote.account(ctx)
		if err != nil {
			return err
		}
		call, err := account.Latest(ctx)
		if err != nil {
			return err
		}
		e.id = call.ID
	}
	call, err := e.remote.client().Request(ctx, e.id)
	if err != nil {
		return err
	}
	p := e.remote.target.program
	if e.format == asJSON {
		return p.writeJSON(call)
	}
	_, err = io.WriteString(p.stdout, visible(newStory(call).String()))
	return err
}

// story is a call as a terminal shows it. Credentials are masked where they
// only repeat what was sent, and shown where they explain a refusal or make the
// command work.
type story struct {
	client.Entry
	masked client.Entry
	text   strings.Builder
}

func newStory(call client.Entry) *story {
	var credentials []string // known by their content: a sandbox can have further names for the header
	for _, field := range call.Request.Header {
		if strings.Contains(strings.ToLower(field.Value), "hash") {
			credentials = append(credentials, field.Name)
		}
	}
	return &story{Entry: call, masked: client.Mask{CredentialHeaders: credentials}.Entry(call)}
}

// String tells the story, leaving out what did not happen.
func (s *story) String() string {
	s.summary()
	s.message("Request", s.masked.Request.Header, s.masked.Request.Body, s.Request.BodySize)
	s.checks()
	s.explanation()
	s.section("Notes", s.Notes)
	s.assumptions()
	s.message("Answer", s.masked.Response.Header, s.masked.Response.Body, s.Response.BodySize)
	s.changes()
	if s.Curl != "" {
		fmt.Fprintf(&s.text, "\nRepeat it\n%s\n", s.Curl) // not indented, so that a triple click takes it whole
	}
	return s.text.String()
}

// section writes a heading and indented lines, nothing when there are no lines
// to write.
func (s *story) section(heading string, lines []string) {
	if len(lines) > 0 {
		fmt.Fprintf(&s.text, "\n%s\n", heading)
	}
	for _, line := range lines {
		fmt.Fprintln(&s.text, strings.TrimRight("  "+line, " "))
	}
}

func (s *story) summary() {
	outcome := "no answer"
	if s.Response.Status != 0 {
		outcome = strings.TrimSpace(fmt.Sprintf("%d %s", s.Response.Status, s.Response.Code))
	}
	fmt.Fprintf(&s.text, "%s: %s\n\n", s.ID, outcome)
	when := inUTC(s.WallTime) + " UTC"
	if there := inUTC(s.AccountTime); !s.AccountTime.IsZero() && there != inUTC(s.WallTime) {
		when += ", " + there + " on the account's clock"
	}
	rows := []labelled{
		{"Asked", orNone(strings.TrimSpace(s.Request.Method + " " + s.masked.Request.URI + " " + s.Request.Proto))},
		{"Operation", orNone(operationOf(s.Operation))},
		{"Account", orNone(s.Account)},
		{"At", when},
		{"Took", s.Duration.String()},
		{"Scenario", orNone(string(s.Scenarios))},
	}
	for _, row := range rows {
		fmt.Fprintf(&s.text, "  %-11s%s\n", row.label, row.text)
	}
}

// operationOf describes an operation by its id.
func operationOf(id string) string {
	op, known := catalog.Find(catalog.OperationID(id))
	if !known {
		return id
	}
	return fmt.Sprintf("%s: %s (section %s)", id, op.Summary, op.Section)
}

// shownBody is how many bytes of a body are shown.
const shownBody = 2000

func (s *story) message(heading string, header client.Header, body client.Bytes, size int64) {
	var lines []string
	for _, field := range header {
		lines = append(lines, field.Name+": "+field.Value)
	}
	if size > 0 {
		lines = append(lines, "")
		cut := body[:min(len(body), shownBody)]
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
	if s.Omitted > 0 {
		lines = append(lines, fmt.Sprintf("and %d more lines that found no room in the journal", s.Omitted))
	}
	s.section("Checks", lines)
}

func described(name, text string) string {
	if text == "" {
		return name
	}
	return name + ": " + text
}

// explanation shows how a signature was judged.
func (s *story) explanation() {
	var lines []string
	for _, line := range s.Explain {
		lines = append(lines, fmt.Sprintf("%-8s%s", line.Key, line.Value))
	}
	s.section("Signature", lines)
}

// assumptions shows the open questions that the answer rests on.
func (s *story) assumptions() {
	var lines []string
	for id := range strings.SplitSeq(string(s.Questions), ", ") {
		if q, known := catalog.FindQuestion(catalog.QuestionID(id)); known {
			lines = append(lines, fmt.Sprintf("%s: %s By default: %s", id, q.Question, q.Answer))
		} else if id != "" {
			lines = append(lines, id)
		}
	}
	s.section("Where the interface is silent", lines)
}
