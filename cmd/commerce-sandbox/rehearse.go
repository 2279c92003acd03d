package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// rehearseCmd is the command rehearse with its flags.
type rehearseCmd struct {
	runCmd
	rehearsal     client.RehearsalOptions
	format        client.Format
	output        string
	folder        string
	accept        string
	writeAccepted string
	noOutput      bool
	keepOutput    bool // in the report that the sandbox keeps
	log           string
	bundles       string
	args          []string // of the command
	flags         []string // without which a schedule does not repeat
}

const rehearseHelp = `Run a command, without a shell, twice well and then once under each failure at each of its
calls, and under pairs of failures. Each time it gets an account with a port of its own, in
the variables of run; {code}, {rest}, {soap}, {wsdl}, {url} and {now} in its
arguments are replaced. The command is judged by its exit code, its calls and the records that it leaves:
it recovered, it failed in the open, or it was wrong in silence, hung or stormed, which are
findings when they were seen twice. Whatever else the command reaches is reached as often. The exit code is 0, 1 with
findings that are not accepted, or 2 when it could not be rehearsed.`

func (p *program) rehearse() *cobra.Command {
	r := &rehearseCmd{runCmd: runCmd{remote: p.remote()}}
	c := &cobra.Command{
		Use:     "rehearse [flags] -- COMMAND [ARGUMENT…]",
		GroupID: groupRun,
		Short:   "Run a command again and again under failures, and say which ones it does not survive (exit code 1)",
		Long:    rehearseHelp,
		Example: examples(
			name+" rehearse -- npm test",
			name+" rehearse --for 10m --format markdown --output summary.md -- go test ./shop",
			name+" rehearse --schedule 'create-upsell#1=lost-answer+search-upsell#1=503' -- python3 client.py",
		),
		Args: all(r.check, r.checkValues, r.mayRehearse),
		RunE: r.run,
	}
	define(c, slices.Concat([]flag{r.runURLFlag(), r.tokenFlag()}, r.trialFlags(), r.worldFlags(), []flag{
		{name: "format", value: choice(reportFormats), preset: string(client.AsText), usage: "format of the report",
			set: to(&r.format, oneOf(reportFormats...)), complete: words(reportFormats...)},
		{name: "report", value: "FOLDER", usage: "write the report there in all formats: report.txt, report.json, report.xml (JUnit), report.md and report.html", set: to(&r.folder, text), complete: folders},
		{name: "output", value: "FILE", preset: toStdout, usage: "where the report goes, - for stdout", set: to(&r.output, text), complete: files},
	})...)
	c.Flags().SetInterspersed(false) // everything after the command belongs to it
	return c
}

// maxTrialCalls is how many calls the journal keeps of an account. A trial with more is a storm.
const maxTrialCalls = 10_000

