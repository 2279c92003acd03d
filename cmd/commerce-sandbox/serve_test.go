package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	neturl "net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

func TestServe(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data.db")
	r := serve(t, env{"SANDBOX_LISTEN": "127.0.0.1:1"}, "serve", "--listen", "127.0.0.1:0", "--data", file)
	answer := paste(t, r.line("curl "))
	if got, want := answer.StatusCode, http.StatusCreated; got != want {
		t.Errorf("the printed curl: got %d, want %d", got, want)
	}
	base := strings.TrimSuffix(answer.Request.URL.String(), "/orders/")
	url := strings.TrimSuffix(base, restBase)
	want := `commerce-sandbox is ready

  Pages        ` + strings.TrimSuffix(base, restBase) + `/ui/
  REST base    ` + base + `
  SOAP         ` + url + `/soap/6.0
  WSDL         ` + url + `/soap/6.0?wsdl
  Vendor code  DEMO
  Secret       demo-secret
  Data         ` + file + `

` + r.line("curl ") + "\n"
	if r.block != want {
		t.Errorf("got\n%s\nwant\n%s", r.block, want)
	}
	expect(t, prints("ready: "+url), nil, "ready", "--wait", "1m", "--url", url)
	if got := r.stop(); got.code != exitDone {
		t.Errorf("got %+v, want a clean end", got)
	}
	expectPart(t, exitFailed, "", nil, "ready", "--url", url)
}

// TestServeName reads the addresses of a name in the block.
func TestServeName(t *testing.T) {
	t.Parallel()
	r := serve(t, nil, "--ephemeral", "--listen", "localhost:0")
	at := strings.Split(strings.TrimPrefix(r.line("Listens at"), "  Listens at   "), ", ")
	_, port, _ := net.SplitHostPort(at[0])
	if got, want := r.line("REST base"), "  REST base    http://localhost:"+port+"/rest/6.0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, address := range at {
		if host, own, err := net.SplitHostPort(address); err != nil || own != port || !netip.MustParseAddr(host).IsLoopback() {
			t.Errorf("got %v", at)
		}
	}
}

// TestServePublicURL shows the public URL in the block, and reaches a sandbox below a
// path by commands.
func TestServePublicURL(t *testing.T) {
	t.Parallel()
	r := serve(t, nil, "--ephemeral", "--listen", "127.0.0.1:0", "--public-url", "https://shop.example.com/sandbox/")
	url := strings.TrimPrefix(r.line("Listens at"), "  Listens at   ")
	for label, want := range map[string]string{
		"Pages":     "  Pages        https://shop.example.com/sandbox/ui/",
		"REST base": "  REST base    https://shop.example.com/sandbox/rest/6.0",
		"WSDL":      "  WSDL         https://shop.example.com/sandbox/soap/6.0?wsdl",
	} {
		if got := r.line(label); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got := r.line("curl "); !strings.HasSuffix(got, "'https://shop.example.com/sandbox/rest/6.0/orders/'") {
		t.Errorf("got %s", got)
	}
	target, _ := neturl.Parse(url)
	proxy := httptest.NewServer(http.StripPrefix("/sandbox", httputil.NewSingleHostReverseProxy(target)))
	defer proxy.Close()
	expect(t, prints("ready: "+proxy.URL+"/sandbox"), nil, "ready", "--wait", "1m", "--url", proxy.URL+"/sandbox/")
}

// TestServeControl uses the address of the control interface in the commands around a
// sandbox, and the address of the protocols in a signed curl command.
func TestServeControl(t *testing.T) {
	t.Parallel()
	r := serve(t, nil, "--ephemeral", "--listen", "127.0.0.1:0", "--control-listen", "127.0.0.1:0")
	control := strings.TrimSuffix(strings.TrimPrefix(r.line("Control"), "  Control      "), "/_sandbox/")
	if got := paste(t, r.line("curl ")).StatusCode; got != http.StatusCreated {
		t.Errorf("the printed curl: got %d, want 201", got)
	}
	e := env{"SANDBOX_LISTEN": "127.0.0.1:1", "SANDBOX_CONTROL_LISTEN": strings.TrimPrefix(control, "http://")}
	expect(t, prints("ready: "+control), e, "ready", "--wait", "1m")
	expectPart(t, exitDone, "", e, "scenario", "on", "outage")
	if got := call(t, e, "sign", "--curl", "GET", "/orders/"); !strings.Contains(got.stdout, "'http://127.0.0.1:1/rest/6.0/orders/'") {
		t.Errorf("got %+v, want a call of the protocols", got)
	}
}

// TestServeExposed reads in the start block whether other machines can use the control
// interface.
func TestServeExposed(t *testing.T) {
	t.Parallel()
	const note = "\nNote: other machines can use the control interface, because it listens on all addresses and has no token. Set --control-token, or listen on 127.0.0.1.\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--listen", ":0"}, note},
		{[]string{"--listen", "0.0.0.0:0"}, note},
		{[]string{"--listen", "[::]:0"}, note},
		{[]string{"--listen", "127.0.0.1:0", "--control-listen", ":0"}, note},
		{[]string{"--listen", ":0", "--control-token", "t0ken"}, ""},
		{[]string{"--listen", ":0", "--control-listen", "127.0.0.1:0"}, ""},
		{[]string{"--listen", "127.0.0.1:0"}, ""},
	} {
		if test.args[1] == "[::]:0" && !hasIPv6() {
			continue
		}
		r := serve(t, nil, append(test.args, "--ephemeral", "--world", "empty")...)
		_, got, _ := strings.Cut(r.block, r.line("curl ")+"\n")
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.args, got, test.want)
		}
		if end := r.stop(); end.code != exitDone {
			t.Errorf("%q: got %+v, want a clean end", test.args, end)
		}
	}
}

