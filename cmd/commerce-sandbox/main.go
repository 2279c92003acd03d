// Command commerce-sandbox runs a sandbox of the commerce interface, and holds
// the verbs around it. Each verb is one file: its flags, its checks and what it
// does. A flag is one row of a table that gives its name, its environment twin,
// its default and its line in the help.
//
// All that is wrong with a call of the program is told at once, a sentence
// each, and ends it with code 2; whatever fails later ends it with code 1.
//
// The program turns flags into options and answers into text. What the options
// mean is left to package sandbox, how a call is signed to package credential.
//
// The library is cobra with its pflag, for verbs, nested verbs and flags in any
// place. It was weighed against kong and urfave/cli: like those it stops at the
// first bad flag, but it lets the program sift the arguments itself and take
// over the help, and flags are values of our own, which can wait for the
// environment before they complain.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // from then on a second signal ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr))
}

// The codes the program ends with.
const (
	fine     = 0
	failed   = 1
	misspelt = 2 // flags, environment or arguments are wrong
)

// program is what a verb may touch of the world outside.
type program struct {
	getenv         func(string) string
	stdout, stderr io.Writer
}

// run is the program without the process around it. It returns the exit code.
func run(ctx context.Context, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	p := &program{getenv: getenv, stdout: stdout, stderr: stderr}
	err := p.command(args).ExecuteContext(ctx)
	var m *misuse
	switch {
	case errors.As(err, &m):
		for _, fault := range m.faults {
			fmt.Fprintf(stderr, "%s: %v\n", name, fault)
		}
		fmt.Fprintf(stderr, "See %s --help.\n", m.command)
		return misspelt
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return failed
	}
	return fine
}

// misuse is a call of the program that cannot be followed.
type misuse struct {
	command string
	faults  []error
}

func (m *misuse) Error() string { return errors.Join(m.faults...).Error() }

// flatten returns the faults that were joined, one by one. An error that adds
// words of its own to several others stays whole.
func flatten(err error) []error {
	if err == nil {
		return nil
	}
	several, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(several.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var faults []error
	for _, fault := range several.Unwrap() {
		faults = append(faults, flatten(fault)...)
	}
	return faults
}
