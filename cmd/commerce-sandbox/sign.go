package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// signCmd is the command sign with its flags and arguments.
type signCmd struct {
	target
	credentials  sandbox.Credentials
	date         time.Time // zero for now
	curl         bool
	explain      bool
	signature    sandbox.Signature
	method, path string // of the call that --curl prints
}

func (p *program) sign() *cobra.Command {
	s := &signCmd{target: target{program: p, protocols: true}}
	c := &cobra.Command{
		Use:     "sign [--curl METHOD PATH]",
		GroupID: groupLocal,
		Short:   "Print the credential header of a call, or a curl command",
		Example: examples(
			name+" sign",
			name+" sign --curl GET '/orders/?Limit=2'",
			name+" sign --explain --vendor-code AVANGATE --secret SECRET_KEY --date '2010-05-13 12:12:12'",
		),
		Args: all(s.sign, s.readCall),
		RunE: s.run,
	}
	define(c, withVariables(
		flag{name: "vendor-code", value: "CODE", preset: defaultCode, usage: "vendor code of the account", set: text(&s.credentials.VendorCode)},
		flag{name: "secret", value: "SECRET", preset: defaultSecret, usage: "secret of the account", set: text(&s.credentials.Secret)},
	)...)
	define(c,
		flag{name: "date", value: "MOMENT", usage: "date to sign, in GMT unless it names a zone; without it, now", set: moment(&s.date)},
		flag{name: "algo", value: "ALGORITHM", preset: string(sandbox.SHA256), usage: "sha256, sha3-256 or md5",
			set: text(&s.credentials.Algorithm), complete: words(sandbox.SHA256, sandbox.SHA3, sandbox.MD5)},
		flag{name: "curl", usage: "print a curl command that calls PATH, below the REST base, with METHOD", set: toggle(&s.curl)},
		flag{name: "explain", usage: "print how the hash is made", set: toggle(&s.explain)},
		s.urlFlag(),
	)
	return c
}

// sign makes the signature; its faults are those of the flags.
func (s *signCmd) sign(*cobra.Command, []string) (err error) {
	s.signature, err = s.credentials.Sign(s.date)
	return err
}

// readCall takes METHOD and PATH, which belong to --curl.
func (s *signCmd) readCall(c *cobra.Command, args []string) error {
	if !s.curl {
		if len(args) > 0 {
			return fmt.Errorf("METHOD and PATH need --curl, got %q without it", strings.Join(args, " "))
		}
		return nil
	}
	faults := []error{s.findURL(c, args)}
	if len(args) != 2 {
		return errors.Join(append(faults, fmt.Errorf("--curl needs METHOD and PATH, such as --curl GET /orders/, got %q", strings.Join(args, " ")))...)
	}
	s.method, s.path = strings.ToUpper(args[0]), args[1]
	if strings.Trim(s.method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || s.method == "" {
		faults = append(faults, fmt.Errorf("METHOD must be letters, such as GET or POST, got %q", args[0]))
	}
	if !strings.HasPrefix(s.path, "/") {
		faults = append(faults, fmt.Errorf("PATH must begin with a slash, got %q", s.path))
	}
	return errors.Join(faults...)
}

func (s *signCmd) run(*cobra.Command, []string) error {
	var out strings.Builder
	if s.explain {
		for _, step := range s.steps() {
			fmt.Fprintf(&out, "%-11s%s\n", step.label, step.text)
		}
		out.WriteString("\n")
	}
	if s.curl {
		fmt.Fprintln(&out, curl{s.method, s.url + restBase + s.path, s.signature.Header(), s.selfSigned})
	} else {
		fmt.Fprintf(&out, "%s: %s\n", sandbox.AuthHeader, s.signature.Header())
	}
	_, err := io.WriteString(s.program.stdout, out.String())
	return err
}

// steps explains how the hash is made (section 5, open question hash-recipe).
func (s *signCmd) steps() []labelled {
	measured := func(text string) string { return fmt.Sprintf("%q, %s", text, count(len(text), "byte")) }
	return []labelled{
		{"code", measured(s.signature.VendorCode)},
		{"date", measured(s.signature.Date) + ", GMT"},
		{"signed", s.signature.Signed() + " (length of the code, code, length of the date, date; lengths in bytes)"},
		{"key", measured(s.credentials.Secret) + ", the secret"},
		{"algorithm", string(s.signature.Algorithm) + ", as HMAC"},
		{"hash", s.signature.Hash + " (hex)"},
	}
}

// curl is a signed call of the REST interface.
type curl struct {
	method, url, credentials string
	selfSigned               bool
}

// String returns the call as a command for a POSIX shell.
func (c curl) String() string {
	command := "curl -sS" // otherwise curl reports its progress when its output goes to another program
	if c.selfSigned {
		command += " --insecure"
	}
	switch c.method {
	case "GET":
	case "HEAD":
		command += " --head" // with -X HEAD curl would wait for a body
	default:
		command += " -X " + c.method
	}
	return command + " -H 'Accept: application/json' -H " + quote(sandbox.AuthHeader+": "+c.credentials) + " " + quote(c.url)
}

func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
