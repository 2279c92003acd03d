package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/mattn/go-isatty"
)

// hangupStops reports whether SIGHUP stops the program, because it then means the end of
// its terminal: where standard error is a terminal. A SIGHUP ignored at the start, as by
// nohup, stays ignored.
func hangupStops() bool {
	return !signal.Ignored(syscall.SIGHUP) && isatty.IsTerminal(os.Stderr.Fd())
}

// untilStopped returns the context of the program. A signal to stop ends it. A further one
// ends the process at once, except for SIGHUP, because a shell repeats it to the processes
// of its terminal, and except after the start of the command of run, which gets it.
func untilStopped() context.Context {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if hangupStops() {
		signals = append(signals, syscall.SIGHUP)
	}
	ignored := signal.Ignored(syscall.SIGHUP)
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	context.AfterFunc(ctx, func() {
		if !ignored {
			signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // signal.Ignore would let a SIGHUP meanwhile end the process
		}
		stop()
	})
	return ctx
}

// hangups returns the signals for reading the scenarios of serve again, nil when SIGHUP
// means something else, and a function to end them.
func hangups() (<-chan os.Signal, func()) {
	if signal.Ignored(syscall.SIGHUP) || hangupStops() {
		return nil, func() {}
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	return signals, func() { signal.Stop(signals) }
}

// await reads the scenarios at each hang-up, until the sandbox is interrupted or fails.
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
