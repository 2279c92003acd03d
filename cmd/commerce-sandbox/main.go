// Command commerce-sandbox runs a sandbox of the commerce interface and has the
// commands around it: some use a running sandbox, some need none.
//
// Each command is one file, with its flags, its checks and its work, and one
// line in the list of commands. cobra parses the command line and writes the
// help. The flags are values of our own, because pflag stops at the first bad
// value and the program reports all of them: a flag collects its values, and
// resolve sets it from the command line, from its environment variable or from
// its default.
//
// The meaning of the options belongs to package sandbox, and the calls of a running
// sandbox to package client.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/spf13/cobra"
)

func main() {
	ctx := untilStopped()
	// The collector works harder near its share of the container's memory, because the
	// kernel kills a process beyond it. GOMEMLIMIT wins. Without a limit, or where it
	// cannot be read, nothing changes.
	_, _ = memlimit.Set(memlimit.WithRatio(collected)) // the program runs without a limit too
	// Most of the memory is not the heap, so the collector may run half as often for
	// some ten megabytes more. GOGC wins.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	os.Exit(run(ctx, os.Args[1:], os.Environ(), os.Stdout, os.Stderr))
}

// collected is the collector's share of the container's memory. The kernel counts the
// program itself, the mapped pages of the data file and the buffers of sockets too.
const collected = 0.75

// The exit codes of the program.
const (
	exitDone   = 0
	exitFailed = 1 // it failed, was refused, or its check failed
	exitUsage  = 2 // flags, environment variables or arguments are wrong
)

// run is the program without the process around it. It returns the exit code.
func run(ctx context.Context, args, environ []string, stdout, stderr io.Writer) int {
	container, _ := memlimit.FromCgroup() // 0 without a limit, or where it cannot be read
	p := newProgram(environ, stdout, stderr)
	p.container = container
	defer p.closeQueues()
	return p.reportError(p.command(args).ExecuteContextC(ctx))
}

// reportError prints the error of a command, and returns the exit code.
func (p *program) reportError(c *cobra.Command, err error) int {
	var f failure
	var code exitCode
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &f):
		fmt.Fprintf(p.stderr, "%s: %v\n", name, err)
		return exitFailed
	}
	for _, fault := range flatten(err) {
		fmt.Fprintf(p.stderr, "%s: %v\n", name, fault)
	}
	fmt.Fprintf(p.stderr, "See %s --help.\n", c.CommandPath())
	return exitUsage
}

// newProgram returns the program with its environment.
func newProgram(environ []string, stdout, stderr io.Writer) *program {
	p := &program{environ: environ, environment: environment(environ), stdout: stdout, stderr: stderr}
	p.folder, _ = os.Getwd()
	p.home, _ = os.UserHomeDir()
	return p
}

// failure is an error of a correctly called command.
type failure struct{ error }

// exitCode is the exit code of a command after run. The command has printed the fault.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// flatten returns joined errors one by one. An error that adds words of its own to
// several others stays whole.
func flatten(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(joined.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var faults []error
	for _, fault := range joined.Unwrap() {
		faults = append(faults, flatten(fault)...)
	}
	return faults
}
