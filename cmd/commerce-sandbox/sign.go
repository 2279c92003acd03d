package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// signCmd is the command sign with its flags and arguments.
type signCmd struct {
	remote
	credentials  sandbox.Credentials
	date         time.Time // zero for the present
	algorithm    string    // "" for the default
	curl         bool
	envelope     bool
	session      bool
	explain      bool
	format       format
	snippet      language
	method, path string // of the call for --curl or --snippet
}

func (p *program) sign() *cobra.Command {
	s := &signCmd{remote: remote{target: target{program: p, protocols: true}}}
	c := &cobra.Command{
		Use:     "sign [--curl|--snippet LANGUAGE METHOD PATH]",
		GroupID: groupLocal,
		Short:   "Print the credential header of a call, a login envelope, or a curl command",
		Example: examples(
			name+" sign",
			name+" sign --curl GET '/orders/?Limit=2'",
			name+" sign --explain --vendor-code AVANGATE --secret SECRET_KEY --date '2010-05-13 12:12:12'",
			name+" sign --account DEMO --snippet php GET '/orders/?Limit=2'",
			`curl -H "$(`+name+` sign --account DEMO)" -H 'Accept: application/json' http://`+defaultListen+restBase+`/orders/`,
		),
		Args: all(s.choose, s.readCall),
		RunE: s.run,
	}
	s.addFlags(c)
	return c
}

func (s *signCmd) addFlags(c *cobra.Command) {
	define(c, withVariables(
		flag{name: "vendor-code", value: "CODE", preset: defaultCode, usage: "vendor code of the account", set: text(&s.credentials.VendorCode)},
		flag{name: "secret", value: "SECRET", preset: defaultSecret, usage: "secret of the account", set: text(&s.credentials.Secret)},
	)...)
	define(c,
		flag{name: "account", value: "CODE", variable: true, set: text(&s.code),
			usage: "have a running sandbox sign for this account, which needs no secret; --url is then the address of its control interface"},
		flag{name: "date", value: "MOMENT", usage: "date to sign, in GMT unless it names a zone; without it, now", set: moment(&s.date)},
		flag{name: "algo", value: "ALGORITHM", usage: "sha256, sha3-256 or md5; without it, sha256, or what the account accepts",
			set: text(&s.algorithm), complete: words(sandbox.SHA256, sandbox.SHA3, sandbox.MD5)},
		flag{name: "curl", usage: "print a curl command that calls PATH, below the REST base, with METHOD", set: toggle(&s.curl)},
		flag{name: "snippet", value: "LANGUAGE", usage: "print a program that signs and makes this call, or the login: " + choice(languages) + "; needs --account",
			set: oneOf(&s.snippet, languages...), complete: words(languages...)},
		flag{name: "envelope", usage: "print the envelope of a SOAP login", set: toggle(&s.envelope)},
		flag{name: "session", usage: "print a SOAP session, as a login returns it; needs --account", set: toggle(&s.session)},
		flag{name: "explain", usage: "print how the hash is made", set: toggle(&s.explain)},
		formatFlag(&s.format), s.urlFlag(), s.tokenFlag(),
	)
}

// language is a language of printed calls.
type language string

const (
	inCurl   language = "curl"
	inPHP    language = "php"
	inPython language = "python"
	inNode   language = "node"
)

var languages = []language{inCurl, inPHP, inPython, inNode}

// of returns the program in the language.
func (l language) of(s client.Snippets) string {
	return map[language]string{inCurl: s.Curl, inPHP: s.PHP, inPython: s.Python, inNode: s.Node}[l]
}

// readCall takes METHOD and PATH for --curl and --snippet.
func (s *signCmd) readCall(_ *cobra.Command, args []string) error {
	if err := s.checkOutput(); err != nil {
		return err
	}
	switch {
	case !s.curl && (s.snippet == "" || s.envelope):
		if len(args) > 0 {
			return fmt.Errorf("METHOD and PATH need --curl or --snippet, got %q without it", strings.Join(args, " "))
		}
		return nil
	case len(args) != 2:
		return fmt.Errorf("--curl and --snippet need METHOD and PATH, such as --curl GET /orders/, got %q", strings.Join(args, " "))
	}
	s.method, s.path = strings.ToUpper(args[0]), args[1]
	return s.checkCall(args[0])
}

// checkOutput refuses flags for several outputs, and those that need a running sandbox
// without one.
func (s *signCmd) checkOutput() error {
	switch {
	case s.curl && s.envelope:
		return errors.New("--curl prints a REST call, and --envelope a SOAP login; use one of them")
	case s.curl && s.snippet != "":
		return errors.New("--curl prints a signed call, and --snippet a program that signs; use one of them")
	case s.session && (s.curl || s.envelope || s.snippet != ""):
		return errors.New("--session prints a session only; use it without --curl, --snippet and --envelope")
	case s.session && s.code == "":
		return errors.New("--session needs --account, because a running sandbox issues it")
	case s.snippet != "" && s.code == "":
		return errors.New("--snippet needs --account, because a running sandbox writes it")
	}
	return nil
}

