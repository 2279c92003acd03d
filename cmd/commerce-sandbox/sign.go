package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/credential"
)

// credentialHeader is the name of the header that carries the credentials
// (section 5).
const credentialHeader = "X-Service-Authentication"

// signing is the verb sign with its settings.
type signing struct {
	target       target
	code, secret string
	date         string // GMT, Y-m-d H:i:s
	algorithm    credential.Algorithm
	curled       bool
	explain      bool
	method, path string
}

func (p *program) sign() verb {
	s := &signing{target: target{program: p}}
	return verb{
		name:      "sign",
		summary:   "Prints the credential header of a call, or the whole call",
		arguments: "[--curl METHOD PATH]",
		examples: []string{
			name + " sign",
			name + " sign --curl GET '/orders/?Limit=2'",
			name + " sign --explain --vendor-code AVANGATE --secret SECRET_KEY --date '2010-05-13 12:12:12'",
		},
		flags: []setting{
			{name: "vendor-code", value: "CODE", preset: presetCode, usage: "account that calls", set: unquoted(&s.code)},
			{name: "secret", value: "SECRET", preset: presetSecret, usage: "secret of the account", set: text(&s.secret)},
			{name: "date", value: "MOMENT", absent: "now", usage: "date to sign, in GMT where it names no zone", set: moment(&s.date)},
			{name: "algo", value: "ALGORITHM", preset: string(credential.SHA256), usage: "sha256, sha3-256 or md5", set: algorithm(&s.algorithm)},
			{name: "curl", usage: "print a curl of METHOD and PATH, which follows the REST base", set: onSwitch(&s.curled)},
			{name: "explain", usage: "print how the hash is made", set: onSwitch(&s.explain)},
			s.target.flag(),
		},
		accept: s.accept,
		run:    s.run,
	}
}

// unquoted takes what may stand between the quotes of the header.
func unquoted(field *string) func(string) error {
	return func(given string) error {
		if given == "" || strings.ContainsFunc(given, func(r rune) bool { return r == '"' || unicode.IsControl(r) }) {
			return fmt.Errorf("must be text without double quotes and control characters, got %q", given)
		}
		*field = given
		return nil
	}
}

func moment(field *string) func(string) error {
	return func(given string) error {
		t, err := clock.ParseMoment(given)
		if err != nil {
			return fmt.Errorf("is wrong: %w", err)
		}
		*field = t.Format(time.DateTime)
		return nil
	}
}

func algorithm(field *credential.Algorithm) func(string) error {
	return func(given string) error {
		a, err := credential.ParseAlgorithm(given)
		if err != nil {
			return fmt.Errorf("is wrong: %w", err)
		}
		*field = a
		return nil
	}
}

func (s *signing) accept(args []string) error {
	if s.date == "" {
		s.date = clock.System().Format(time.DateTime)
	}
	if !s.curled {
		if len(args) > 0 {
			return fmt.Errorf("METHOD and PATH belong to --curl, got %q without it", strings.Join(args, " "))
		}
		return nil
	}
	faults := []error{s.target.complete()}
	if len(args) != 2 {
		return errors.Join(append(faults, fmt.Errorf("--curl takes METHOD and PATH, such as --curl GET /orders/, got %q", strings.Join(args, " ")))...)
	}
	s.method, s.path = strings.ToUpper(args[0]), args[1]
	if strings.Trim(s.method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || s.method == "" {
		faults = append(faults, fmt.Errorf("METHOD must be one such as GET or POST, got %q", args[0]))
	}
	if !strings.HasPrefix(s.path, "/") {
		faults = append(faults, fmt.Errorf("PATH must begin with a slash, got %q", s.path))
	}
	return errors.Join(faults...)
}

func (s *signing) run(context.Context) error {
	header := credential.Header(s.code, s.date, s.secret, s.algorithm)
	var out strings.Builder
	if s.explain {
		for _, step := range s.steps() {
			fmt.Fprintf(&out, "%-11s%s\n", step.label, step.text)
		}
		out.WriteString("\n")
	}
	if s.curled {
		fmt.Fprintln(&out, curl{s.method, s.target.url + restBase + s.path, header, s.target.selfSigned})
	} else {
		fmt.Fprintf(&out, "%s: %s\n", credentialHeader, header)
	}
	_, err := io.WriteString(s.target.program.stdout, out.String())
	return err
}

// steps show how the hash is made (section 5, open question hash-recipe).
func (s *signing) steps() []labelled {
	measured := func(text string) string { return fmt.Sprintf("%q, %s", text, count(len(text), "byte")) }
	return []labelled{
		{"code", measured(s.code)},
		{"date", measured(s.date) + ", GMT"},
		{"signed", credential.SignedString(s.code, s.date) + " (length of the code, code, length of the date, date; lengths in bytes)"},
		{"key", measured(s.secret) + ", the secret"},
		{"algorithm", string(s.algorithm) + ", as HMAC"},
		{"hash", credential.Sign(s.algorithm, s.code, s.date, s.secret) + " (hex)"},
	}
}

// curl is a signed call.
type curl struct {
	method, url, credentials string
	selfSigned               bool
}

// String writes the call for a POSIX shell.
func (c curl) String() string {
	command := "curl"
	if c.selfSigned {
		command += " --insecure"
	}
	switch c.method {
	case "GET":
	case "HEAD":
		command += " --head" // with -X curl would wait for a body
	default:
		command += " -X " + c.method
	}
	return command + " -H 'Accept: application/json' -H " + quoted(credentialHeader+": "+c.credentials) + " " + quoted(c.url)
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
