package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// runCmd is the command run with its flags.
type runCmd struct {
	remote
	options   sandbox.Options
	name      string // of the run
	noVerdict bool
	noCallsOK bool // the command may make none
	least     float64
	before    string
	report    string
	host      string // of the started sandbox
	path      string // of the command
	shared    bool   // others use the sandbox too
}

// failedTTL is how long the accounts of a run stay in a shared sandbox.
const failedTTL = time.Hour

const runHelp = `Run a command, without a shell, beside a sandbox of its own on a free port of 127.0.0.1, or
beside the one that --url gives. The command gets an account: COMMERCE_REST, COMMERCE_SOAP,
COMMERCE_WSDL, COMMERCE_VENDOR_CODE and COMMERCE_SECRET. The accounts that its tests open
with the run SANDBOX_RUN count too. Then the verdict of the run is printed to stderr, with
what explains the calls that were refused. The exit code is that of the command, 128 and
the number of the signal that ended it, or 1 when only the verdict fails, as it does without
a call. A signal is passed on to all processes of the command, and one that comes a second
later ends them; at a terminal, Ctrl-C is the command's own. Processes that the command
leaves are ended.`

func (p *program) runCommand() *cobra.Command {
	r := &runCmd{remote: p.remote()}
	c := &cobra.Command{
		Use:     "run [flags] -- COMMAND [ARGUMENT…]",
		GroupID: groupRun,
		Short:   "Run a command beside a sandbox of its own, and print its verdict (exit code of the command, or 1 if the verdict fails)",
		Long:    runHelp,
		Example: examples(
			name+" run -- npm test",
			name+" run --report report --min-coverage 40 -- python3 -m pytest -q",
			name+" run --url http://127.0.0.1:8080 --run ci-17 -- go test ./...",
		),
		Args: r.check,
		RunE: r.run,
	}
	define(c, slices.Concat([]flag{
		r.runURLFlag(), r.tokenFlag(),
		{name: "run", value: "NAME", variable: true, usage: "name of the run; without it, a random one", set: to(&r.name, text)},
		{name: "account", project: true, value: "CODE", variable: true, usage: "vendor code of the account to open; without it, a new one", set: to(&r.code, text)},
	}, r.worldFlags(), []flag{
		{name: "no-verdict", usage: "leave the exit code to the command", set: to(&r.noVerdict, toggle)},
		{name: "allow-no-calls", usage: "let a command pass that makes no call", set: to(&r.noCallsOK, toggle)},
		{name: "min-coverage", value: "PERCENT", preset: "0", usage: "share of the documented outcomes that the run must cover", set: to(&r.least, percent)},
		{name: "before", value: "FILE", usage: "JSON coverage report of an earlier run, to list what is newly missing", set: to(&r.before, text), complete: files},
		{name: "report", value: "FOLDER", usage: "write the run there as run.json, run.txt, run.xml (JUnit) and run.md, with its coverage.json", set: to(&r.report, text), complete: folders},
	})...)
	c.Flags().SetInterspersed(false) // everything after the command belongs to it
	return c
}

// worldFlags are the flags of a sandbox that a command starts.
func (r *runCmd) worldFlags() []flag {
	o := &r.options
	return []flag{
		{name: "world", project: true, value: "NAME|FILE", variable: true, usage: "world of the accounts, as serve takes it; not with --url", set: to(&o.World, text), complete: files},
		{name: "seed", project: true, value: "N", variable: true, preset: "1", usage: "seed of data, ids and chance; not with --url", set: to(&o.Seed, number[int64](1))},
		{name: "scenarios", project: true, value: "FOLDER", variable: true, usage: "folder of scenario files; not with --url", set: to(&o.ScenarioFolder, text), complete: folders},
		{name: "scenario", value: "NAME", many: true, variable: true, usage: "scenario active for every account; not with --url", set: to(&o.Scenarios, list)},
		{name: "assume", project: true, value: "ID=ANSWER", many: true, variable: true, usage: "answer to an open question; not with --url", set: to(&o.Answers, pair("ID=ANSWER"))},
	}
}

