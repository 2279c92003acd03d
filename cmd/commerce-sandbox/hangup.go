package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/mattn/go-isatty"
)

// hangupStops reports whether SIGHUP says that the terminal of the program ends, which is a
// stop: where standard error is a terminal. One that was ignored at the start, as nohup
// does, stays ignored.
func hangupStops() bool {
	return !signal.Ignored(syscall.SIGHUP) && isatty.IsTerminal(os.Stderr.Fd())
}

// untilStopped returns the context of the program, which the signals that stop it end. A
// further one ends the process at once, except for SIGHUP, which a shell sends once more to
// what its terminal has sent it.
func untilStopped() context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if hangupStops() {
		signals = append(signals, syscall.SIGHUP)
	}
	ignored := signal.Ignored(syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() {
		if !ignored {
			signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // signal.Ignore lets one that comes meanwhile end the process
		}
		stop()
	})
	return ctx
}

// hangups returns the signals at which serve reads its scenarios again, nil when SIGHUP
// means something else, and what ends them.
func hangups() (<-chan os.Signal, func()) {
	if signal.Ignored(syscall.SIGHUP) || hangupStops() {
		return nil, func() {}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	return signals, func() { signal.Stop(signals) }
}

// await returns when the sandbox is interrupted or fails. Until then it reads the scenarios
// at each hang-up.
func (s *serveCmd) await(ctx context.Context, hangups <-chan os.Signal) error {
	for {
		select {
		case <-ctx.Done():
			s.options.Log.InfoContext(ctx, "stopping", slog.Duration("within", s.drain))
			return nil
		case <-s.sandbox.Done():
			return s.sandbox.Err()
		case <-hangups:
			if err := s.sandbox.ReloadScenarios(); err != nil {
				s.options.Log.WarnContext(ctx, "SIGHUP reads the folder of scenarios, which failed", slog.Any("error", err))
			}
		}
	}
}