func (r *rehearseCmd) trialFlags() []flag {
	on := &r.rehearsal
	return []flag{
		{name: "quick", usage: "try faults of writes, and lost answers of other calls, for a minute, or as long as --for says", set: to(&on.Quick, toggle)},
		{name: "for", value: "DURATION", usage: "no trial begins later than this; without it, --max-trials alone is the bound", set: to(&on.For, duration)},
		{name: "max-trials", value: "N", preset: "500", usage: "how many trials there are at most; a finding is tried again, so it counts when it was seen twice", set: to(&on.Most, number[int](1))},
		{name: "jobs", value: "N", usage: "how many trials run at a time; without it, as many as there are processors", set: to(&on.Jobs, number[int](1))},
		{name: "host", value: "HOST", preset: "127.0.0.1", usage: "address of this machine at which each trial has a port, such as the one that a container reaches; not with --url", set: to(&r.host, text)},
		{name: "patience", value: "DURATION", preset: "5s", usage: "how long a silent call waits before its connection is closed; longer than --timeout, a client that waits for ever hangs", set: to(&on.Patience, duration)},
		{name: "timeout", value: "DURATION", usage: "how long a trial may take; without it, four times the good run and at least 10s, and twice --patience", set: to(&on.Timeout, duration)},
		{name: "storm", value: "N", preset: "10", usage: "how many equal calls are a storm; one before Retry-After is over is another", set: to(&on.Storm, number[int](2))},
		{name: "every-call", usage: "try faults at all calls of an operation, not at the first and the last only", set: to(&on.Every, toggle)},
		{name: "faults", usage: "try faults at calls; so it does without --answers and --days", set: to(&on.Faults, toggle)},
		{name: "answers", usage: "try the other answers to the open questions that the good run touches", set: to(&on.Answers, toggle)},
		{name: "days", usage: "try moments that break clients, on the account's clock: the end of February, clock changes, midnight, and those of its timeline", set: to(&on.Days, toggle)},
		{name: "all", usage: "try all three", set: func(text string) error {
			on.Faults, on.Answers, on.Days = true, true, true
			return nil
		}},
		{name: "schedule", value: "NAME", usage: "repeat this schedule alone", set: to(&on.Schedule, text)},
		{name: "accept", value: "FILE", usage: "accepted results, as --write-accepted writes them", set: to(&r.accept, text), complete: files},
		{name: "write-accepted", value: "FILE", usage: "write the findings there, to accept them with a reason each", set: to(&r.writeAccepted, text), complete: files},
		{name: "log", value: "FILE", usage: "write each trial there as soon as it is done, as a line of JSON", set: to(&r.log, text), complete: files},
		{name: "bundles", value: "FOLDER", usage: "repeat each finding, and write the bundle of its account there", set: to(&r.bundles, text), complete: folders},
		{name: "keep-output", usage: "keep the output of the command too in the report that the sandbox of --url keeps", set: to(&r.keepOutput, toggle)},
		{name: "no-output", usage: "leave the output of the command out of the report", set: to(&r.noOutput, toggle)},
	}
}

// maxJobs leaves some of the ports of a sandbox, of which there are 100 at most.
const maxJobs = 64

// checkValues refuses 0.0.0.0 and ::, because a command cannot call them, more jobs than there
// may be ports, and a patience that no rule can have.
func (r *rehearseCmd) checkValues(*cobra.Command, []string) error {
	if r.rehearsal.Jobs > maxJobs {
		return fmt.Errorf("--jobs must be at most %d, got %d", maxJobs, r.rehearsal.Jobs)
	}
	if p := r.rehearsal.Patience; p <= 0 || p > time.Hour {
		return fmt.Errorf("--patience must be longer than 0s and at most 1h, got %s", p)
	}
	if ip, err := netip.ParseAddr(r.host); err == nil && ip.IsUnspecified() {
		return fmt.Errorf("--host must be one address that the command reaches, got %q", r.host)
	}
	return nil
}

// mayRehearse refuses another machine's sandbox without a token, because a rehearsal opens
// hundreds of accounts and ports there.
func (r *rehearseCmd) mayRehearse(*cobra.Command, []string) error {
	u, err := url.Parse(r.url)
	if r.url == "" || err != nil || r.token != "" || isLoopback(u.Hostname()) {
		return err
	}
	return fmt.Errorf("rehearse uses a sandbox on another machine only with its control token; give --control-token, or leave --url out")
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

func (r *rehearseCmd) run(c *cobra.Command, args []string) error {
	ctx, stopped := signal.NotifyContext(c.Context(), passedOn()...)
	defer stopped()
	if err := r.makeFolders(); err != nil {
		return usage{err}
	}
	r.options.Journal = maxTrialCalls
	stop, err := r.start(context.WithoutCancel(ctx))
	if err != nil {
		return usage{err}
	}
	defer stop()
	r.args, r.name, r.flags = args, randomRun(), flagsOf(c)
	if r.rehearsal.Quick && r.rehearsal.For == 0 {
		r.rehearsal.For = time.Minute
	}
	if r.rehearsal.Jobs == 0 { // announce divides by it
		r.rehearsal.Jobs = min(runtime.GOMAXPROCS(0), maxJobs)
	}
	return r.rehearseCommand(ctx)
}

// notRepeated are the flags that choose schedules, or say where results go, and the secret.
var notRepeated = []string{"quick", "for", "max-trials", "jobs", "every-call", "faults", "answers", "days", "all", "schedule", "accept", "write-accepted", "log", "bundles", "no-output", "keep-output", "format", "report", "output", "control-token"}

// flagsOf returns the flags, each with a value, without which a schedule does not repeat.
func flagsOf(c *cobra.Command) (flags []string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if v, ok := f.Value.(*values); ok && !slices.Contains(notRepeated, f.Name) {
			for _, text := range v.given {
				flags = append(flags, "--"+f.Name, text)
			}
		}
	})
	return flags
}

