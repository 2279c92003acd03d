package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// guidePages returns the paths of the README and of the pages of the guide.
func guidePages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join("..", "..", "web", "guide", "*.md"))
	if err != nil || len(pages) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	return append(pages, filepath.Join("..", "..", "README.md"))
}

// page is one Markdown file.
type page struct {
	path   string
	lines  []string
	fences []fence
}

// fence is a fenced block; from and to are the indices of its lines without
// the fences themselves, to is -1 when it does not end.
type fence struct {
	mark     string // the opening fence: the language, and what to do
	from, to int
}

func readPage(t *testing.T, path string) page {
	t.Helper()
	return parsePage(strings.TrimPrefix(filepath.ToSlash(path), "../../"), read(t, path))
}

func parsePage(path, text string) page {
	p := page{path: path, lines: strings.Split(text, "\n")}
	open := false
	for i, line := range p.lines {
		switch {
		case !open && strings.HasPrefix(line, "```"):
			p.fences = append(p.fences, fence{strings.TrimSpace(line[3:]), i + 1, -1})
			open = true
		case open && line == "```":
			p.fences[len(p.fences)-1].to = i
			open = false
		}
	}
	return p
}

// at is the place of a line, by its index.
func (p page) at(line int) string { return fmt.Sprintf("%s:%d", p.path, line+1) }

// cutsOutput finds commands that cut a value out of an output.
var cutsOutput = regexp.MustCompile(`\| *(grep|sed|cut|awk)\b`)

// checkFences returns the commands that stay untested without a reason.
func (p page) checkFences() []string {
	var faults []string
	for _, s := range p.steps() {
		if cutsOutput.MatchString(s.text) {
			faults = append(faults, p.at(s.at)+": show the value by a command of the program, or hide the rest of the output by …")
		}
	}
	next := 0 // the first line after the fence before
	for _, f := range append(p.fences, fence{from: len(p.lines) + 1}) {
		for i := next; i < f.from-1; i++ {
			if strings.HasPrefix(p.lines[i], "    ") {
				faults = append(faults, p.at(i)+": an indented line is code without a mark: write a fence")
			}
		}
		if f.from > len(p.lines) {
			break
		}
		if fault := p.checkFence(f); fault != "" {
			faults = append(faults, p.at(f.from-1)+": "+fault)
		}
		if f.to < 0 { // the last
			break
		}
		next = f.to + 1
	}
	return faults
}

func (p page) checkFence(f fence) string {
	language, _, _ := strings.Cut(f.mark, " ")
	switch {
	case f.to < 0:
		return "the fence does not end"
	case f.mark == "console" && !strings.HasPrefix(p.lines[f.from], "$ "):
		return `a fence marked console begins with a command: "$ " and what to run`
	case f.mark == "sh untested" && !p.saysWhy(f):
		return `a fence marked sh untested needs a line before or after it that says "not run" and why`
	case f.mark == "sh untested" || f.mark == "console":
		return ""
	case language == "go":
		return p.checkGo(f)
	case slices.Contains([]string{"", "sh", "bash", "shell", "console", "zsh"}, language):
		return fmt.Sprintf("a fence marked %q hides commands: mark it console, sh untested or with its language", f.mark)
	}
	return ""
}

// checkGo finds the lines of a fence in the Go file named by its mark, because the
// compiler reads that. Indentation may differ.
func (p page) checkGo(f fence) string {
	_, file, ok := strings.Cut(f.mark, " from=")
	if !ok {
		return "a fence marked go names the file that it is taken from: from=PATH"
	}
	text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
	if err != nil {
		return err.Error()
	}
	source := "\n" + outdent(strings.Split(string(text), "\n")) + "\n"
	if !strings.Contains(source, "\n"+outdent(p.lines[f.from:f.to])+"\n") {
		return file + " does not have these lines"
	}
	return ""
}

func outdent(lines []string) string {
	var out []string
	for _, line := range lines {
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "\n")
}

// saysWhy looks at the nearest lines with text before and after the fence.
func (p page) saysWhy(f fence) bool {
	before, after := f.from-2, f.to+1
	for before > 0 && p.lines[before] == "" {
		before--
	}
	for after < len(p.lines)-1 && p.lines[after] == "" {
		after++
	}
	near := p.lines[max(before, 0)] + "\n" + p.lines[min(after, len(p.lines)-1)]
	return strings.Contains(strings.ToLower(near), "not run")
}

// step is a command of a page, or a file to write when it has a name.
type step struct {
	file     string
	text     string // the command, or the content of the file
	at       int    // index of its line
	from, to int    // indices of the lines of the expected output
}

func (p page) steps() []step {
	var steps []step
	for _, f := range p.fences {
		if f.to < 0 { // TestGuideFences reports it
			break
		}
		body := p.lines[f.from:f.to]
		if _, file, ok := strings.Cut(f.mark, " file="); ok {
			steps = append(steps, step{file: file, text: strings.Join(body, "\n") + "\n", at: f.from})
		}
		if f.mark != "console" {
			continue
		}
		for i := 0; i < len(body); i++ {
			s := step{at: f.from + i, text: strings.TrimPrefix(body[i], "$ ")}
			for ; strings.HasSuffix(body[i], `\`); i++ {
				s.text += "\n" + body[i+1]
			}
			s.from = f.from + i + 1
			for i+1 < len(body) && !strings.HasPrefix(body[i+1], "$ ") {
				i++
			}
			s.to = f.from + i + 1
			steps = append(steps, s)
		}
	}
	return steps
}