// hasIPv6 reports whether the machine has IPv6.
func hasIPv6() bool {
	l, err := net.Listen("tcp", "[::]:0")
	return err == nil && l.Close() == nil
}

func TestServeKeeps(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "data.db")
	begin := func(args ...string) (notes string) {
		r := serve(t, env{"SANDBOX_LISTEN": "127.0.0.1:0", "SANDBOX_DATA": file}, args...)
		if got := paste(t, r.line("curl ")).StatusCode; got != http.StatusCreated {
			t.Errorf("%q: got %d, want 201", args, got)
		}
		if end := r.stop(); end.code != exitDone {
			t.Errorf("%q: got %+v, want a clean end", args, end)
		}
		_, notes, _ = strings.Cut(r.block, r.line("curl ")+"\n")
		_, base, _ := strings.Cut(strings.TrimSuffix(r.line("REST base"), restBase), "http")
		return strings.ReplaceAll(notes, "http"+base, "URL")
	}
	kept := "\nNote: " + file + " was kept: account DEMO has world empty with seed 1, seeded at 2026-05-01 00:00:00 UTC. A restart clears journal, coverage and active scenarios.\n"
	tests := []struct {
		args []string
		want string
	}{
		{[]string{"--world", "empty", "--clock", "2026-05-01"}, ""},
		{[]string{"--world", "empty", "--clock", "2026-05-01"}, kept},
		{[]string{"--world", "empty", "--seed", "2", "--clock", "2026-05-01 23:59:59"}, kept +
			"\nNote: world empty with seed 2 has no effect yet, because world, orders and seed act when an account is opened or reset.\n"},
		{[]string{"--world", "paging", "--orders", "1", "--seed", "2", "--clock", "2026-05-03 23:00:00"}, kept +
			"\nNote: world paging with 1 order and seed 2 has no effect yet, because world, orders and seed act when an account is opened or reset.\n" +
			"\nNote: the data are 2 days old. For fresh dates: commerce-sandbox reset --url URL --account DEMO\n"},
	}
	for _, test := range tests {
		if got := begin(test.args...); got != test.want {
			t.Errorf("%q: got %q, want %q", test.args, got, test.want)
		}
	}
}

func TestServeEphemeralOverTLS(t *testing.T) {
	t.Parallel()
	r := serve(t, env{"SANDBOX_EPHEMERAL": "true", "SANDBOX_WORLD": "empty"}, "--listen=:0", "--log-format", "json", "--tls", "self-signed")
	if got, want := r.line("Data"), "  Data         in a temporary file, which is removed at the end"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := r.line("curl"); !strings.HasPrefix(got, "curl -sS --insecure -H ") || !strings.Contains(got, " 'https://127.0.0.1:") {
		t.Errorf("got %q, want a call that accepts the certificate", got)
	}
	_, address, _ := strings.Cut(strings.TrimSuffix(r.line("REST base"), restBase), "://")
	_, port, _ := net.SplitHostPort(address)
	expectPart(t, exitDone, "", env{"SANDBOX_LISTEN": ":" + port, "SANDBOX_TLS": "self-signed"}, "ready", "--wait", "1m")
	if got := r.line("REST base"); !strings.Contains(got, " https://127.0.0.1:") {
		t.Errorf("got %q, want an address that can be called", got)
	}
	if got := r.stop(); got.code != exitDone || !strings.HasPrefix(got.stderr, "{") {
		t.Errorf("got %+v, want a clean end and a log in JSON", got)
	}
}

