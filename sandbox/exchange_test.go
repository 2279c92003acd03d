package sandbox_test

import (
	"bufio"
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/credential"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

var update = flag.Bool("update", false, "rewrite the recorded answers of testdata/exchange")

// TestExchange plays every story against a sandbox of its own, compares the
// answers byte for byte, and validates them by the OpenAPI document. A changed
// exchange is a changed contract: read that diff first.
func TestExchange(t *testing.T) {
	t.Parallel()
	library := &documents{by: map[string]*openapi3.T{}}
	for _, file := range storyFiles(t) {
		name := storyName(file)
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := readStory(t, name, file)
			recorded := s.String()
			s.play(t, library)
			played := s.String()
			switch {
			case played == recorded:
			case *update:
				must(t, os.WriteFile(file, []byte(played), 0o644))
			default:
				t.Errorf("%s has changed; -update rewrites it\n%s", file, difference(played, recorded))
			}
		})
	}
}

func storyFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/exchange/*/*.http")
	if err != nil || len(files) == 0 {
		t.Fatalf("no exchanges: %v", err)
	}
	return files
}

func storyName(file string) string {
	below := strings.TrimPrefix(filepath.ToSlash(file), "testdata/exchange/")
	return strings.TrimSuffix(below, ".http")
}

// play makes the calls of the story one after the other and records the answers.
func (s *story) play(t *testing.T, library *documents) {
	t.Helper()
	running := sandboxtest.Start(t, append(s.options, sandboxtest.Frozen)...)
	frozen := false
	for _, line := range strings.Split(s.steps[0].prelude, "\n") {
		frozen = frozen || strings.HasPrefix(line, "# @clock ")
	}
	for i := range s.steps {
		st := &s.steps[i]
		running.Advance(st.moved(t))
		raw := rawRequest(filledIn(t, st.request, running))
		response, body := send(t, running.URL(), raw)
		st.validate(t, library, running, raw, response, body)
		st.answer = st.written(response, body, frozen)
	}
}

var placeholder = regexp.MustCompile(`\{\{([^{}]+)\}\}`)

// filledIn replaces the placeholders of a request.
func filledIn(t *testing.T, request string, r *sandboxtest.Running) string {
	t.Helper()
	return placeholder.ReplaceAllStringFunc(request, func(found string) string {
		text, err := valueOf(found[2:len(found)-2], r)
		if err != nil {
			t.Fatalf("%s: %v", found, err)
		}
		return text
	})
}

// valueOf returns the value of a placeholder.
func valueOf(name string, r *sandboxtest.Running) (string, error) {
	word, argument, _ := strings.Cut(name, " ")
	alg := cmp.Or(credential.Algorithm(argument), credential.SHA256)
	date := r.Now().Format(time.DateTime)
	switch word {
	case "signed":
		return credential.Header(r.Code(), date, r.Secret(), alg), nil
	case "signed-as":
		return r.As(argument).Sign(), nil
	case "date":
		return date, nil
	case "hash":
		return credential.Sign(alg, r.Code(), date, r.Secret()), nil
	case "hash-as":
		return credential.Sign(credential.SHA256, argument, date, r.Secret()), nil
	case "session":
		ago, err := clock.ParseDuration(cmp.Or(argument, "0"))
		login := credential.Session{Code: r.Code(), Issued: r.Now().Add(ago), Epoch: r.Sandbox().FirstAccount().Settings().Epoch}
		return credential.IssueSession(login, r.Secret()), err
	case "fill":
		n, err := strconv.Atoi(argument)
		return strings.Repeat("A", n), err
	}
	handle, id, _ := strings.Cut(word, ".")
	return r.ID(handle, id), nil
}

// rawRequest returns the request with the line ends of HTTP, and with Host and
// Content-Length unless it has its own.
func rawRequest(request string) []byte {
	head, body, _ := strings.Cut(request, "\n\n")
	lines := strings.Split(head, "\n")
	names := func(name string) bool {
		return slices.ContainsFunc(lines, func(line string) bool {
			return strings.HasPrefix(strings.ToLower(line), strings.ToLower(name)+":")
		})
	}
	lines[0] += " HTTP/1.1"
	if !names("Host") {
		lines = append(lines, "Host: sandbox.test")
	}
	if body != "" && !names("Content-Length") {
		lines = append(lines, "Content-Length: "+strconv.Itoa(len(body)))
	}
	return []byte(strings.Join(lines, "\r\n") + "\r\n\r\n" + body)
}

// send makes the call over a connection of its own, because a client library
// would tidy up what must travel as written.
func send(t *testing.T, url string, raw []byte) (*http.Response, []byte) {
	t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	must(t, err)
	defer connection.Close()
	if _, err := connection.Write(raw); err != nil {
		t.Fatalf("%s: %v", firstLine(raw), err)
	}
	method, _, _ := bytes.Cut(raw, []byte(" "))
	response, err := http.ReadResponse(bufio.NewReader(connection), &http.Request{Method: string(method)})
	if err != nil {
		t.Fatalf("%s: %v", firstLine(raw), err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s: %v", firstLine(raw), err)
	}
	return response, body
}

func firstLine(raw []byte) string {
	line, _, _ := strings.Cut(string(raw), "\r\n")
	return line
}

// difference returns the first line in which two texts differ, shortened to the
// part around the difference.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		a, b := at(g, i), at(w, i)
		if a == b {
			continue
		}
		same := 0
		for same < min(len(a), len(b)) && a[same] == b[same] {
			same++
		}
		from := max(0, same-60)
		return fmt.Sprintf("line %d, byte %d\ngot  %.200s\nwant %.200s", i+1, same+1, a[from:], b[from:])
	}
	return "no difference"
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}
