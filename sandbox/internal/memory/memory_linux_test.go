// Package memory sends what once needed gigabytes to sandboxes with little memory. Each of them
// is a process of its own. It leaves the meaning of the answers to the tests of the packages
// that give them.
package memory

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// limited is a variable set in a process with little memory.
const limited = "COMMERCE_SANDBOX_TEST_LIMITED"

// allowed is the number of bytes that a process with little memory may take from the
// system beside its own.
const allowed = 256 << 20

// bomb is a request that needed gigabytes before there were bounds.
type bomb struct {
	method, path, body string
	status             int
	want               string // the beginning of the answer
}

// doubling makes a text of 10 << 60 bytes.
const doubling = `len(reduce(1..60, {#acc + #acc}, "aaaaaaaaaa")) > 1`

const (
	nested   = `{"error":"%s: [1:51] the file nests too deeply: at most 50 lists and mappings may be within each other`
	tooMuch  = `the expression needs more than 10000000 bytes, with 10 for each list element and XML node and 100 for each turn of a loop`
	world    = "/accounts/DEMO/world"
	verified = "/accounts/DEMO/verdict"

	uncounted = `{"account":"DEMO","time":"2026-10-09T12:00:00Z","result":"failed","passed":false,"verified":false,"message":`
)

// bombs returns the requests by a name.
func bombs() map[string]bomb {
	repeat := strings.Repeat
	return map[string]bomb{
		"world_brackets": {"POST", world, repeat("[", 100_000), 400, fmt.Sprintf(nested, "fragment")},
		"world_braces":   {"POST", world, repeat("{a: ", 25_000), 400, `{"error":"fragment: [1:201] the file nests too deeply`},
		"world_keys":     {"POST", world, numbered("k%d: 1\n", 20_000), 400, `{"error":"fragment: [201:1] a mapping must have at most 200 keys`},
		"world_aliases":  {"POST", world, aliases(), 400, `{"error":"fragment: [1:4] anchors, aliases and tags are not allowed`},
		"world_repeat": {"POST", world, "orders: [{repeat: {times: 1000000, every: 1s}, date: -1h, customer: customer-with-one-order, lines: [{product: STUDIO-PRO-1Y}]}]",
			400, `{"error":"fragment: [1:9] a fragment may make at most 10000 orders, those of repeat.times and of subscriptions included, got 1000000`},
		"world_faults":      {"POST", world, "orders:\n" + repeat("- {customer: x, lines: [{product: y}]}\n", 2_000), 400, `{"error":"fragment: [2:14] unknown customer \"x\"`},
		"world_marks":       {"POST", world, repeat("%", 1_000_000), 400, `{"error":"fragment: [1:25000] the file has too many values, keys and marks: at most 25000; this is the last that fits`},
		"scenario_brackets": {"PUT", "/scenarios/own", repeat("[", 16_000), 400, `{"error":"[1:51] the file nests too deeply`},
		"scenario_pattern": {"PUT", "/scenarios/own", `rules: [{on: "*", delay: 1ms, when: 'query.X matches "` + repeat("a{1000}", 500) + `"'}]`,
			400, `{"error":"[1:37] when: the regular expression`},
		"where_doubling": {"POST", verified, expectation("search-orders", doubling), 200,
			uncounted + `"search-orders: matched 0, expected exactly 1; 1 call could not be evaluated`},
		"where_repeat": {"POST", verified, expectation("search-orders", `len(repeat("abc", 2000000000)) > 1`), 200,
			uncounted + `"search-orders: matched 0, expected exactly 1; 1 call could not be evaluated`},
		"where_xpath": {"POST", verified, expectation("login", `xpath("count(//*[count(//*[count(//*) > 1]) > 1])") == "1"`), 200,
			uncounted + `"login: matched 0, expected exactly 1; 1 call could not be evaluated`},
	}
}

func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// aliases are nine lists of nine aliases each of the one before.
func aliases() string {
	text := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c < 'k'; c++ {
		text += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.Repeat(fmt.Sprintf("*%c,", c-1), 9))
	}
	return text
}

// expectation returns the body of a verification.
func expectation(operation, where string) string {
	text, _ := json.Marshal(where) // a string always encodes
	return fmt.Sprintf(`{"expectations":[{"operation":%q,"where":%s,"count":1}]}`, operation, text)
}

