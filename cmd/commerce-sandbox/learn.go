package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// learnCmd is the command learn with its flags.
type learnCmd struct {
	program   *program
	format    client.Format
	output    string
	headers   []string
	write     bool
	yes       bool
	check     bool
	scenarios string
}

const learnHelp = `Read recordings of the real service (HTTP Archive 1.2, also compressed by gzip; - is
standard input), and say which answers to open questions they show, how answers differ from the
sandbox's in their fields and headers, and which failures the sandbox does not have. Nothing is
sent or kept, and no value of a record is shown. Recordings come from a browser, mitmproxy,
Proxyman, Charles, Fiddler, or the sandbox itself (requests --har, a bundle). Those of a sandbox
count too, unless a scenario answered. The exit code is 0, or 2 when nothing could be read. With
--check it is 1 if an answer differs from what the project's file assumes or is contradictory, and
if a recording has no calls or is cut; fields and failures that differ do not change it.`

func (p *program) learn() *cobra.Command {
	l := &learnCmd{program: p}
	formats := []client.Format{client.AsText, client.AsJSON, client.AsMarkdown, client.AsJUnit}
	c := &cobra.Command{
		Use: "learn FILE...", GroupID: groupLocal, Args: someFiles("learn needs recordings, such as shop.har"),
		Short: "Say which answers to open questions recordings of the real service show (HAR files)", Long: learnHelp,
		Example: examples(name+" learn shop.har", name+" learn --check --format junit --output learned.xml shop.har.gz", name+" learn --write shop.har"),
		RunE:    l.run,
	}
	define(c,
		flag{name: "format", value: choice(formats), preset: string(client.AsText), usage: "format of the report", set: oneOf(&l.format, formats...), complete: words(formats...)},
		flag{name: "output", value: "FILE", preset: toStdout, usage: "where the report goes, - for stdout", set: text(&l.output), complete: files},
		flag{name: "auth-header", value: "NAME", usage: "another name of the credential header", set: func(name string) error { l.headers = append(l.headers, name); return nil }},
		flag{name: "check", usage: "exit code 1 if an answer differs or is contradictory, or a recording has no calls or is cut", set: toggle(&l.check)},
		flag{name: "write", usage: "write the answers that differ into " + projectFile + ", after showing the change", set: toggle(&l.write)},
		flag{name: "yes", usage: "with --write: do not ask", set: toggle(&l.yes)},
		flag{name: "scenarios", value: "FOLDER", usage: "with --write: write unknown failures there, as scenarios", set: text(&l.scenarios), complete: folders},
	)
	return c
}

func (l *learnCmd) run(c *cobra.Command, args []string) error {
	project, assumed, err := l.project()
	if err != nil {
		return usage{err}
	}
	var recordings []client.Recording
	for _, path := range args {
		if path == "-" {
			recordings = append(recordings, client.Recording{Name: "stdin", Text: c.InOrStdin()})
			continue
		}
		text, err := sandbox.OpenRecording(c.Context(), path)
		if err != nil {
			return usage{err}
		}
		defer text.Close()
		recordings = append(recordings, client.Recording{Name: filepath.Base(path), Text: bufio.NewReaderSize(text, 1<<16)})
	}
	learned := sandbox.Learn(recordings, l.headers, assumed)
	report, err := sandbox.LearnedText(learned, l.format)
	if err == nil {
		err = l.program.writeFile(l.output, func(w io.Writer) error {
			_, err := io.WriteString(w, report)
			return err
		})
	}
	switch {
	case err != nil:
		return usage{err}
	case learned.Entries == 0 && len(learned.Faults) > 0:
		return usage{errors.New(learned.Faults[0])}
	case l.write:
		err = l.writeAll(c.InOrStdin(), project, learned)
	}
	differs := slices.ContainsFunc(learned.Services, func(s client.LearnedService) bool {
		return slices.ContainsFunc(s.Questions, client.LearnedQuestion.IsOther)
	})
	if err == nil && l.check && (differs || len(learned.Services) == 0 || len(learned.Faults) > 0) {
		return exitCode(1)
	}
	return err
}

// project returns the path of the project's file, that of a new one without one, and what it
// assumes.
func (l *learnCmd) project() (path string, assumed map[string]string, err error) {
	path, err = l.program.findProject()
	if path == "" || err != nil {
		return filepath.Join(l.program.folder, projectFile), nil, err
	}
	text, err := readSmall(path)
	if err != nil {
		return path, nil, err
	}
	p, err := sandbox.ReadProject(text)
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return path, p.Answers, err
}

// writeAll writes the answers that differ into the project's file, and unknown failures into
// the folder of scenarios, after showing all of it.
func (l *learnCmd) writeAll(stdin io.Reader, path string, learned client.Learned) error {
	if len(learned.Services) != 1 {
		return fmt.Errorf("the recordings are of %d services; learn and write those of one", len(learned.Services))
	}
	files, err := l.answerProject(path, learned.Services[0])
	if err != nil {
		return err
	}
	for _, f := range learned.Services[0].Failures {
		if l.scenarios != "" {
			name := filepath.Join(l.scenarios, scenarioName(f)+".yaml")
			files[name] = f.Scenario
			l.showChange(name, "", f.Scenario)
		}
	}
	if len(files) == 0 {
		fmt.Fprintln(l.program.stderr, "there is nothing to write")
		return nil
	}
	if !l.yes && !l.agrees(stdin) {
		return errors.New("nothing is written; --yes writes it")
	}
	if l.scenarios != "" {
		if err := os.MkdirAll(l.scenarios, 0o755); err != nil {
			return err
		}
	}
	for name, text := range files {
		if err := replaceFile(name, 0o644, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
			return err
		}
	}
	return nil
}

// answerProject returns the project's file with the answers that differ, by its name, and shows the
// change; nothing when none differs.
func (l *learnCmd) answerProject(path string, learned client.LearnedService) (map[string]string, error) {
	answers, files := learned.Answers(), map[string]string{}
	for _, q := range learned.Questions {
		if answers[q.ID] == "" && q.IsOther() {
			fmt.Fprintf(l.program.stderr, "%s is not written: the recording shows no one answer that the sandbox can give\n", q.ID)
		}
	}
	if len(answers) == 0 {
		return files, nil
	}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if files[path], err = sandbox.AnswerProject(string(text), answers); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	l.showChange(path, string(text), files[path])
	return files, nil
}

// scenarioName returns the name of a scenario for a failure.
func scenarioName(f client.LearnedFailure) string {
	name := fmt.Sprintf("recorded-%s-%d-%s", f.Operation, f.Status, strings.ToLower(f.Code))
	return strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, name), "-")
}

// showChange shows which lines of a file come and go.
func (l *learnCmd) showChange(path, before, after string) {
	fmt.Fprintf(l.program.stderr, "--- %s\n+++ %s\n", path, path)
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range old {
		if !slices.Contains(now, line) {
			fmt.Fprintln(l.program.stderr, "-"+line)
		}
	}
	for _, line := range now {
		if !slices.Contains(old, line) {
			fmt.Fprintln(l.program.stderr, "+"+line)
		}
	}
}

// agrees asks whether to write.
func (l *learnCmd) agrees(stdin io.Reader) bool {
	fmt.Fprint(l.program.stderr, "Write this? [y/N] ")
	answer, _ := bufio.NewReader(stdin).ReadString('\n') // the end of input is no
	return strings.EqualFold(strings.TrimSpace(answer), "y")
}
