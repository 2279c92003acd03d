package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	remote
	wait    time.Duration
	format  client.Format
	guessed bool // the variables gave the address, so one left by serve counts too
}

func (p *program) ready() *cobra.Command {
	r := &readyCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "ready",
		GroupID: groupRemote,
		Short:   "Check whether the sandbox is ready (exit code 0 or 1)",
		Example: examples(name+" ready --wait 30s", name+" ready --url http://127.0.0.1:8080"),
		Args:    all(noArguments, r.findOrGuess),
		RunE:    r.run,
	}
	define(c, r.urlFlag(),
		flag{name: "wait", value: "DURATION", preset: "0s", usage: "how long to wait until the sandbox is ready", set: to(&r.wait, duration)}, formatFlag(&r.format))
	return c
}

// run calls the sandbox until it is ready or the time is up. The error is that of the last call.
func (r *readyCmd) run(c *cobra.Command, _ []string) error {
	deadline, cancel := context.WithTimeout(c.Context(), r.wait)
	defer cancel()
	for {
		var err error
		for _, address := range r.addresses() {
			if err = r.call(c.Context(), address); err == nil {
				ready := map[string]string{"ready": address}
				shown := request{remote: r.remote, format: r.format, verb: verb{text: "ready: {{.ready}}\n", answer: ready}}
				return errors.Join(shown.take(ready, nil), shown.write())
			}
		}
		select {
		case <-deadline.Done():
			return err
		case <-time.After(readyInterval):
		}
	}
}

// findOrGuess finds the address. A port picked by serve is known once serve has left it.
func (r *readyCmd) findOrGuess(*cobra.Command, []string) error {
	r.guessed = r.url == ""
	err := r.findURL()
	if errors.As(err, new(freePortError)) {
		return nil
	}
	return err
}

// addresses returns where the sandbox may be: at the address of the variables, or at
// the one left by serve, because a flag of serve gave it. When they differ in the
// scheme alone, only the left one is called, because the sandbox would record each
// health check with the other scheme as a refused call.
func (r *readyCmd) addresses() []string {
	left := ""
	if r.guessed {
		left = r.program.addressFile().read()
	}
	_, host, _ := strings.Cut(left, "://")
	switch {
	case left == "":
		return []string{r.url}
	case strings.HasSuffix(r.url, "://"+host):
		return []string{left}
	}
	return []string{r.url, left}
}

// call returns nil when the sandbox at an address is ready. The call carries no
// secret, so any certificate is accepted.
func (r *readyCmd) call(ctx context.Context, address string) error {
	if address == "" {
		return errors.New("not ready: no sandbox left its address; --url gives it")
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	sandbox := r.remote
	sandbox.url = address
	err := sandbox.client().Ready(ctx)
	var answered *client.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &answered), answered.Hint == "", strings.Contains(answered.Text, address):
		return fmt.Errorf("not ready: %w", err)
	case answered.Text == "not ready":
		return fmt.Errorf("starting: %s is %s", address, answered.Hint)
	}
	return fmt.Errorf("not ready: %s: %s; %s", address, strings.TrimPrefix(answered.Text, "not ready: "), answered.Hint)
}
