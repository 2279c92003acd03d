// Command conformance makes the calls of a conformance corpus to any running sandbox:
//
//	go run ./.ci/conformance --url http://127.0.0.1:8080
//
// Without --corpus FILE, such as that of a release, it makes the corpus of this clone. It
// prints three numbers, never summed: how many calls were answered as predicted, how many
// otherwise, each with the call, the prediction and the answer, and how many could not be
// asked. The exit code is 0 when all were answered as predicted, 1 when one was not, and
// 2 when the corpus or the sandbox cannot be used. The script run beside it starts a
// sandbox for it.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/.ci/conformance/corpus"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	o, err := parseOptions(args, stderr)
	if err != nil {
		return 2
	}
	if o.file == "" {
		scratch, err := os.MkdirTemp("", "conformance")
		if err == nil {
			defer os.RemoveAll(scratch)
			o.file = filepath.Join(scratch, "corpus.jsonl.gz")
			err = makeCorpus(o.file, o.share, stdout, stderr)
		}
		if err != nil {
			fmt.Fprintln(stderr, "conformance: the corpus cannot be made:", err)
			return 2
		}
	}
	return compare(o, stdout, stderr)
}

// options are the values of the flags.
type options struct {
	url, file, only string
	share           uint
	most            int
}

// parseOptions parses the flags, and prints their fault.
func parseOptions(args []string, stderr io.Writer) (o options, err error) {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.url, "url", "http://127.0.0.1:8080", "the sandbox")
	flags.StringVar(&o.file, "corpus", "", "the corpus, JSON lines, which may be packed with gzip; without it, that of this clone")
	flags.StringVar(&o.only, "only", "", "only cases whose id begins so, such as an operation")
	flags.UintVar(&o.share, "share", 1, "without --corpus, make one case in this many, always the same ones")
	flags.IntVar(&o.most, "print", 40, "how many differences to print")
	err = flags.Parse(args)
	o.share = max(1, o.share)
	return o, err
}

// compare makes the calls of the corpus, and returns the exit code.
func compare(o options, stdout, stderr io.Writer) int {
	began := time.Now()
	result, c, err := ask(o.url, o.file, o.only)
	if err != nil {
		fmt.Fprintln(stderr, "conformance:", err)
		return 2
	}
	printResult(stdout, result, o.most)
	fmt.Fprintf(stdout, "corpus of %s, in %s: same %d, other %d, not asked %d\n",
		c.Date, time.Since(began).Round(time.Second/10), result.Same, len(result.Other), result.NotAsked)
	if len(result.Other) > 0 || result.NotAsked > 0 {
		return 1
	}
	return 0
}

// printResult prints the first differences, and why the rest was not asked.
func printResult(stdout io.Writer, result *corpus.Result, most int) {
	for i, d := range result.Other {
		if i == most {
			fmt.Fprintf(stdout, "… and %d more\n", len(result.Other)-i)
			break
		}
		fmt.Fprintf(stdout, "%s\n  %s %s?%.200s %.300s\n  %s\n", d.ID, d.Call.Method, d.Call.Path, d.Call.Query, d.Call.Body, d.How)
	}
	if result.NotAsked > 0 {
		fmt.Fprintln(stdout, "not asked:", result.Reason)
	}
}

// makeCorpus runs the test that writes the corpus, one case in share, and prints its
// counts.
func makeCorpus(file string, share uint, stdout, stderr io.Writer) error {
	const oracle = "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/oracle"
	test := exec.Command("go", "test", "-count=1", "-v", "-run", "^TestCorpus$", oracle, "-args", "-write", file, "-share", strconv.FormatUint(uint64(share), 10))
	test.Env, test.Stderr = append(os.Environ(), "GOGC=400"), stderr // a fifth of its time was the collector's
	out, err := test.Output()
	for line := range strings.SplitSeq(string(out), "\n") {
		if _, count, found := strings.Cut(line, "_test.go:"); found {
			_, count, _ = strings.Cut(count, ": ")
			fmt.Fprintln(stdout, count)
		}
	}
	return err
}

func ask(url, file, only string) (*corpus.Result, *corpus.Corpus, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, nil, err
	}
	defer in.Close()
	c, err := corpus.Read(in)
	if err != nil {
		return nil, nil, err
	}
	result, err := corpus.Run(url, c, func(one *corpus.Case) bool { return strings.HasPrefix(one.ID, only) })
	return result, c, err
}