// runURLFlag is --url; without it, the command starts a sandbox.
func (r *runCmd) runURLFlag() flag {
	f := r.urlFlag()
	f.usage = "address of the control interface of a sandbox that runs; without it, the command gets a sandbox of its own"
	return f
}

// check finds the command, and conflicting flags.
func (r *runCmd) check(c *cobra.Command, args []string) (err error) {
	if len(args) == 0 {
		return fmt.Errorf("%[2]s needs a command, such as %[1]s %[2]s -- npm test", name, c.Name())
	}
	if r.url != "" && !c.Flags().Changed("account") {
		r.code = "" // SANDBOX_ACCOUNT and the file of the project name an existing one
	}
	var faults []error
	if r.path, err = exec.LookPath(args[0]); err != nil {
		faults = append(faults, fmt.Errorf("the command %q is not found", args[0]))
	}
	for _, flag := range []string{"host", "world", "seed", "scenarios", "scenario", "assume"} {
		if r.url != "" && c.Flags().Changed(flag) {
			faults = append(faults, fmt.Errorf("--%s is for the sandbox that %s starts; leave it out with --url", flag, c.Name()))
		}
	}
	return errors.Join(faults...)
}

// run opens the account, runs the command, and prints the verdict.
func (r *runCmd) run(c *cobra.Command, args []string) error {
	ctx := c.Context()
	stop, err := r.start(ctx)
	if err != nil {
		return err
	}
	defer stop()
	r.name = cmp.Or(r.name, randomRun())
	account := client.NewAccount{VendorCode: r.code, Run: r.name, Label: labelOf(filepath.Base(args[0]))}
	if r.shared {
		account.TTL = failedTTL
	}
	opened, err := r.client().Open(ctx, account)
	if err != nil {
		return err
	}
	r.code = opened.VendorCode
	fmt.Fprintf(r.program.stderr, "%s: run %s, account %s, pages %s/ui/\n", name, r.name, opened.VendorCode, r.url)
	code, err := r.program.execute(child{path: r.path, args: args, environ: r.environ(opened), stdin: c.InOrStdin()})
	if err != nil {
		return err
	}
	report, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer time.AfterFunc(repeatWait, func() { // signals until then were for the command
		further, _ := signal.NotifyContext(report, passedOn()...)
		context.AfterFunc(further, cancel)
	}).Stop()
	return r.end(report, code)
}

func randomRun() string { return "run-" + strings.ToLower(rand.Text()[:10]) }