// TestServeCuts keeps a call open for longer than the sandbox waits.
func TestServeCuts(t *testing.T) {
	t.Parallel()
	stdout, writer := io.Pipe()
	s := &serveCmd{program: &program{stdout: writer, stderr: io.Discard}, drain: time.Nanosecond}
	c := resolved(t, s, nil, []string{"--ephemeral", "--world", "empty", "--listen", "127.0.0.1:0"})
	must(t, s.make(c, nil))
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	c.SetContext(ctx)
	go func() { ended <- s.run(c, nil) }()
	_, err := stdout.Read(make([]byte, 1<<16))
	must(t, err)
	connection, err := net.Dial("tcp", strings.TrimPrefix(s.sandbox.URL(), "http://"))
	must(t, err)
	defer connection.Close()
	header := call(t, nil, "sign").stdout
	_, err = io.WriteString(connection, "POST /rest/6.0/orders/1/upload HTTP/1.1\r\nHost: sandbox\r\nAccept: application/json\r\n"+
		strings.TrimSpace(header)+"\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n")
	must(t, err)
	if got, err := bufio.NewReader(connection).ReadString('\n'); err != nil || got != "HTTP/1.1 100 Continue\r\n" {
		t.Fatalf("got %q, %v; want it to wait for the body", got, err)
	}
	cancel()
	if got := <-ended; !errors.Is(got, context.DeadlineExceeded) {
		t.Errorf("got %v, want the call cut off", got)
	}
}

// TestServeInterrupted interrupts the program before the sandbox is ready.
func TestServeInterrupted(t *testing.T) {
	t.Parallel()
	interrupted, interrupt := context.WithCancel(t.Context())
	interrupt()
	var stdout, stderr bytes.Buffer
	if code := run(interrupted, []string{"serve", "--ephemeral", "--listen", "127.0.0.1:0"}, nil, &stdout, &stderr); code != exitDone || stdout.Len()+stderr.Len() > 0 {
		t.Errorf("got code %d, %s%s, want a silent end", code, &stdout, &stderr)
	}
}