// rehearseCommand rehearses the command, reports the findings, and returns their exit code.
func (r *rehearseCmd) rehearseCommand(ctx context.Context) (err error) {
	o := r.rehearsal
	o.Client, o.Run, o.Label, o.Suite = r.client(), r.name, labelOf(filepath.Base(r.args[0])), r.trial
	o.Entries = r.shared
	if r.bundles != "" {
		o.Keep = r.keep
	}
	if o.Accepted, err = readAccepted(r.accept); err != nil {
		return usage{err}
	}
	shown := r.program.progress(o.Most)
	o.Planned, o.Tried = r.announce, shown.follow
	if r.log != "" {
		log, err := os.Create(r.log)
		if err != nil {
			return usage{fmt.Errorf("--log: %w", err)}
		}
		defer func() { _ = log.Close() }() // each line is written already
		o.Record = func(t client.RehearsalTrial) error { return json.NewEncoder(log).Encode(t) }
	}
	found, err := sandbox.Rehearse(ctx, o)
	shown.end()
	if err != nil {
		return r.notRehearsed(err)
	}
	found.Command, found.Flags = r.args, r.flags
	if r.shared {
		r.keepReport(context.WithoutCancel(ctx), found)
	}
	if err := r.write(found); err != nil {
		return usage{err}
	}
	if len(found.Failed()) > 0 {
		return exitCode(1)
	}
	return nil
}

// keepReport hands the report to the sandbox of --url, without the command's output unless it
// is asked for, and says where its page is.
func (r *rehearseCmd) keepReport(ctx context.Context, found client.Rehearsal) {
	if !r.keepOutput {
		for _, all := range []*[]client.RehearsalTrial{&found.Trials, &found.Findings} {
			*all = slices.Clone(*all)
			for i := range *all {
				(*all)[i].Output = ""
			}
		}
	}
	kept, err := r.client().KeepRehearsal(ctx, found)
	if err != nil {
		fmt.Fprintf(r.program.stderr, "%s: the sandbox does not keep the report: %v\n", name, err)
		return
	}
	fmt.Fprintf(r.program.stderr, "%s: report %s, page %s/ui/rehearsal?kept=%s\n", name, kept.ID, strings.TrimSuffix(r.url, "/"), kept.ID)
}

// write writes the report, and the findings to be accepted.
func (r *rehearseCmd) write(found client.Rehearsal) error {
	text := func(f client.Format) (string, error) { return sandbox.RehearsalText(found, f) }
	report, err := text(r.format)
	if err == nil {
		err = r.program.writeFile(r.output, writeText(report))
	}
	if err == nil && r.folder != "" {
		err = writeReports(r.folder, "report", reportFormats, text)
	}
	if err != nil || r.writeAccepted == "" {
		return err
	}
	accepted := []client.Accepted{} // a person adds their reasons
	for _, t := range found.Trials {
		if t.Result.IsFinding() {
			accepted = append(accepted, client.Accepted{Schedule: t.Schedule, Result: t.Result, Reason: t.Accepted})
		}
	}
	return r.program.writeFile(r.writeAccepted, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(accepted)
	})
}

// makeFolders makes the folders of the rehearsal, and looks whether its files can be
// written, before it takes its time.
func (r *rehearseCmd) makeFolders() error {
	var faults []error
	for _, folder := range []string{r.folder, r.bundles} {
		if folder != "" {
			faults = append(faults, os.MkdirAll(folder, 0o755))
		}
	}
	for _, file := range []string{r.output, r.writeAccepted} {
		if _, err := os.Stat(filepath.Dir(file)); err != nil {
			faults = append(faults, fmt.Errorf("%s cannot be written: %w", file, err))
		}
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			faults = append(faults, fmt.Errorf("%s cannot be written: it is a folder", file))
		}
	}
	return errors.Join(faults...)
}

// notRehearsed returns the error of a command unfit for a rehearsal, with its explanation.
func (r *rehearseCmd) notRehearsed(err error) error {
	var good *client.GoodRunError
	if errors.As(err, &good) {
		if good.Outcome.Output != "" && !r.noOutput {
			fmt.Fprintln(r.program.stderr, sandbox.Visible(good.Outcome.Output))
		}
		for _, call := range good.Refused {
			fmt.Fprintf(r.program.stderr, "\n%s %s: %s\n", call.ID, call.Operation, sandbox.Visible(inLine(call.Why)))
		}
	}
	return usage{err}
}

