package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// usage is an error of a wrongly called command, found by the sandbox alone.
type usage struct{ error }

// ofFile returns the refusal of a file as a failure, because the command was called correctly.
func ofFile(err error) error {
	if isRefusal(err) {
		return failure{remedy(err)}
	}
	return err
}

// asUsage returns a refusal of what the command line says as an error of usage: of a wrong
// value, and of a name that the sandbox does not know. A CI job must not take a wrong
// condition for an untrue one.
func asUsage(err error) error {
	var refused *client.Error
	if errors.As(err, &refused) && slices.Contains([]int{http.StatusBadRequest, http.StatusNotFound, http.StatusMethodNotAllowed}, refused.Status) {
		return usage{inOwnWords(err, refused)}
	}
	return err
}

var (
	httpHint  = regexp.MustCompile(`^((GET|POST|PUT|PATCH|DELETE) /_sandbox|correct the fields that are named|send one JSON object|send \{"mode")`)
	httpPart  = regexp.MustCompile(`; (GET|POST|PUT|PATCH|DELETE) /_sandbox[^;]*`) // the hint of one of several faults
	jsonField = regexp.MustCompile(`(^|; )(vendor_code|label|run|ttl|secret|world|features|assume|clock|scenarios|times|for|now|advance): `)
)

// inOwnWords returns a refusal without advice for clients of the control interface,
// and without the names of its fields.
func inOwnWords(err error, refused *client.Error) error {
	bare := *refused
	switch {
	case strings.HasPrefix(bare.Hint, "GET /_sandbox/scenarios "):
		bare.Hint = name + " scenario list lists them; an error code is a name too"
	case httpHint.MatchString(bare.Hint):
		bare.Hint = ""
	}
	bare.Text = jsonField.ReplaceAllString(httpPart.ReplaceAllString(bare.Text, ""), "$1")
	if bare.Hint == refused.Hint && bare.Text == refused.Text {
		return err // it may have words of its own around it
	}
	return &bare
}

// remedy adds the flag that avoids a failure to its error.
func remedy(err error) error {
	var op *net.OpError
	var answered *client.Error
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.As(err, &op) && op.Op == "listen":
		return fmt.Errorf("%w; choose another address with --listen or --control-listen, such as 127.0.0.1:0 for a free port", err)
	case errors.As(err, &certificate):
		return fmt.Errorf("%w; SANDBOX_TLS=self-signed accepts the certificate of a sandbox that made its own", err)
	case errors.As(err, &answered) && httpHint.MatchString(answered.Hint):
		return inOwnWords(err, answered)
	case errors.As(err, &answered) && answered.Status == http.StatusUnauthorized:
		return fmt.Errorf("%s; give it by --control-token or SANDBOX_CONTROL_TOKEN", answered.Text)
	}
	return err
}
