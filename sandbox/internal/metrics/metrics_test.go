package metrics_test

import (
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/metrics"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/sandboxtest"
)

// Every call is counted once, under a limited number of names, and no call of
// another sandbox.
func TestMetrics(t *testing.T) {
	t.Parallel()
	s := sandboxtest.Start(t, sandboxtest.Frozen, func(o *sandbox.Options) {
		o.Answers = map[string]string{"search-status": "200"}
		o.Journal = 3
	})
	for _, own := range []string{"answer: {status: 418, error_code: TEAPOT, message: No coffee}", "cut: empty"} {
		name := own[:3]
		if err := s.Control().PutScenario(t.Context(), name, "summary: of a test\nrules: [{on: \"*\", "+own+"}]\n"); err != nil {
			t.Fatal(err)
		}
	}
	order := "/orders/" + s.ID("order-complete", "OrderReference") + "/"
	s.Get(order)
	s.Get(order)
	s.Get("/orders/1/")
	s.Get("/orders/")
	s.Get("/orders/sandbox:ans/")
	s.Get("/odrers")
	s.As("OTHER").Get(order)
	cut(t, s, "/orders/0/sale/?SaleId=sandbox:cut")
	const calls, took = "commerce_sandbox_calls_total", "commerce_sandbox_call_duration_seconds"
	got := read(t, s)
	for series, want := range map[string]string{
		calls + `{cause="",code="",operation="retrieve-order",status="200"}`:                      "3",
		calls + `{cause="client",code="ORDER_NOT_FOUND",operation="retrieve-order",status="404"}`: "1",
		calls + `{cause="scenario",code="other",operation="retrieve-order",status="418"}`:         "1",
		calls + `{cause="",code="",operation="search-orders",status="200"}`:                       "1",
		calls + `{cause="",code="",operation="search-orders",status="201"}`:                       "0",
		calls + `{cause="client",code="NOT_FOUND",operation="none",status="404"}`:                 "1",
		calls + `{cause="scenario",code="",operation="order-by-sale",status="0"}`:                 "1",
		calls + `{cause="",code="",operation="login",status="200"}`:                               "0",
		took + `_count{operation="retrieve-order"}`:                                               "5",
		took + `_sum{operation="retrieve-order"}`:                                                 "0", // the wall clock is frozen
		took + `_count{operation="none"}`:                                                         "1",
		"commerce_sandbox_accounts":                                                               "2",
		"commerce_sandbox_journal_dropped_entries":                                                "4",
	} {
		if got[series] != want {
			t.Errorf("%s: got %q, want %s", series, got[series], want)
		}
	}
	for _, name := range []string{"commerce_sandbox_journal_bytes", "go_goroutines", "process_start_time_seconds", took + `_bucket{operation="retrieve-order",le="+Inf"}`} {
		if value := got[name]; value == "" || value == "0" {
			t.Errorf("%s: got %q", name, value)
		}
	}
	if series := calls + `{cause="",code="",operation="retrieve-order",status="200"}`; read(t, sandboxtest.Start(t, sandboxtest.Frozen))[series] != "0" {
		t.Error("another sandbox counted the calls")
	}
}

// TestFormats asks for the metrics as scrapers do: the text format is the answer unless
// the client asks for another one.
func TestFormats(t *testing.T) {
	t.Parallel()
	const text, open = "text/plain; version=0.0.4; charset=utf-8", "application/openmetrics-text; version=1.0.0; charset=utf-8"
	s := sandboxtest.Start(t)
	for accept, want := range map[string]string{
		"": text, "*/*": text, "text/plain": text, "application/json": text, "text/html,*/*;q=0.8": text,
		"application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,text/plain;version=0.0.4;q=0.2": open,
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL()+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", accept)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if got := a.Header.Get("Content-Type"); got != want {
			t.Errorf("Accept: %s: got %s, want %s", accept, got, want)
		}
	}
}

// Values of the process keep the names read by dashboards.
func TestProcess(t *testing.T) {
	t.Parallel()
	want := "go_cgo_calls_count go_cpu_count go_gc_cpu_seconds_total go_gc_duration_seconds_count go_gc_forced_count " +
		"go_gc_mark_assist_cpu_seconds_total go_gomaxprocs go_goroutines go_memlimit_bytes go_memstats_alloc_bytes " +
		"go_memstats_gc_cpu_fraction go_memstats_lookups_total go_mutex_wait_seconds_total go_scavenge_cpu_seconds_total go_threads " +
		`go_gc_pauses_seconds_bucket{le="+Inf"} go_sched_latencies_seconds_bucket{le="+Inf"}`
	if runtime.GOOS == "linux" {
		want += " process_cpu_seconds_system_total process_cpu_seconds_total process_cpu_seconds_user_total process_io_read_bytes_total " +
			"process_io_read_syscalls_total process_io_storage_read_bytes_total process_io_storage_written_bytes_total " +
			"process_io_write_syscalls_total process_io_written_bytes_total process_major_pagefaults_total process_max_fds " +
			"process_minor_pagefaults_total process_num_threads process_open_fds process_resident_memory_anon_bytes " +
			"process_resident_memory_bytes process_resident_memory_file_bytes process_resident_memory_peak_bytes " +
			"process_resident_memory_shared_bytes process_start_time_seconds process_virtual_memory_bytes process_virtual_memory_peak_bytes"
	}
	got := read(t, sandboxtest.Start(t))
	for name := range strings.FieldsSeq(want) {
		if got[name] == "" {
			t.Errorf("%s is missing", name)
		}
	}
	if os := `go_info_ext{GOARCH="` + runtime.GOARCH + `",GOOS="` + runtime.GOOS + `",GOROOT="",compiler="gc"}`; got[os] != "1" {
		t.Errorf("%s: got %q, want 1", os, got[os])
	}
}

// cut makes a call without an answer.
func cut(t *testing.T, s *sandboxtest.Running, path string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.REST()+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Service-Authentication", s.Sign())
	once := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // the client does not try a new connection twice
	if a, err := once.Do(r); err == nil {
		a.Body.Close()
		t.Errorf("%s: got %s, want no answer", path, a.Status)
	}
}

// read returns the counts by series.
func read(t *testing.T, s *sandboxtest.Running) map[string]string {
	t.Helper()
	a, err := http.Get(s.URL() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("got %d %v", a.StatusCode, err)
	}
	counts := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if at := strings.LastIndexByte(line, ' '); line[0] != '#' {
			counts[line[:at]] = strings.TrimSpace(line[at+1:])
		}
	}
	return counts
}

// BenchmarkEnded measures the cost of counting for every call.
func BenchmarkEnded(b *testing.B) {
	m := metrics.New(nil, nil, nil, nil)
	for name, status := range map[string]int{"expected": 200, "made-up": 418} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.CountCall("retrieve-order", status, "", "", 40*time.Microsecond)
			}
		})
	}
}
