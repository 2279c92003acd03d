package client

import (
	"context"
	"time"
)

// About describes a sandbox and its addresses.
type About struct {
	Instance  string      `json:"instance"` // names the process; another one after a restart
	Version   string      `json:"version"`
	Started   time.Time   `json:"started"` // when the process started, on the machine's clock
	First     string      `json:"first"`   // vendor code of the account it was started with
	Last      string      `json:"last"`    // id of the event that happened last; a stream can go on after it
	Addresses Addresses   `json:"addresses"`
	Limits    AboutLimits `json:"limits"`
	Faults    Faults      `json:"faults"`

	// DroppedLines is how many lines of the log were not written, because nobody read it.
	DroppedLines int64 `json:"dropped_log_lines"`
}

// Faults are the calls and requests that the sandbox itself failed since its start: a
// panic or an unexpected error. The log has the reason.
type Faults struct {
	Count int64      `json:"count"`
	Last  *LastFault `json:"last"` // null while nothing failed
}

// LastFault is the last failure of the sandbox.
type LastFault struct {
	Time      time.Time `json:"time"`                // on the machine's clock
	ID        string    `json:"id"`                  // names the reason in the log; of a recorded call, the id of the call
	Operation string    `json:"operation,omitempty"` // of the call
	Path      string    `json:"path,omitempty"`      // of a request without an operation
	Error     string    `json:"error"`               // its first line, masked, at most 300 bytes
}

// Addresses are where the interfaces answer, as the caller reaches them.
type Addresses struct {
	Control string `json:"control"`
	REST    string `json:"rest"` // base address (section 9)
	SOAP    string `json:"soap"`
	WSDL    string `json:"wsdl"`
}

// AboutLimits are how much a sandbox keeps.
type AboutLimits struct {
	Accounts            int   `json:"accounts"`
	Snapshots           int   `json:"snapshots"`             // of an account
	Scenarios           int   `json:"scenarios"`             // of the users' own
	Streams             int   `json:"streams"`               // at a time
	JournalEntries      int   `json:"journal_entries"`       // of an account
	JournalBody         int   `json:"journal_body_bytes"`    // of a call's request or answer
	JournalAccountBytes int64 `json:"journal_account_bytes"` // of all calls of an account
	JournalBytes        int64 `json:"journal_bytes"`         // of all accounts
}

// About returns the description of the sandbox and its addresses.
func (c *Client) About(ctx context.Context) (About, error) {
	return get[About](ctx, c, at("about"))
}
