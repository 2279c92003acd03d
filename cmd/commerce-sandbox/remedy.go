package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

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
