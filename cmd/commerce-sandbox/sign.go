package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// signing are the flags and arguments of the command sign.
type signing struct {
	credentials  sandbox.Credentials
	date         time.Time // zero for the present
	algorithm    string    // "" for the default
	curl         bool
	envelope     bool
	session      bool
	explain      bool
	snippet      string
	method, path string // of the call for --curl or --snippet
}

func signVerb() verb {
	s := &signing{}
	return verb{
		use: "sign [--curl|--snippet LANGUAGE METHOD PATH]", short: "Print the credential header of a call, a login envelope, or a curl command",
		group: groupLocal, callsProtocols: true, check: s.check, fetch: s.sign, answer: map[string]any{},
		examples: []string{
			"sign",
			"sign --curl GET '/orders/?Limit=2'",
			"sign --explain --vendor-code AVANGATE --secret SECRET_KEY --date '2010-05-13 12:12:12'",
			"sign --account DEMO --snippet php GET '/orders/?Limit=2'",
			`curl -H "$(` + name + ` sign --account DEMO)" -H 'Accept: application/json' http://` + defaultListen + restBase + `/orders/`,
		},
		flags: []flag{
			{name: "vendor-code", project: true, value: "CODE", preset: defaultCode, variable: true, usage: "vendor code of the account", set: to(&s.credentials.VendorCode, text)},
			{name: "secret", value: "SECRET", preset: defaultSecret, variable: true, usage: "secret of the account", set: to(&s.credentials.Secret, text)},
			// Without a value of the project's file, because a sandbox would sign in place of the secret.
			{name: "account", value: "CODE", variable: true, usage: "have a running sandbox sign for this account, which needs no secret; --url is then the address of its control interface"},
			{name: "date", value: "MOMENT", usage: "date to sign, in GMT unless it names a zone; without it, now", set: to(&s.date, moment)},
			{name: "algo", value: "ALGORITHM", usage: "sha256, sha3-256 or md5; without it, sha256, or what the account accepts",
				set: to(&s.algorithm, text), complete: words(sandbox.SHA256, sandbox.SHA3, sandbox.MD5)},
			{name: "curl", usage: "print a curl command that calls PATH, below the REST base, with METHOD", set: to(&s.curl, toggle)},
			{name: "snippet", value: "LANGUAGE", usage: "print a program that signs and makes this call, or the login: " + choice(client.Languages()) + "; needs --account",
				set: to(&s.snippet, oneOf(client.Languages()...)), complete: words(client.Languages()...)},
			{name: "envelope", usage: "print the envelope of a SOAP login", set: to(&s.envelope, toggle)},
			{name: "session", usage: "print a SOAP session, as a login returns it; needs --account", set: to(&s.session, toggle)},
			{name: "explain", usage: "print how the hash is made", set: to(&s.explain, toggle)},
		},
	}
}

// check finds the necessary address. It refuses flags for several outputs, those that need a
// running sandbox without one, and a wrong call.
func (s *signing) check(r *request, args []string) error {
	err := s.choose(r) // it says whether an account signs
	var wrong error
	switch {
	case s.curl && s.envelope:
		wrong = errors.New("--curl prints a REST call, and --envelope a SOAP login; use one of them")
	case s.curl && s.snippet != "":
		wrong = errors.New("--curl prints a signed call, and --snippet a program that signs; use one of them")
	case s.session && (s.curl || s.envelope || s.snippet != ""):
		wrong = errors.New("--session prints a session only; use it without --curl, --snippet and --envelope")
	case s.session && r.code == "":
		wrong = errors.New("--session needs --account, because a running sandbox issues it")
	case s.snippet != "" && r.code == "":
		wrong = errors.New("--snippet needs --account, because a running sandbox writes it")
	default:
		wrong = s.readCall(args)
	}
	return errors.Join(err, wrong)
}

