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
	target
	wait    time.Duration
	format  format
	guessed bool // the variables gave the address, so one left by serve counts too
}

func (p *program) ready() *cobra.Command {
	r := &readyCmd{target: target{program: p}}
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

// run calls the sandbox until it is ready or the time is up. The error reports the
// result of the last call.
func (r *readyCmd) run(c *cobra.Command, _ []string) error {
	deadline, cancel := context.WithTimeout(c.Context(), r.wait)
	defer cancel()
	for {
		err := r.call(c.Context())
		if err == nil {
			return r.report()
		}
		select {
		case <-deadline.Done():
			if errors.As(err, new(startingError)) {
				return err
			}
			return fmt.Errorf("not ready: %w", err)
		case <-time.After(readyInterval):
		}
	}
}

// report prints the address of the sandbox.
func (r *readyCmd) report() error {
	ready := map[string]string{"ready": r.url}
	shown := request{remote: remote{target: r.target}, format: r.format, verb: verb{text: "ready: {{.ready}}\n", answer: ready}}
	return errors.Join(shown.take(ready, nil), shown.write())
}

// findOrGuess finds the address. A port picked by serve is known once serve has left it.
func (r *readyCmd) findOrGuess(c *cobra.Command, args []string) error {
	r.guessed = r.url == ""
	err := r.findURL(c, args)
	if errors.As(err, new(freePortError)) {
		return nil
	}
	return err
}

// call returns nil when the sandbox is ready: at the address of the variables, or at
// the one left by serve, because a flag of serve gave it. When they differ in the
// scheme alone, only the left one is called, because the sandbox would record each
// health check with the other scheme as a refused call.
func (r *readyCmd) call(ctx context.Context) error {
	left := *r
	if r.guessed {
		left.url = r.program.addressFile().read()
	}
	if left.url != "" && hostOf(left.url) == hostOf(r.url) {
		r.url = left.url
	}
	err := r.callAt(ctx)
	if err == nil || left.url == "" || left.url == r.url {
		return err
	}
	if err := left.callAt(ctx); err != nil {
		return err
	}
	r.url = left.url
	return nil
}

// hostOf returns the host and port of a URL.
func hostOf(url string) string {
	_, host, _ := strings.Cut(url, "://")
	return host
}

// callAt returns nil when the sandbox at the address is ready. The call carries no
// secret, so any certificate is accepted.
func (r *readyCmd) callAt(ctx context.Context) error {
	if r.url == "" {
		return errors.New("no sandbox left its address; --url gives it")
	}
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	sandbox := remote{target: r.target}
	err := sandbox.client().Ready(ctx)
	var answered *client.Error
	switch {
	case errors.As(err, &answered) && strings.Contains(answered.Text, r.url):
	case answered != nil && answered.Hint != "" && answered.Text != "not ready":
		return fmt.Errorf("%s: %s; %s", r.url, strings.TrimPrefix(answered.Text, "not ready: "), answered.Hint)
	case answered != nil && answered.Hint != "":
		return startingError(fmt.Sprintf("%s is %s", r.url, answered.Hint))
	}
	return err
}

// startingError names the step a starting sandbox waits for.
type startingError string

func (e startingError) Error() string { return "starting: " + string(e) }
