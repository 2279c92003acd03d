package transcript

import (
	"bufio"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Archive is the calls of an archive and their common properties.
type Archive struct {
	Version string                 // of the recording program
	Origin  string                 // scheme and host of calls without a known Host header
	Calls   iter.Seq[client.Entry] // oldest first, credentials masked
}

// Write writes the archive, one call at a time. The error is w's.
func (a Archive) Write(w io.Writer) error {
	head, err := phrase.JSON(creator{Name: "commerce-sandbox", Version: a.Version})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(`{"log":{"version":"1.2","creator":` + head + `,"pages":[],"entries":[`) // Flush returns the error
	separator := "\n"
	for call := range a.Calls {
		line, err := phrase.JSON(a.entry(call))
		if err != nil {
			return err
		}
		if _, err := out.WriteString(separator + line); err != nil {
			return err
		}
		separator = ",\n"
	}
	_, _ = out.WriteString("\n]}}\n")
	return out.Flush()
}

// entry returns a call in the shape of an archive.
func (a Archive) entry(call client.Entry) entry {
	e := entry{
		Started: call.WallTime.UTC().Format("2006-01-02T15:04:05.000Z"), Time: milliseconds(call.Duration),
		Request: a.request(call), Response: responseOf(call),
		Timings:  timings{Wait: milliseconds(call.Duration)},
		Comment:  comment(call),
		Resource: "fetch", ID: call.ID,
	}
	if call.Response.Status == 0 {
		e.Response.Error = "the sandbox sent no answer"
	}
	return e
}

func milliseconds(d time.Duration) float64 { return float64(max(0, d).Microseconds()) / 1000 }

// comment returns the sandbox's knowledge about a call beside the bytes.
func comment(call client.Entry) string {
	parts := []string{call.ID}
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+value)
		}
	}
	add("", call.Operation)
	add("cause: ", string(call.Cause))
	add("scenario: ", string(call.Scenarios))
	add("", call.Why)
	if call.Request.Truncated {
		parts = append(parts, "the request body is cut")
	}
	if call.Response.Truncated {
		parts = append(parts, "the response body is cut")
	}
	return strings.Join(parts, " · ")
}
