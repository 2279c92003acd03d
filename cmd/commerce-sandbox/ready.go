package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

const (
	readyTimeout  = 2 * time.Second        // of one call
	readyInterval = 100 * time.Millisecond // between two calls
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

// call returns nil when the sandbox is ready. The call carries no secret, so any
// certificate is accepted.
func (r *readyCmd) call(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	sandbox := remote{target: r.target}
	err := sandbox.client().Ready(ctx)
	var answered *client.Error
	switch {
	case errors.As(err, &answered) && answered.Hint != "" && answered.Text != "not ready":
		return fmt.Errorf("%s is %s; %s", r.url, answered.Text, answered.Hint)
	case answered != nil && answered.Hint != "":
		return fmt.Errorf("%s is %s", r.url, answered.Hint)
	}
	return err
}
