package oracle

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"hash/fnv"
	"io"
	"os"
	"strconv"
	"sync"
	"testing"
	"time"
)

var write = flag.String("write", "", "the file to write the corpus to, as JSON lines packed with gzip")

// Share is how many cases there are for each of the sample, 1 for all of them.
var Share = flag.Uint("share", 40, "make one case of this many")

// Sample returns the cases to make, always the same ones. Both tests need it.
var Sample = sync.OnceValue(func() *corpus {
	return Make(func(id string) bool {
		h := fnv.New32a()
		_, _ = io.WriteString(h, id)
		return uint(h.Sum32())%*Share == 1%*Share
	})
})

// TestCorpus compares the refusals of the table with those of the oracle, for each value,
// and writes the corpus on request.
func TestCorpus(t *testing.T) {
	t.Parallel()
	c := Sample()
	for _, w := range c.wrong {
		t.Error(w)
	}
	c.covers(t)
	if *Share == 1 && len(c.cases) != len(c.had) {
		t.Errorf("the corpus has %d cases and should have %d", len(c.cases), len(c.had))
	}
	if *write == "" {
		return
	}
	t.Logf("%d cases, %d starts: %v", len(c.cases), len(c.starts), c.counts)
	t.Logf("silent: %v", c.silent)
	file, err := os.Create(*write)
	if err == nil {
		packed := gzip.NewWriter(file)
		err = errors.Join(c.Write(packed), packed.Close(), file.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// today is the day of the release, otherwise the clock's.
func today() string {
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC().Format(day)
	}
	return time.Now().UTC().Format(day)
}

// Write writes the header and the cases.
func (c *corpus) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	h := header{Format: format, Interface: interfaceVersion, Date: today(), Clock: "2021-06-16T12:00:00Z", Secret: secret,
		World: worldFile, Starts: c.starts, Counts: map[string]int{}}
	for _, one := range c.cases {
		h.Counts[one.Operation]++
	}
	err := lines.Encode(h)
	for _, one := range c.cases {
		if err == nil {
			err = lines.Encode(one)
		}
	}
	if err != nil {
		return err
	}
	return out.Flush()
}
