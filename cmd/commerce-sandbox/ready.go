package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

const (
	readyTimeout  = 2 * time.Second        // of one call
	readyInterval = 100 * time.Millisecond // between two calls
	readyBody     = 4 << 10                // bytes that are read of an answer
)

// readyCmd is the command ready with its flags.
type readyCmd struct {
	target
	wait time.Duration
}

func (p *program) ready() *cobra.Command {
	r := &readyCmd{target: target{program: p}}
	c := &cobra.Command{
		Use:     "ready",
		GroupID: groupRemote,
		Short:   "Check whether the sandbox is ready (exit code 0 or 1)",
		Example: examples(name+" ready --wait 30s", name+" ready --url http://127.0.0.1:8080"),
		Args:    all(noArguments, r.findURL),
		RunE:    r.run,
	}
	define(c, r.urlFlag(),
		flag{name: "wait", value: "DURATION", preset: "0s", usage: "how long to wait until the sandbox is ready", set: duration(&r.wait)})
	return c
}

// run calls the sandbox until it is ready or the time is up. The error says what
// the last call returned.
func (r *readyCmd) run(c *cobra.Command, _ []string) error {
	deadline, cancel := context.WithTimeout(c.Context(), r.wait)
	defer cancel()
	for {
		err := r.call(c.Context())
		if err == nil {
			_, err := fmt.Fprintf(r.program.stdout, "ready: %s\n", r.url)
			return err
		}
		select {
		case <-deadline.Done():
			return fmt.Errorf("not ready: %w", err)
		case <-time.After(readyInterval):
		}
	}
}

func (r *readyCmd) call(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url+"/_sandbox/ready", nil)
	if err != nil {
		return err
	}
	// The call carries no secret, so any certificate is accepted.
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("nothing answers at %s: %w", r.url, err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	var problem struct{ Hint string }
	body, _ := io.ReadAll(io.LimitReader(response.Body, readyBody)) // a body that cannot be read has no hint
	if json.Unmarshal(body, &problem) != nil || problem.Hint == "" {
		return fmt.Errorf("%s answers %s, unlike a sandbox", r.url, response.Status)
	}
	return fmt.Errorf("%s is %s", r.url, problem.Hint)
}