// checkCall checks PATH and METHOD, which is quoted as it was given.
func (s *signCmd) checkCall(givenMethod string) error {
	var faults []error
	if strings.Trim(s.method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || s.method == "" {
		faults = append(faults, fmt.Errorf("METHOD must be letters, such as GET or POST, got %q", givenMethod))
	}
	below, hasBase := client.BelowBase(s.path, restBase)
	_, isSOAP := client.BelowBase(s.path, soapPath)
	switch {
	case isSOAP:
		faults = append(faults, fmt.Errorf("PATH must not have the SOAP address %s, because METHOD and PATH are a call of REST: use --envelope for the login, got %q", soapPath, s.path))
	case hasBase:
		faults = append(faults, fmt.Errorf("PATH must not have the REST base %s, which is added: write %q, got %q", restBase, below, s.path))
	case !strings.HasPrefix(s.path, "/"):
		faults = append(faults, fmt.Errorf("PATH must begin with a slash, got %q", s.path))
	}
	return errors.Join(faults...)
}

// choose decides who signs, and finds the necessary address.
func (s *signCmd) choose(c *cobra.Command, args []string) error {
	own := c.Flags().Changed("vendor-code") || c.Flags().Changed("secret")
	if own && !c.Flags().Changed("account") {
		s.code = "" // flags win over SANDBOX_ACCOUNT
	}
	if s.code == "" {
		s.credentials.Algorithm = sandbox.Algorithm(s.algorithm)
		_, err := s.credentials.Sign(s.date) // its faults are the faults of the flags
		if s.curl {
			err = errors.Join(err, s.findURL(c, args))
		}
		return err
	}
	if own {
		return errors.New("--vendor-code and --secret are for signing without a sandbox, and --account for signing by one; use one of them")
	}
	s.protocols = false
	return errors.Join(s.findURL(c, args), s.keepToken(c, args))
}

// signedCall is a call to print.
type signedCall struct {
	header   client.Field
	envelope string
	session  string
	steps    []labelled
	curl     string
	snippets client.Snippets
}

func (s *signCmd) run(c *cobra.Command, _ []string) error {
	signed := s.signedHere
	if s.code != "" {
		signed = s.signedBySandbox
	}
	call, err := signed(c.Context())
	if err != nil {
		return err
	}
	if s.format != asText {
		return s.writeJSON(call)
	}
	return s.writeText(call)
}

func (s *signCmd) writeJSON(call signedCall) error {
	what, made := s.pick(call)
	shown := map[string]any{what: made}
	if s.explain {
		steps := map[string]string{}
		for _, step := range call.steps {
			steps[step.label] = step.text
		}
		shown["steps"] = steps
	}
	return s.program.print(s.format, shown)
}

func (s *signCmd) writeText(call signedCall) error {
	_, made := s.pick(call)
	var out strings.Builder
	if s.explain {
		for _, step := range call.steps {
			fmt.Fprintf(&out, "%-11s%s\n", step.label, step.text)
		}
		out.WriteString("\n")
	}
	_, err := fmt.Fprintln(s.program.stdout, out.String()+made)
	return err
}

// pick returns the requested text and its kind.
func (s *signCmd) pick(call signedCall) (what, text string) {
	switch {
	case s.curl:
		return "curl", call.curl
	case s.snippet != "":
		return "snippet", strings.TrimSuffix(s.snippet.of(call.snippets), "\n")
	case s.session:
		return "session", call.session
	case s.envelope:
		return "envelope", call.envelope
	}
	return "header", call.header.Name + ": " + call.header.Value
}

// signedHere signs the call with the secret of the flags.
func (s *signCmd) signedHere(context.Context) (signedCall, error) {
	signature, err := s.credentials.Sign(s.date)
	header := client.Field{Name: sandbox.AuthHeader, Value: signature.Header()}
	return signedCall{
		header: header, envelope: signature.LoginEnvelope(), steps: s.steps(signature),
		curl: sandbox.Curl(s.method, s.url+restBase+s.path, header, s.selfSigned),
	}, err
}

// signedBySandbox has a running sandbox sign the call, with the secret and the
// settings of the account.
func (s *signCmd) signedBySandbox(ctx context.Context) (signedCall, error) {
	signed, err := s.client().Account(s.code).Sign(ctx, s.request())
	if err != nil {
		return signedCall{}, err
	}
	call := signedCall{envelope: signed.Envelope, session: signed.Session, snippets: signed.Snippets}
	for _, step := range signed.Steps {
		call.steps = append(call.steps, labelled{step.Key, step.Value})
	}
	if signed.Header != nil {
		call.header = *signed.Header
		call.curl = sandbox.Curl(signed.Method, signed.URL, call.header, signed.Insecure)
	}
	return call, nil
}

// request returns what to sign.
func (s *signCmd) request() client.SignRequest {
	ask := client.SignRequest{Method: s.method, Path: s.path, Algorithm: s.algorithm}
	if s.envelope || s.session {
		ask.Protocol = client.SOAP
	}
	if !s.date.IsZero() {
		ask.At = s.date.UTC().Format(time.DateTime)
	}
	return ask
}

// steps explains how the hash is made (section 5, open question hash-recipe).
func (s *signCmd) steps(signature sandbox.Signature) []labelled {
	measured := func(text string) string { return fmt.Sprintf("%q, %s", text, count(len(text), "byte")) }
	return []labelled{
		{"code", measured(signature.VendorCode)},
		{"date", measured(signature.Date) + ", GMT"},
		{"signed", signature.Signed() + " (length of the code, code, length of the date, date; lengths in bytes)"},
		{"key", measured(s.credentials.Secret) + ", the secret"},
		{"algorithm", string(signature.Algorithm) + ", as HMAC"},
		{"hash", signature.Hash + " (hex)"},
	}
}
