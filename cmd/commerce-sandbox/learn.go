package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// learning are the flags of the command learn, with the file of the project.
type learning struct {
	program   *program
	format    client.Format
	output    string
	headers   []string
	write     bool
	yes       bool
	check     bool
	scenarios string

	path    string // of the project's file, "" without one
	text    []byte // of it, nil without one
	project sandbox.Project
}

const learnHelp = `Read recordings of the real service (HTTP Archive 1.2, also compressed by gzip; - is
standard input), and say which answers to open questions they show, how answers differ from the
sandbox's in their fields and headers, and which failures the sandbox does not have. Nothing is
sent or kept, and no value of a record is shown. Recordings come from a browser, mitmproxy,
Proxyman, Charles, Fiddler, or the sandbox itself (requests --har, a bundle). Those of a sandbox
count too, unless a scenario answered. The exit code is 0, or 2 when nothing could be read. With
--check it is 1 if an answer differs from what the project's file assumes or is contradictory, and
if a recording has no calls or is cut; fields and failures that differ do not change it.`

func learnVerb() verb {
	l := &learning{}
	formats := []client.Format{client.AsText, client.AsJSON, client.AsMarkdown, client.AsJUnit}
	return verb{
		use: "learn FILE...", short: "Say which answers to open questions recordings of the real service show (HAR files)", long: learnHelp, local: true, plain: true,
		examples: []string{"learn shop.har", "learn --check --format junit --output learned.xml shop.har.gz", "learn --write shop.har"},
		needs:    "recordings, such as shop.har", args: []flag{{name: "file", many: true}},
		flags: []flag{
			{name: "format", value: choice(formats), preset: string(client.AsText), usage: "format of the report", set: to(&l.format, oneOf(formats...)), complete: words(formats...)},
			{name: "output", value: "FILE", preset: toStdout, usage: "where the report goes, - for stdout", set: to(&l.output, text), complete: files},
			{name: "auth-header", value: "NAME", usage: "another name of the credential header", set: func(name string) error { l.headers = append(l.headers, name); return nil }},
			{name: "check", usage: "exit code 1 if an answer differs or is contradictory, or a recording has no calls or is cut", set: to(&l.check, toggle)},
			{name: "write", usage: "write the answers that differ into " + projectFile + ", after showing the change", set: to(&l.write, toggle)},
			{name: "yes", usage: "with --write: do not ask", set: to(&l.yes, toggle)},
			{name: "scenarios", value: "FOLDER", usage: "with --write: write unknown failures there, as scenarios", set: to(&l.scenarios, text), complete: folders},
		},
		fetch: func(r *request) (any, error) { return nil, l.learn(r) },
	}
}

// learn reads the recordings, and writes the report and what is asked for.
func (l *learning) learn(r *request) (err error) {
	l.program = r.program
	if l.path, err = l.program.findProject(); l.path != "" && err == nil {
		l.text, l.project, err = parseProject(l.path)
	}
	if err != nil {
		return usage{err}
	}
	var recordings []client.Recording
	for _, path := range r.args {
		if path == "-" {
			recordings = append(recordings, client.Recording{Name: "stdin", Text: r.InOrStdin()})
			continue
		}
		text, err := sandbox.OpenRecording(r.ctx, path)
		if err != nil {
			return usage{err}
		}
		defer text.Close()
		recordings = append(recordings, client.Recording{Name: filepath.Base(path), Text: bufio.NewReaderSize(text, 1<<16)})
	}
	learned := sandbox.Learn(recordings, l.headers, l.project.Answers)
	report, err := sandbox.LearnedText(learned, l.format)
	if err == nil {
		err = l.program.writeFile(l.output, writeText(report))
	}
	switch {
	case err != nil:
		return usage{err}
	case learned.Entries == 0 && len(learned.Faults) > 0:
		return usage{errors.New(learned.Faults[0])}
	case l.write:
		err = l.writeAll(r.InOrStdin(), learned)
	}
	differs := slices.ContainsFunc(learned.Services, func(s client.LearnedService) bool {
		return slices.ContainsFunc(s.Questions, client.LearnedQuestion.IsOther)
	})
	if err == nil && l.check && (differs || len(learned.Services) == 0 || len(learned.Faults) > 0) {
		return exitCode(1)
	}
	return err
}

// writeAll writes the answers that differ into the project's file, and unknown failures into
// the folder of scenarios, after showing all of it.
func (l *learning) writeAll(stdin io.Reader, learned client.Learned) error {
	if len(learned.Services) != 1 {
		return fmt.Errorf("the recordings are of %d services; learn and write those of one", len(learned.Services))
	}
	written, err := l.changeFiles(learned.Services[0])
	if err != nil {
		return err
	}
	if len(written) == 0 {
		fmt.Fprintln(l.program.stderr, "there is nothing to write")
		return nil
	}
	if !l.yes {
		fmt.Fprint(l.program.stderr, "Write this? [y/N] ")
		answer, _ := bufio.NewReader(stdin).ReadString('\n') // the end of input is no
		if !strings.EqualFold(strings.TrimSpace(answer), "y") {
			return errors.New("nothing is written; --yes writes it")
		}
	}
	if l.scenarios != "" {
		err = os.MkdirAll(l.scenarios, 0o755)
	}
	for name, text := range written {
		if err == nil {
			err = replaceFile(name, 0o644, writeText(text))
		}
	}
	return err
}

// changeFiles returns the texts of the files to write by their names, and shows the changes.
func (l *learning) changeFiles(service client.LearnedService) (map[string]string, error) {
	answers, written, path := service.Answers(), map[string]string{}, cmp.Or(l.path, filepath.Join(l.program.folder, projectFile))
	for _, q := range service.Questions {
		if answers[q.ID] == "" && q.IsOther() {
			fmt.Fprintf(l.program.stderr, "%s is not written: the recording shows no one answer that the sandbox can give\n", q.ID)
		}
	}
	if len(answers) > 0 {
		answered, err := sandbox.AnswerProject(string(l.text), answers)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		written[path] = answered
		l.showChange(path, string(l.text), answered)
	}
	for _, f := range service.Failures {
		if l.scenarios != "" {
			name := filepath.Join(l.scenarios, scenarioName(f)+".yaml")
			written[name] = f.Scenario
			l.showChange(name, "", f.Scenario)
		}
	}
	return written, nil
}

var notInScenarios = regexp.MustCompile(`[^a-z0-9]`)

// scenarioName returns the name of a scenario for a failure.
func scenarioName(f client.LearnedFailure) string {
	name := fmt.Sprintf("recorded-%s-%d-%s", f.Operation, f.Status, strings.ToLower(f.Code))
	return strings.Trim(notInScenarios.ReplaceAllString(name, "-"), "-")
}

// showChange shows which lines of a file come and go.
func (l *learning) showChange(path, before, after string) {
	fmt.Fprintf(l.program.stderr, "--- %s\n+++ %s\n", path, path)
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	show := func(sign string, lines, others []string) {
		for _, line := range lines {
			if !slices.Contains(others, line) {
				fmt.Fprintln(l.program.stderr, sign+line)
			}
		}
	}
	show("-", old, now)
	show("+", now, old)
}
