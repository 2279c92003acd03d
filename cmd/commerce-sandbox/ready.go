package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

const (
	answerTime = 2 * time.Second        // for one answer
	pause      = 100 * time.Millisecond // between two questions
	mostRead   = 4 << 10                // bytes of an answer
)

// asking is the verb ready with its settings.
type asking struct {
	target target
	wait   time.Duration
}

func (p *program) ready() verb {
	a := &asking{target: target{program: p}}
	return verb{
		name:     "ready",
		summary:  "Tells by its exit code whether a running sandbox answers calls",
		examples: []string{name + " ready --wait 30s", name + " ready --url http://127.0.0.1:8080"},
		fails:    "the sandbox is not ready in time",
		flags: []setting{
			a.target.flag(),
			{name: "wait", value: "DURATION", preset: "0s", usage: "how long to go on asking", set: duration(&a.wait)},
		},
		accept: func([]string) error { return a.target.complete() },
		run:    a.run,
	}
}

// run asks once, or again and again until the sandbox is ready or the time is
// up. The error says what the last question met.
func (a *asking) run(ctx context.Context) error {
	deadline, cancel := context.WithTimeout(ctx, a.wait)
	defer cancel()
	for {
		err := a.ask(ctx)
		if err == nil {
			_, err := fmt.Fprintf(a.target.program.stdout, "ready: %s\n", a.target.url)
			return err
		}
		select {
		case <-deadline.Done():
			return fmt.Errorf("not ready: %w", err)
		case <-time.After(pause):
		}
	}
}

func (a *asking) ask(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.target.url+"/_sandbox/ready", nil)
	if err != nil {
		return err
	}
	// The question holds no secret, and a self-signed certificate proves nothing.
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(request)
	if err != nil {
		return fmt.Errorf("nothing answers at %s: %w", a.target.url, err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	var refusal struct{ Hint string }
	body, _ := io.ReadAll(io.LimitReader(response.Body, mostRead)) // what cannot be read has no hint
	if json.Unmarshal(body, &refusal) != nil || refusal.Hint == "" {
		return fmt.Errorf("%s answers %s, as no sandbox does", a.target.url, response.Status)
	}
	return fmt.Errorf("%s is %s", a.target.url, refusal.Hint)
}
