package metrics

import (
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/procfs"
)

// goRuntime returns the collector of Prometheus for the runtime of Go, with the two
// histograms in place of its other additions.
func goRuntime() prometheus.Collector {
	return collectors.NewGoCollector(
		collectors.WithoutGoCollectorRuntimeMetrics(regexp.MustCompile(`.`)),
		collectors.WithGoCollectorRuntimeMetrics(collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile(`^/(sched/latencies|gc/pauses):seconds$`)}),
	)
}

// process collects values that the collectors of Prometheus lack or name otherwise, under
// the names expected by dashboards.
type process struct{}

// Describe implements prometheus.Collector. It describes nothing, because the values
// differ by system.
func (process) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector.
func (process) Collect(to chan<- prometheus.Metric) {
	out := values(to)
	out.goRuntime()
	if self, err := procfs.Self(); err == nil { // on Linux
		out.system(self)
	}
}

// values takes values of the process.
type values chan<- prometheus.Metric

// add adds a value, a counter when its name says so.
func (v values) add(name, help string, value float64) {
	kind := prometheus.GaugeValue
	if strings.HasSuffix(name, "_total") {
		kind = prometheus.CounterValue
	}
	v <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, nil), kind, value)
}

// sampled are values by name in package runtime/metrics.
var sampled = map[string]string{
	"go_mutex_wait_seconds_total":         "/sync/mutex/wait/total:seconds",
	"go_gc_mark_assist_cpu_seconds_total": "/cpu/classes/gc/mark/assist:cpu-seconds",
	"go_gc_cpu_seconds_total":             "/cpu/classes/gc/total:cpu-seconds",
	"go_scavenge_cpu_seconds_total":       "/cpu/classes/scavenge/total:cpu-seconds",
}

// goRuntime adds values of the runtime of Go.
func (v values) goRuntime() {
	for name, source := range sampled {
		sample := []metrics.Sample{{Name: source}}
		metrics.Read(sample)
		v.add(name, "Sourced from "+source+".", sample[0].Value.Float64())
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	v.add("go_memstats_gc_cpu_fraction", "Part of the available CPU time that the collector used since the start.", memory.GCCPUFraction)
	v.add("go_memstats_lookups_total", "Number of pointer lookups of the runtime, always 0.", float64(memory.Lookups))
	v.add("go_gc_forced_count", "Number of collections that the program forced.", float64(memory.NumForcedGC))
	v.add("go_memlimit_bytes", "Limit of memory that the runtime keeps to.", float64(debug.SetMemoryLimit(-1)))
	v.add("go_cgo_calls_count", "Number of calls of C.", float64(runtime.NumCgoCall()))
	v.add("go_cpu_count", "Number of processors that the process can use.", float64(runtime.NumCPU()))
	v.add("go_gomaxprocs", "Number of processors that run Go at the same time.", float64(runtime.GOMAXPROCS(0)))
	built := prometheus.Labels{"compiler": runtime.Compiler, "GOARCH": runtime.GOARCH, "GOOS": runtime.GOOS, "GOROOT": ""} // releases have no root
	v <- prometheus.MustNewConstMetric(prometheus.NewDesc("go_info_ext", "How the program was built.", nil, built), prometheus.GaugeValue, 1)
}

// ticks is how many of the units in which Linux counts CPU time are a second.
const ticks = 100

// system adds Linux's values of the process.
func (v values) system(self procfs.Proc) {
	if s, err := self.Stat(); err == nil {
		v.add("process_cpu_seconds_system_total", "CPU time in seconds in the kernel.", float64(s.STime)/ticks)
		v.add("process_cpu_seconds_user_total", "CPU time in seconds outside the kernel.", float64(s.UTime)/ticks)
		v.add("process_major_pagefaults_total", "Number of page faults that read from a disk.", float64(s.MajFlt))
		v.add("process_minor_pagefaults_total", "Number of page faults that did not.", float64(s.MinFlt))
		v.add("process_num_threads", "Number of threads.", float64(s.NumThreads))
	}
	if s, err := self.NewStatus(); err == nil {
		v.add("process_virtual_memory_peak_bytes", "Most virtual memory since the start, in bytes.", float64(s.VmPeak))
		v.add("process_resident_memory_peak_bytes", "Most resident memory since the start, in bytes.", float64(s.VmHWM))
		v.add("process_resident_memory_anon_bytes", "Resident memory of no file, in bytes.", float64(s.RssAnon))
		v.add("process_resident_memory_file_bytes", "Resident memory of files, in bytes.", float64(s.RssFile))
		v.add("process_resident_memory_shared_bytes", "Resident memory that is shared, in bytes.", float64(s.RssShmem))
	}
	if io, err := self.IO(); err == nil {
		v.add("process_io_read_bytes_total", "Bytes that the process read.", float64(io.RChar))
		v.add("process_io_written_bytes_total", "Bytes that the process wrote.", float64(io.WChar))
		v.add("process_io_read_syscalls_total", "Number of system calls that read.", float64(io.SyscR))
		v.add("process_io_write_syscalls_total", "Number of system calls that write.", float64(io.SyscW))
		v.add("process_io_storage_read_bytes_total", "Bytes read from storage.", float64(io.ReadBytes))
		v.add("process_io_storage_written_bytes_total", "Bytes written to storage.", float64(io.WriteBytes))
	}
}
