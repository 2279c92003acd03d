package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
)

// startBlock is what a person pastes from when the sandbox is ready.
type startBlock struct {
	lines []labelled
	curl  curl
	notes []string
}

// labelled is one fact with its name.
type labelled struct{ label, text string }

// String lays the block out. The curl has a line of its own, without
// indentation, so that a triple click takes it whole.
func (b startBlock) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s is ready\n\n", name)
	for _, line := range b.lines {
		fmt.Fprintf(&out, "  %-13s%s\n", line.label, line.text)
	}
	fmt.Fprintf(&out, "\n%s\n", b.curl)
	for _, note := range b.notes {
		fmt.Fprintf(&out, "\nNote: %s\n", note)
	}
	return out.String()
}

// block tells what is served. The call is signed with the account's moment, so
// that it works for as long as a standing clock stands.
func (s *serving) block() startBlock {
	first := s.sandbox.First()
	base := called(s.options.Listen, s.sandbox.URL())
	header := credential.Header(first.Code, first.Now.Format(time.DateTime), first.Secret, credential.SHA256)
	return startBlock{
		lines: []labelled{
			{"REST base", base + restBase},
			{"SOAP", base + soapPath},
			{"WSDL", base + soapPath + "?wsdl"},
			{"Vendor code", first.Code},
			{"Secret", first.Secret},
			{"Data", s.place()},
		},
		curl:  curl{"GET", base + restBase + "/orders/", header, s.options.TLS == sandbox.TLSSelfSigned},
		notes: s.notes(),
	}
}

func (s *serving) place() string {
	if s.options.Ephemeral {
		return "in a temporary file, gone when the sandbox stops"
	}
	return s.options.Data
}

// notes say what a restart kept, and what flags therefore did nothing.
func (s *serving) notes() []string {
	has, asked := s.sandbox.First(), s.options
	if !has.Kept {
		return nil
	}
	notes := []string{fmt.Sprintf("%s was kept: account %s has %s, filled at %s UTC. Its journal, its coverage and the scenarios that were in force are gone.",
		asked.Data, has.Code, worldOf(has.World, has.Orders, has.Seed), has.SeededAt.UTC().Format(time.DateTime))}
	if has.World != asked.World || has.Orders != asked.Orders || has.Seed != asked.Seed {
		notes = append(notes, fmt.Sprintf("%s was asked for, to no effect yet: world, orders and seed act when an account is opened or reset.",
			worldOf(asked.World, asked.Orders, asked.Seed)))
	}
	if days := int(has.Now.Sub(has.SeededAt) / (24 * time.Hour)); days >= 1 {
		notes = append(notes, fmt.Sprintf("its dates are %s old. For fresh ones: %s reset --url %s --account %s",
			count(days, "day"), name, called(asked.Listen, s.sandbox.URL()), has.Code))
	}
	return notes
}

// worldOf describes a filling; 0 orders are as many as the world says.
func worldOf(world string, orders int, seed int64) string {
	if orders == 0 {
		return fmt.Sprintf("world %s with seed %d", world, seed)
	}
	return fmt.Sprintf("world %s with %s and seed %d", world, count(orders, "order"), seed)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