// readCall takes METHOD and PATH for --curl and --snippet, and checks them.
func (s *signing) readCall(args []string) error {
	switch call := s.curl || s.snippet != "" && !s.envelope; {
	case !call && len(args) > 0:
		return fmt.Errorf("METHOD and PATH need --curl or --snippet, got %q without it", strings.Join(args, " "))
	case call && len(args) != 2:
		return fmt.Errorf("--curl and --snippet need METHOD and PATH, such as --curl GET /orders/, got %q", strings.Join(args, " "))
	case !call:
		return nil
	}
	s.method, s.path = strings.ToUpper(args[0]), args[1]
	var faults []error
	if strings.Trim(s.method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || s.method == "" {
		faults = append(faults, fmt.Errorf("METHOD must be letters, such as GET or POST, got %q", args[0]))
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
func (s *signing) choose(r *request) error {
	own := r.Flags().Changed("vendor-code") || r.Flags().Changed("secret")
	if own && !r.Flags().Changed("account") {
		r.code = "" // flags win over SANDBOX_ACCOUNT
	}
	switch {
	case r.code != "" && own:
		return errors.New("--vendor-code and --secret are for signing without a sandbox, and --account for signing by one; use one of them")
	case r.code != "":
		r.remote.protocols = false
		return errors.Join(r.findURL(), r.keepToken())
	}
	s.credentials.Algorithm = sandbox.Algorithm(s.algorithm)
	_, err := s.credentials.Sign(s.date) // its faults are the faults of the flags
	if s.curl {
		err = errors.Join(err, r.findURL())
	}
	return err
}

// sign signs the call, with the secret of the flags or by a running sandbox, and prints what
// is asked for. A program has the secret as it is, so no character of it is escaped.
func (s *signing) sign(r *request) (any, error) {
	var signed client.SignedCall
	var err error
	if r.code == "" {
		signed, err = s.signHere(r)
	} else {
		ask := client.SignRequest{Method: s.method, Path: s.path, Algorithm: s.algorithm}
		if s.envelope || s.session {
			ask.Protocol = client.SOAP
		}
		if !s.date.IsZero() {
			ask.At = s.date.UTC().Format(time.DateTime)
		}
		signed, err = r.client().Account(r.code).Sign(r.ctx, ask)
	}
	if err != nil {
		return nil, err
	}
	if signed.Header == nil && !s.session && !s.envelope && s.snippet == "" {
		return nil, errors.New("the sandbox signed no call, but a login")
	}
	what, made := s.pick(signed)
	shown := map[string]any{what: made}
	if s.explain {
		steps, lines := map[string]string{}, ""
		for _, step := range signed.Steps {
			steps[step.Key] = step.Value
			lines += fmt.Sprintf("%-11s%s\n", step.Key, step.Value)
		}
		shown["steps"], made = steps, lines+"\n"+made
	}
	if r.format != client.AsText {
		return shown, nil
	}
	return nil, r.print(made+"\n", nil)
}

// pick returns the requested text and its kind.
func (s *signing) pick(call client.SignedCall) (what, text string) {
	switch {
	case s.curl:
		return "curl", sandbox.Curl(call.Method, call.URL, *call.Header, call.Insecure)
	case s.snippet != "":
		return "snippet", strings.TrimSuffix(call.Snippets.In(s.snippet), "\n")
	case s.session:
		return "session", call.Session
	case s.envelope:
		return "envelope", call.Envelope
	}
	return "header", call.Header.Name + ": " + call.Header.Value
}

// signHere signs the call with the secret of the flags, as a sandbox would. The steps explain
// how the hash is made (section 5, open question hash-recipe).
func (s *signing) signHere(r *request) (client.SignedCall, error) {
	signature, err := s.credentials.Sign(s.date)
	measured := func(text string) string { return fmt.Sprintf("%q, %s", text, count(len(text), "byte")) }
	return client.SignedCall{
		Method: s.method, URL: r.url + restBase + s.path, Insecure: r.selfSigned,
		Header: &client.Field{Name: sandbox.AuthHeader, Value: signature.Header()}, Envelope: signature.LoginEnvelope(),
		Steps: []client.Line{
			{Key: "code", Value: measured(signature.VendorCode)},
			{Key: "date", Value: measured(signature.Date) + ", GMT"},
			{Key: "signed", Value: signature.Signed() + " (length of the code, code, length of the date, date; lengths in bytes)"},
			{Key: "key", Value: measured(s.credentials.Secret) + ", the secret"},
			{Key: "algorithm", Value: string(signature.Algorithm) + ", as HMAC"},
			{Key: "hash", Value: signature.Hash + " (hex)"},
		},
	}, err
}