// announce announces the rehearsal. One fault of some fifteen is a silent call.
func (r *rehearseCmd) announce(good client.GoodRun, schedules int) {
	most := min(schedules, r.rehearsal.Most)
	takes := (time.Duration(most)*good.Duration + time.Duration(1+most/15)*r.rehearsal.Patience) / time.Duration(r.rehearsal.Jobs)
	times := fmt.Sprintf("about %d times, and more often for pairs of faults and for findings,", most)
	if r.rehearsal.Schedule != "" {
		times = "once more"
	}
	fmt.Fprintf(r.program.stderr, "%s: the good run made %s in %s; the command will be run %s in about %s. Whatever else it reaches is reached as often.\n",
		name, count(len(good.Calls), "call"), good.Duration.Round(time.Millisecond), times, max(takes, time.Second).Round(time.Second))
}

// trial runs the command once for an account, whose port must be reached: a container may
// not publish it.
func (r *rehearseCmd) trial(ctx context.Context, a client.AccountState, limit time.Duration) (client.SuiteOutcome, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, a.Port+"/_sandbox/live", nil)
	if err != nil {
		return client.SuiteOutcome{}, err
	}
	response, err := (&http.Client{Transport: r.transport()}).Do(request)
	if err != nil {
		return client.SuiteOutcome{}, fmt.Errorf("the port of the account cannot be reached at %s; a sandbox in a container must share the network of its host: %w", a.Port, err)
	}
	_ = response.Body.Close() // only the answer counts
	now := a.Clock.Now.UTC().Format(time.RFC3339)
	fill := strings.NewReplacer("{code}", a.VendorCode, "{rest}", a.RESTURL, "{soap}", a.SOAPURL, "{wsdl}", a.WSDLURL, "{url}", a.Port, "{now}", now)
	args := make([]string, len(r.args))
	for i, arg := range r.args {
		args[i] = fill.Replace(arg)
	}
	own := r.runCmd
	own.url, own.token = a.Port, "" // the caller's are unchanged
	outcome, err := execute(ctx, limit, child{path: r.path, args: args, environ: append(own.environ(a), "COMMERCE_NOW="+now)})
	if r.noOutput {
		outcome.Output = ""
	}
	return outcome, err
}

// readAccepted reads the accepted results of a file, none for "".
func readAccepted(path string) (accepted []client.Accepted, err error) {
	if path == "" {
		return nil, nil
	}
	content, err := os.ReadFile(path)
	if err == nil {
		reader := json.NewDecoder(bytes.NewReader(content))
		reader.DisallowUnknownFields()
		err = reader.Decode(&accepted)
	}
	if err != nil {
		return nil, fmt.Errorf("--accept %s: %w", path, err)
	}
	for _, a := range accepted {
		switch {
		case a.Reason == "":
			return nil, fmt.Errorf("--accept %s: %s has no reason", path, a.Schedule)
		case !a.Result.IsFinding():
			return nil, fmt.Errorf("--accept %s: result of %s must be a finding, such as wrong-in-silence or rests-on-a-guess, got %q", path, a.Schedule, a.Result)
		}
	}
	return accepted, nil
}

// keep writes the bundle of a finding. The label of its account says if it is not repeatable.
func (r *rehearseCmd) keep(ctx context.Context, t client.RehearsalTrial, account *client.Account) error {
	if t.Result == client.NotRepeatable {
		if err := account.SetRun(ctx, r.name, "not repeatable (1 of 3)"); err != nil {
			return err
		}
	}
	return r.program.writeFile(filepath.Join(r.bundles, bundleName(t.Schedule)), func(w io.Writer) error {
		return account.WriteBundle(ctx, client.BundleOptions{}, w)
	})
}

var notInNames = regexp.MustCompile(`[^a-zA-Z0-9_+-]`)

// bundleName returns the name of a file for a schedule of any characters.
func bundleName(schedule string) string {
	const maxName = 200
	name := notInNames.ReplaceAllString(schedule, "-")
	return name[:min(len(name), maxName)] + ".zip"
}