// TestMemory sends bombs to sandboxes, each in a process of its own with little memory: it
// ends with the first byte too much.
func TestMemory(t *testing.T) {
	t.Parallel()
	inLittleMemory(t, "alone", func(t *testing.T, s *sandboxtest.Running) {
		all := bombs()
		for _, name := range slices.Sorted(maps.Keys(all)) {
			b := all[name]
			t.Log(name) // the last one is the one that ended the process
			status, got := visit(t, s, b.method, b.path, b.body)
			if status != b.status || !strings.HasPrefix(got, b.want) {
				t.Errorf("got %d %.500s, want %d %s…", status, got, b.status, b.want)
			}
			if strings.HasPrefix(name, "where") && !strings.Contains(got, tooMuch) {
				t.Errorf("got %.500s, want %s", got, tooMuch)
			}
		}
	})
	for name, b := range map[string]struct {
		bomb
		times int // at once
	}{
		"forty_worlds":        {bomb{"POST", world + "?dry_run=true&whole=true", strings.Repeat("%", 1_000_000), 200, `{"valid":false`}, crowd},
		"forty_large_texts":   {bomb{"POST", world + "?dry_run=true&whole=true", "a: |\n  " + strings.Repeat("x", 8<<20-10), 200, `{"valid":false`}, crowd},
		"ten_records":         {bomb{"POST", world + "?dry_run=true&whole=true", "records:\n  orders: |\n" + strings.Repeat("    {}\n", 1_000_000), 200, `{"valid":false`}, crowd / 4}, // each takes a second
		"forty_expectations":  {bomb{"POST", verified, `{"expectations":[` + strings.Repeat(`{"operation":"login"},`, 45_000) + "{}]}", 400, `{"error":"there may be at most 100 expectations, got 45001"`}, crowd},
		"forty_unknown_names": {bomb{"PATCH", "/accounts/DEMO", `{"x":{` + numbered(`"k%d":1,`, 80_000) + `"z":1}}`, 400, `{"error":"unknown field x`}, crowd},
	} {
		inLittleMemory(t, name, func(t *testing.T, s *sandboxtest.Running) {
			var all sync.WaitGroup
			for range b.times {
				all.Go(func() {
					if status, got := visit(t, s, b.method, b.path, b.body); status != b.status || !strings.HasPrefix(got, b.want) {
						t.Errorf("got %d %.500s, want %d %s…", status, got, b.status, b.want)
					}
				})
			}
			all.Wait()
		})
	}
	for name, c := range map[string]struct{ path, body, want string }{
		"forty_uploads":   {"/rest/6.0/orders/1/upload", `{"FileName":` + strings.Repeat("[", 16<<20-12), "AUTHENTICATION_ERROR"},
		"forty_envelopes": {"/soap/6.0", strings.Repeat("<a><b>text</b></a>", 200_000), "more than one root element"},
	} {
		inLittleMemory(t, name, func(t *testing.T, s *sandboxtest.Running) {
			var all sync.WaitGroup
			for range crowd {
				all.Go(func() {
					a, err := http.Post(s.URL()+c.path, "text/xml", strings.NewReader(c.body))
					if err != nil {
						t.Error(err)
						return
					}
					defer a.Body.Close()
					if got, err := io.ReadAll(a.Body); err != nil || !strings.Contains(string(got), c.want) {
						t.Errorf("got %s %.500s, %v, want %s", a.Status, got, err, c.want)
					}
				})
			}
			all.Wait()
		})
	}
	inLittleMemory(t, "forty_lists", func(t *testing.T, s *sandboxtest.Running) {
		for range 130 {
			s.Do("POST", "/upsell", `{"Name":"`+strings.Repeat("x", 60_000)+`"}`)
		}
		plain := http.Client{Transport: &http.Transport{DisableCompression: true}}
		var all sync.WaitGroup
		for range crowd {
			all.Go(func() {
				a, err := plain.Get(s.URL() + "/_sandbox/accounts/DEMO/requests?limit=1000")
				if err != nil {
					t.Error(err)
					return
				}
				defer a.Body.Close()
				if n, err := io.Copy(io.Discard, a.Body); n < 8<<20 || err != nil {
					t.Errorf("got %s and %d bytes, %v", a.Status, n, err)
				}
			})
		}
		all.Wait()
	})
	inLittleMemory(t, "an_import", func(t *testing.T, s *sandboxtest.Running) {
		note, parts := strings.Repeat("x", 1_000_000), []io.Reader{}
		for n := range 200 {
			order := fmt.Sprintf(`{"RefNo":"3000%03d","OrderDate":"2026-10-01 00:00:00","Status":"PENDING","Items":[{"Code":"A","Quantity":1}],"Note":"`, n)
			parts = append(parts, strings.NewReader(order), strings.NewReader(note), strings.NewReader(`"}`+"\n"))
		}
		got, err := s.Control().Account("DEMO").Import(t.Context(), io.MultiReader(parts...), client.Import{Lenient: true})
		if err != nil || got.Created["orders"] != 200 {
			t.Errorf("got %+v, %v, want 200 orders", got, err)
		}
		long := []io.Reader{strings.NewReader(`"`)}
		for range 300 {
			long = append(long, strings.NewReader(note))
		}
		if _, err := s.Control().Account("DEMO").Import(t.Context(), io.MultiReader(append(long, strings.NewReader(`"`))...), client.Import{}); !strings.Contains(fmt.Sprint(err), `got "xxxx`) {
			t.Errorf("got %.500v for a text of 300 MB", err)
		}
		visit(t, s, "POST", "/accounts/DEMO/reset", "") // because the check at the end keeps all orders in memory
	})
	inLittleMemory(t, "when_doubling", func(t *testing.T, s *sandboxtest.Running) {
		text, _ := json.Marshal(doubling) // a string always encodes
		if status, got := visit(t, s, "PUT", "/scenarios/own", `rules: [{on: "*", delay: 1ms, when: `+string(text)+`}]`); status != 200 {
			t.Fatalf("got %d %s", status, got)
		}
		s.Activate("own")
		if got := s.Get("/orders/?Limit=1"); got.Status != 201 {
			t.Errorf("got %d %s", got.Status, got.Body)
		}
		if _, got := visit(t, s, "GET", "/accounts/DEMO/requests?limit=1", ""); !strings.Contains(got, `"notes":["scenario own, rule 1: when: `+tooMuch+`"]`) {
			t.Errorf("got %s, want %s", got, tooMuch)
		}
	})
}

