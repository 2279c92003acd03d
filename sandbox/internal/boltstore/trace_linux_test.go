package boltstore

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// eventKind is a kind of action of a traced process.
type eventKind int

const (
	write  eventKind = iota // to the file, at once or in a moment
	resize                  // of the file
	synced                  // the file is synced
	answer                  // a line about a subject was printed
)

// event is one call of the system.
type event struct {
	kind    eventKind
	at      int64 // where a write begins, or the new size
	data    []byte
	began   int // of a sync: the index of the next event when it began
	subject string
}

const answerMark = "answered "

// callLine is a line of strace: a call, its beginning ("unfinished"), or its end ("resumed").
var callLine = regexp.MustCompile(`^(\d+) +(?:<\.\.\. )?(\w+)(?:\(| resumed>)(.*)$`)

// needStrace skips a test on a machine without strace, but fails it in CI.
func needStrace(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("strace is not installed")
		}
		t.Skip("strace is not installed")
	}
}

// traced runs writePowered under strace and returns its events on the file, in order.
func traced(t *testing.T, path string) []event {
	t.Helper()
	log := filepath.Join(t.TempDir(), "calls")
	child := exec.CommandContext(t.Context(), "strace", "-f", "-qq", "-y", "-xx", "-s", strconv.Itoa(64<<20), "-o", log,
		"-e", "trace=pwrite64,write,fsync,fdatasync,ftruncate,fallocate", os.Args[0], "-test.run=^TestPowerLossLosesNothing$")
	child.Env = append(os.Environ(), poweredFile+"="+path)
	if out, err := child.CombinedOutput(); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	file, err := os.Open(log)
	mustDo(t, err)
	defer file.Close()
	reader := trace{path: hexed(path), syncs: map[string]int{}}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 256<<20)
	for lines.Scan() {
		mustDo(t, reader.read(lines.Text()))
	}
	mustDo(t, lines.Err())
	return reader.events
}

// trace reads the log of strace.
type trace struct {
	path   string         // of the file, as strace spells it
	syncs  map[string]int // of a syncing process: the index of the next event when it began
	events []event
}

func (r *trace) read(line string) error {
	parts := callLine.FindStringSubmatch(line)
	if parts == nil {
		return nil // a signal, or the end of a process
	}
	process, call, rest := parts[1], parts[2], parts[3]
	resumed, unfinished := strings.Contains(line, " resumed>"), strings.HasSuffix(line, "<unfinished ...>")
	isSync := call == "fsync" || call == "fdatasync"
	if !resumed && !strings.Contains(rest, "<"+r.path+">") && call != "write" {
		return nil // of another file
	}
	switch {
	case isSync && resumed:
		if began, ours := r.syncs[process]; ours {
			r.events = append(r.events, event{kind: synced, began: began})
			delete(r.syncs, process)
		}
	case isSync && unfinished:
		r.syncs[process] = len(r.events)
	case isSync:
		r.events = append(r.events, event{kind: synced, began: len(r.events)})
	case !resumed:
		return r.readWrite(call, rest)
	}
	return nil
}

// readWrite reads a call that changes the file or prints. It counts from its beginning.
func (r *trace) readWrite(call, rest string) error {
	arguments := strings.Split(strings.TrimSuffix(strings.TrimSpace(rest), "<unfinished ...>"), ", ")
	number := func(n int) (value int64, err error) {
		text, _, _ := strings.Cut(strings.TrimSpace(arguments[n]), ")")
		return strconv.ParseInt(text, 10, 64)
	}
	e := event{kind: resize}
	var err error
	switch call {
	case "ftruncate":
		e.at, err = number(1)
	case "pwrite64":
		e.kind, e.data = write, unhexed(arguments[1])
		e.at, err = number(3)
	case "write":
		text := string(unhexed(arguments[1]))
		if strings.Contains(arguments[0], "<"+r.path+">") {
			err = fmt.Errorf("a write without its place: %s", rest)
		}
		if !strings.HasPrefix(text, answerMark) {
			return err
		}
		e.kind, e.subject = answer, strings.TrimSpace(strings.TrimPrefix(text, answerMark))
	default:
		err = fmt.Errorf("%s(%s) is unknown here", call, rest)
	}
	r.events = append(r.events, e)
	return err
}

// hexed returns how strace spells a text.
func hexed(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		fmt.Fprintf(&b, `\x%02x`, c)
	}
	return b.String()
}

func unhexed(text string) []byte {
	data, _ := hex.DecodeString(strings.ReplaceAll(strings.Trim(text, `"`), `\x`, ""))
	return data
}