func TestServeFails(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer taken.Close()
	at := taken.Addr().String()
	got := call(t, nil, "--ephemeral", "--listen", at)
	want := ending{code: exitFailed, stderr: name + ": cannot listen on " + at + ": listen tcp " + at + ": bind: address already in use; choose another address with --listen or --control-listen, such as 127.0.0.1:0 for a free port\n"}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestVariables sets every flag of serve once on the command line and once in
// the environment.
func TestVariables(t *testing.T) {
	t.Parallel()
	set := map[string]string{
		"listen": "127.0.0.1:0", "control-listen": "127.0.0.1:0", "allowed-host": "a.example,b.example", "public-url": "https://a.example/shop", "cors": "http://localhost:5173,*", "trust-proxy": "private,192.0.2.0/24", "max-accounts": "9", "account-ttl": "2d", "data": "x.db", "ephemeral": "true", "discard-writes": "true", "vendor-code": "ACME", "secret": "s", "accounts": "closed",
		"world": "empty", "orders": "12", "seed": "7", "assume": "nulls=omitted,search-status=200", "feature": "API_GET_CUSTOMER_ORDERS=off",
		"clock": "2026-05-13", "auth-header": "X-One, X-Two", "journal": "5", "journal-bytes": "64MiB", "control-token": "t", "anonymize-key": "k", "keep-personal-data": "true", "tls": "self-signed", "dev": "pages", "scenarios": "bad-days", "scenario": "outage,slow",
		"log-format": "json", "log-level": "error", "report": "reports", "max-import": "64MiB",
	}
	byFlag, byEnv, unset := &serveCmd{}, &serveCmd{}, &serveCmd{}
	var args []string
	environment := env{}
	for _, f := range withVariables(byFlag.flags()...) {
		args = append(args, "--"+f.name+"="+set[f.name])
		environment[f.variableName()] = set[f.name]
	}
	resolved(t, byFlag, env{"SANDBOX_SEED": "8", "SANDBOX_ASSUME": "nulls=shown"}, args)
	resolved(t, byEnv, environment, nil)
	resolved(t, unset, nil, nil)
	if !reflect.DeepEqual(byFlag, byEnv) {
		t.Errorf("by flag %+v\nby environment %+v", byFlag, byEnv)
	}
	want := sandbox.Options{
		Listen: "127.0.0.1:0", ControlListen: "127.0.0.1:0", AllowedHosts: []string{"a.example", "b.example"}, CORSOrigins: []string{"http://localhost:5173", "*"}, PublicURL: "https://a.example/shop", TrustedProxies: []string{"private", "192.0.2.0/24"}, MaxAccounts: 9, AccountTTL: 48 * time.Hour, Data: "x.db", Report: "reports", DiscardWrites: true, VendorCode: "ACME", Secret: "s", Accounts: sandbox.ClosedAccounts, World: "empty", Orders: 12, Seed: 7,
		Answers:  map[string]string{"nulls": "omitted", "search-status": "200"},
		Features: map[string]bool{"API_GET_CUSTOMER_ORDERS": false},
		Clock:    "2026-05-13", AuthHeaders: []string{"X-One", "X-Two"}, Journal: 5, JournalBytes: 64 << 20, MaxImport: 64 << 20, ControlToken: "t", AnonymizeKey: "k", KeepPersonalData: true, TLS: sandbox.TLSSelfSigned,
		Ephemeral: true, PagesFolder: "pages", ScenarioFolder: "bad-days", Scenarios: []string{"outage", "slow"},
	}
	if !reflect.DeepEqual(byFlag.options, want) {
		t.Errorf("got %+v\nwant %+v", byFlag.options, want)
	}
	got, presets := reflect.ValueOf(byFlag.options), reflect.ValueOf(unset.options)
	for i := range got.NumField() {
		field := got.Type().Field(i).Name
		byProgram := slices.Contains([]string{"Log", "DroppedLines", "Wall", "NoSync", "Bundle"}, field)
		if !byProgram && reflect.DeepEqual(got.Field(i).Interface(), presets.Field(i).Interface()) {
			t.Errorf("no flag sets the option %s", field)
		}
	}
	if byFlag.format != "json" || byFlag.level != slog.LevelError {
		t.Errorf("got %+v", byFlag)
	}
}

// resolved returns the command of s with its flags set.
func resolved(t *testing.T, s *serveCmd, e env, args []string) *cobra.Command {
	t.Helper()
	p := &program{environment: environment(e.list())}
	c := s.command()
	must(t, errors.Join(c.ParseFlags(args), p.resolve(c)))
	return c
}

func TestRepeatedFlags(t *testing.T) {
	t.Parallel()
	s := &serveCmd{}
	resolved(t, s, nil, []string{"--auth-header", "A", "--seed", "1", "--auth-header", "B,C", "--seed", "2"})
	if got, want := s.options.AuthHeaders, []string{"A", "B", "C"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if s.options.Seed != 2 {
		t.Errorf("got seed %d, want the last", s.options.Seed)
	}
}

func TestPlace(t *testing.T) {
	t.Parallel()
	s := &serveCmd{}
	s.options.Data = "a.db"
	if got := s.place(); !filepath.IsAbs(got) || filepath.Base(got) != "a.db" {
		t.Errorf("got %q, want the absolute path of a.db", got)
	}
	s.options.Ephemeral = true
	if got := s.place(); filepath.Base(got) == "a.db" {
		t.Errorf("got %q for a temporary file", got)
	}
}

func TestCallableURL(t *testing.T) {
	t.Parallel()
	tests := []struct{ listen, served, want string }{
		{"127.0.0.1:0", "http://127.0.0.1:4321", "http://127.0.0.1:4321"},
		{":8080", "http://[::]:8080", "http://127.0.0.1:8080"},
		{"0.0.0.0:8080", "http://0.0.0.0:8080", "http://127.0.0.1:8080"},
		{"[::]:8080", "http://[::]:8080", "http://[::1]:8080"},
		{"localhost:0", "http://127.0.0.1:4321", "http://localhost:4321"},
		{":0", "https://[::]:8443", "https://127.0.0.1:8443"},
		{"192.0.2.1:80", "http://192.0.2.1:80", "http://192.0.2.1:80"},
	}
	for _, test := range tests {
		if got := callableURL(test.listen, test.served); got != test.want {
			t.Errorf("callableURL(%q, %q): got %q, want %q", test.listen, test.served, got, test.want)
		}
	}
}

// paste makes the call of a printed curl command.
func paste(t *testing.T, command string) *http.Response {
	t.Helper()
	words := shellWords(command)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, words[len(words)-1], nil)
	if err != nil || words[0] != "curl" {
		t.Fatalf("%s: %v", command, err)
	}
	for i, word := range words {
		switch {
		case word == "-H":
			field, value, _ := strings.Cut(words[i+1], ": ")
			request.Header.Add(field, value)
		case word == "-X":
			request.Method = words[i+1]
		}
	}
	response, err := http.DefaultClient.Do(request)
	must(t, err)
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	must(t, err)
	return response
}

// shellWords splits a command with no quotes but single ones.
func shellWords(command string) []string {
	var words []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
