package main

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// block describes the running sandbox. The call is signed at the account's moment, so it
// also works with a frozen clock. It has a line of its own without indentation, so a triple
// click selects all of it.
func (s *serveCmd) block() (string, error) {
	var out strings.Builder
	line := func(label, text string) { fmt.Fprintf(&out, "  %-13s%s\n", label, text) }
	first, base := s.sandbox.First(), cmp.Or(strings.TrimRight(s.options.PublicURL, "/"), s.url())
	fmt.Fprintf(&out, "%s is ready\n\n", name)
	pages := base
	if s.options.ControlListen != "" {
		pages = s.controlURL()
	}
	line("Pages", pages+"/ui/")
	line("REST base", base+restBase)
	line("SOAP", base+soapPath)
	line("WSDL", base+soapPath+"?wsdl")
	if s.options.ControlListen != "" {
		line("Control", s.controlURL()+"/_sandbox/")
	}
	switch {
	case isName(s.options.Listen), isName(s.options.ControlListen):
		line("Listens at", strings.Join(s.sandbox.Addresses(), ", "))
	case s.options.PublicURL != "":
		line("Listens at", s.url())
	}
	line("Vendor code", first.Code)
	line("Secret", first.Secret)
	line("Data", s.place())
	signature, err := sandbox.Credentials{VendorCode: first.Code, Secret: first.Secret}.Sign(first.Now)
	fmt.Fprintf(&out, "\n%s\n", sandbox.Curl("GET", base+restBase+"/orders/", client.Field{Name: sandbox.AuthHeader, Value: signature.Header()},
		s.options.PublicURL == "" && s.options.TLS == sandbox.TLSSelfSigned))
	for _, note := range s.notes(first) {
		fmt.Fprintf(&out, "\nNote: %s\n", note)
	}
	return out.String(), err
}

// url returns the URL of the protocols on this machine.
func (s *serveCmd) url() string { return callableURL(s.options.Listen, s.sandbox.URL()) }

// controlURL returns the URL of the control interface on this machine.
func (s *serveCmd) controlURL() string {
	return callableURL(cmp.Or(s.options.ControlListen, s.options.Listen), s.sandbox.ControlURL())
}

// place says where the data are.
func (s *serveCmd) place() string {
	if s.options.Ephemeral {
		return "in a temporary file, which is removed at the end"
	}
	if path, err := filepath.Abs(s.options.Data); err == nil {
		return path
	}
	return s.options.Data
}

// notes name the other users of the control interface, the data kept from an
// earlier start, and the flags without effect because of them.
func (s *serveCmd) notes(first sandbox.Account) []string {
	var notes []string
	if s.options.Exposed() {
		notes = append(notes, "other machines can use the control interface, because it listens on all addresses and has no token. "+
			"Set --control-token, or listen on 127.0.0.1.")
	}
	if !s.options.Ephemeral && s.options.Data == imageData {
		notes = append(notes, "the data are on the volume of /data. An anonymous volume goes with a container of \"run --rm\"; -v NAME:/data keeps it.")
	}
	if codes := s.sandbox.PersonalData(); len(codes) > 0 {
		notes = append(notes, fmt.Sprintf("%s: personal data, because records were imported with it. Protect %s, its copies and bundles accordingly.",
			strings.Join(codes, ", "), s.options.Data))
	}
	if first.DiscardWrites {
		notes = append(notes, fmt.Sprintf("calls of account %s are answered as usual and store nothing. The control interface and the clock still change its data. To store again: %s account set %s --discard-writes=false --url %s", first.Code, name, first.Code, s.controlURL()))
	}
	if s.options.Bundle != "" {
		notes = append(notes, fmt.Sprintf("account %s is that of %s. Back to there: %s reset --to %s --keep clock --url %s --account %s",
			first.Code, s.options.Bundle, name, sandbox.SnapshotOfBundle, s.controlURL(), first.Code))
	}
	if first.Kept {
		notes = append(notes, s.keptNotes(first)...)
	}
	return notes
}

func (s *serveCmd) keptNotes(first sandbox.Account) []string {
	given, kept := s.options, worldOf(first.World, first.Orders, first.Seed)
	notes := []string{fmt.Sprintf("%s was kept: account %s has %s, seeded at %s UTC. A restart clears journal, coverage and active scenarios.",
		given.Data, first.Code, kept, inUTC(first.SeededAt))}
	if chosen := worldOf(given.World, given.Orders, given.Seed); chosen != kept {
		notes = append(notes, fmt.Sprintf("%s has no effect yet, because world, orders and seed act when an account is opened or reset.", chosen))
	}
	if days := int(first.Now.Sub(first.SeededAt) / (24 * time.Hour)); days >= 1 {
		notes = append(notes, fmt.Sprintf("the data are %s old. For fresh dates: %s reset --url %s --account %s", count(days, "day"), name, s.controlURL(), first.Code))
	}
	return notes
}

// worldOf describes the initial world of an account; with 0 orders the world
// decides how many there are.
func worldOf(world string, orders int, seed int64) string {
	if orders == 0 {
		return fmt.Sprintf("world %s with seed %d", world, seed)
	}
	return fmt.Sprintf("world %s with %s and seed %d", world, count(orders, "order"), seed)
}