// inLittleMemory runs a test against a sandbox in a process of its own. The process may
// take little more memory than it has when the sandbox is ready, after two calls: a login
// with many elements and another one.
func inLittleMemory(t *testing.T, name string, test func(*testing.T, *sandboxtest.Running)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		if os.Getenv(limited) == "" {
			// Threads have small stacks, because a busy machine makes many, each of 8 MB otherwise.
			child := exec.CommandContext(t.Context(), "sh", "-c", `ulimit -s 512; exec "$0" "$@"`, os.Args[0], "-test.run=^"+strings.Replace(t.Name(), "/", "$/^", 1)+"$", "-test.v")
			child.Env = append(os.Environ(), limited+"=1", "GOMEMLIMIT=192MiB") // as set in a container of 256 MB
			if out, err := child.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
				t.Errorf("got %v:\n%.6000s", err, out)
			}
			return
		}
		s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) { o.Orders = 40 })
		s.Get("/orders/?Limit=1")
		callMany(t, s)
		limitMemory(t)
		test(t, s)
	})
}

// visit sends one request to the control interface and returns the status and the body of
// the answer. Goroutines of a test may use it: a failure to send has status 0.
func visit(t *testing.T, s *sandboxtest.Running, method, path, body string) (status int, text string) {
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+"/_sandbox"+path, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer a.Body.Close()
	whole, err := io.ReadAll(a.Body)
	if err != nil {
		t.Error(err)
	}
	return a.StatusCode, string(whole)
}

// callMany makes a login with many elements in its envelope.
func callMany(t *testing.T, s *sandboxtest.Running) {
	t.Helper()
	envelope := `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><login><merchantCode>DEMO</merchantCode>` +
		`<date>2026-10-09 12:00:00</date><hash>` + strings.Repeat("0", 64) + `</hash><algorithm>sha256</algorithm>` + strings.Repeat("<x/>", 900) + `</login></Body></Envelope>`
	a, err := http.Post(s.URL()+"/soap/6.0", "text/xml", strings.NewReader(envelope))
	if err != nil {
		t.Fatal(err)
	}
	_ = a.Body.Close()
}

// limitMemory allows the process to take only so much more memory. The limit counts writable
// memory, and not address space, because the runtime reserves 64 MB of it at a time.
func limitMemory(t *testing.T) {
	t.Helper()
	if raceDetector {
		return
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	var size, resident, shared, code, library, data uint64 // in pages
	if _, err := fmt.Sscan(string(text), &size, &resident, &shared, &code, &library, &data); err != nil {
		t.Fatal(err)
	}
	most := data*uint64(os.Getpagesize()) + allowed
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: most, Max: most}); err != nil {
		t.Fatal(err)
	}
}
