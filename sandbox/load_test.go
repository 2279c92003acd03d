package sandbox_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// connections is the number of callers of a load.
const connections = 16

// load is a request that callers send to one address again and again.
type load struct {
	address string // host:port
	request func(n int64) []byte
	status  int // that every answer must have
}

// rate sends the load for a while and returns the answers per second. The callers
// write HTTP by hand, so that they leave most of the machine to the server.
func (l load) rate(tb testing.TB, span time.Duration) float64 {
	tb.Helper()
	var answers, number atomic.Int64
	var callers sync.WaitGroup
	stop := make(chan struct{})
	began := time.Now()
	for range connections {
		callers.Go(func() {
			if err := l.call(stop, &number, &answers); err != nil {
				tb.Error(err)
			}
		})
	}
	time.Sleep(span)
	close(stop)
	callers.Wait()
	return float64(answers.Load()) / time.Since(began).Seconds()
}

func (l load) call(stop <-chan struct{}, number, answers *atomic.Int64) error {
	conn, err := net.Dial("tcp", l.address)
	if err != nil {
		return err
	}
	defer conn.Close()
	from := bufio.NewReaderSize(conn, 64<<10)
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		if _, err := conn.Write(l.request(number.Add(1))); err != nil {
			return err
		}
		status, err := skipAnswer(from)
		if err != nil {
			return err
		}
		if status != l.status {
			return fmt.Errorf("status: got %d, want %d", status, l.status)
		}
		answers.Add(1)
	}
}

// skipAnswer reads one answer and returns its status.
func skipAnswer(from *bufio.Reader) (int, error) {
	line, err := from.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	status, err := strconv.Atoi(string(line[9:12]))
	if err != nil {
		return 0, err
	}
	length := 0
	for {
		line, err := from.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		if name, value, ok := bytes.Cut(line, []byte(": ")); ok && strings.EqualFold(string(name), "Content-Length") {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, err
			}
		}
		if len(bytes.TrimSpace(line)) == 0 {
			_, err := io.CopyN(io.Discard, from, int64(length))
			return status, err
		}
	}
}

// compare runs two loads in turn and reports the median of the ratios of the first
// to the second, and the median rate of the first. The two of a pair run close
// together, because the speed of a machine drifts.
func compare(b *testing.B, of, to load) {
	b.Helper()
	pairs, span := 8, 400*time.Millisecond
	if testing.Short() { // which only shows that the benchmark works
		pairs, span = 1, 20*time.Millisecond
	}
	of.rate(b, span)
	to.rate(b, span)
	var ratios, rates []float64
	for b.Loop() {
		for range pairs {
			rate := of.rate(b, span)
			rates = append(rates, rate)
			ratios = append(ratios, rate/to.rate(b, span))
		}
	}
	b.ReportMetric(median(ratios), "ratio")
	b.ReportMetric(median(rates), "answers/s")
	b.ReportMetric(0, "ns/op")
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