// start starts a sandbox unless there is one. The returned function stops it.
func (r *runCmd) start(ctx context.Context) (stop func(), err error) {
	if r.shared = r.url != ""; r.shared {
		return func() {}, nil
	}
	o := r.options
	o.Listen, o.Ephemeral, o.Log = net.JoinHostPort(cmp.Or(r.host, "127.0.0.1"), "0"), true, slog.New(slog.NewTextHandler(r.program.stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	o.JournalBytes, o.ControlToken = journalBytes(r.program.container), r.token
	if r.code == defaultCode {
		o.VendorCode = "FIRST" // the account of the command is not the first one
	}
	s, err := sandbox.New(o)
	if err != nil {
		return nil, usage{err}
	}
	if err := s.Start(ctx); err != nil {
		return nil, err
	}
	r.url = s.URL()
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		_ = s.Stop(ctx) // the data are temporary
	}, nil
}

var unprintable = regexp.MustCompile(`[^ -~]`)

// labelOf returns a text as a label.
func labelOf(text string) string {
	text = unprintable.ReplaceAllString(text, "?")
	return text[:min(len(text), 64)]
}

// environ returns the variables of the command. Variables that would lead it to
// another sandbox are left out.
func (r *runCmd) environ(a client.AccountState) []string {
	set := []string{
		"COMMERCE_REST=" + a.RESTURL, "COMMERCE_SOAP=" + a.SOAPURL, "COMMERCE_WSDL=" + a.WSDLURL,
		"COMMERCE_VENDOR_CODE=" + a.VendorCode, "COMMERCE_SECRET=" + a.Secret,
		"SANDBOX_URL=" + r.url, "SANDBOX_ACCOUNT=" + a.VendorCode, "SANDBOX_RUN=" + r.name,
	}
	if r.token != "" {
		set = append(set, "SANDBOX_CONTROL_TOKEN="+r.token)
	}
	others := slices.DeleteFunc(slices.Clone(r.program.environ), func(variable string) bool {
		return strings.HasPrefix(variable, "SANDBOX_LISTEN=") || strings.HasPrefix(variable, "SANDBOX_CONTROL_LISTEN=")
	})
	return append(others, set...) // the last one of a name counts
}

// end prints how the run ended, and returns the exit code of the command as an error, or
// why the run fails, nil when neither did.
func (r *runCmd) end(ctx context.Context, code int) error {
	found, err := r.reportRun(ctx, code)
	if err == nil {
		err = r.explain(ctx, found)
	}
	switch failed := failedRun(found); {
	case code != 0:
		if err != nil {
			fmt.Fprintf(r.program.stderr, "%s: no verdict: %v\n", name, err)
		}
		return exitCode(code)
	case err != nil:
		return err
	case !r.noVerdict:
		return failed
	}
	return nil
}

// reportRun gets the run of a command from the sandbox, writes its report and prints it.
func (r *runCmd) reportRun(ctx context.Context, code int) (client.Run, error) {
	found, err := r.client().Run(ctx, r.name)
	if code != 0 {
		found.Failures = append(found.Failures, fmt.Sprintf("the command ended with exit code %d", code))
	}
	if found.Calls == 0 && found.Dropped == 0 && !r.noCallsOK {
		found.Failures = append(found.Failures, noCalls)
	}
	require(&found, r.least)
	if err == nil {
		err = compareWith(&found, r.before)
	}
	text := func(f client.Format) (string, error) { return sandbox.RunText(found, f) }
	if err == nil && r.report != "" {
		coverage := func(f client.Format) (string, error) { return sandbox.CoverageText(found.Coverage, f) }
		err = errors.Join(writeReports(r.report, "coverage", []client.Format{client.AsJSON}, coverage), writeReports(r.report, "run", runFormats, text))
	}
	if err == nil {
		var shown string
		shown, err = text(client.AsText)
		_, _ = fmt.Fprint(r.program.stderr, "\n"+shown)
	}
	return found, err
}

// noCalls fails a run whose verdict says nothing.
const noCalls = "the command made no call of the interface to an account of the run; does it read COMMERCE_REST and COMMERCE_VENDOR_CODE?"

// maxExplained is how many accounts of a run are explained.
const maxExplained = 5

// explain prints why calls were refused: the calls of the account of the command, of
// no account, and of the other remaining accounts with a failing verdict. It also
// names called accounts outside the run.
func (r *runCmd) explain(ctx context.Context, found client.Run) error {
	seen, explained := map[string]bool{}, 0
	for _, a := range found.Accounts {
		if a.Deleted != nil || a.Verdict.Passed && a.VendorCode != r.code || explained == maxExplained {
			continue
		}
		explained++
		refused, err := r.client().Account(a.VendorCode).RefusedCalls(ctx, 0)
		if err != nil {
			return err
		}
		for _, call := range refused {
			if seen[call.ID] {
				continue
			}
			seen[call.ID] = true
			if !r.shared {
				call.Page = "" // the sandbox ends
			}
			fmt.Fprintf(r.program.stderr, "\n%s", call.String())
		}
	}
	if r.shared {
		return nil
	}
	others, err := r.client().FindAccounts(ctx, client.AccountFilter{Query: "calls:>0 -run:" + r.name})
	for _, a := range others.Accounts {
		fmt.Fprintf(r.program.stderr, "\n%s: account %s got %s, which the verdict leaves out, because it does not belong to the run\n", name, a.VendorCode, count(int(a.Calls), "call"))
	}
	return err
}
