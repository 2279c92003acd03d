package client

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strconv"
	"time"
)

// ExportFormat is how an account is exported.
type ExportFormat string

// The formats of an export.
const (
	ExportWorld ExportFormat = "world" // a world file for the same records
	ExportJSON  ExportFormat = "json"  // one JSON object
)

// ExportFormats returns all formats, the default first.
func ExportFormats() []ExportFormat { return []ExportFormat{ExportWorld, ExportJSON} }

// Export writes all records of the account to w, from one state of them: orders with
// their forms, subscriptions, customers, campaigns, products, partners, settings,
// handles and running numbers. The error is io.ErrUnexpectedEOF when w did not get all
// of them.
func (a *Account) Export(ctx context.Context, format ExportFormat, w io.Writer) error {
	return a.client.copy(ctx, http.MethodGet, with(a.at("export"), "format", format), nil, w)
}

// Form returns the bytes of form n, from 1, of the forms uploaded to an order. The
// reference may be a handle.
func (a *Account) Form(ctx context.Context, reference string, n int) ([]byte, error) {
	var form bytes.Buffer
	if err := a.client.copy(ctx, http.MethodGet, a.at(string(Orders), reference, "forms", strconv.Itoa(n)), nil, &form); err != nil {
		return nil, err
	}
	return form.Bytes(), nil
}

// Import says how records come into an account.
type Import struct {
	Kind             Kind   // of all records; empty when the records say it
	File             string // name of the file; faults begin with it
	Replace          bool   // replace the records of the account that have the same reference
	Lenient          bool   // note a broken rule or link instead of refusing the records
	KeepGoing        bool   // import the right records and list the others instead of refusing all
	ShiftDates       bool   // move all dates by the same number of days, so that the latest one lies in the 24 hours before the account's clock
	DryRun           bool   // change nothing
	KeepPersonalData bool   // otherwise the sandbox replaces names, addresses and the like
}

// Imported is what became of imported records, by kind.
type Imported struct {
	Created      map[string]int `json:"created"`
	Replaced     map[string]int `json:"replaced"`
	Implied      map[string]int `json:"implied"`       // created or replaced because an order names them
	LeftOut      map[string]int `json:"left_out"`      // because a record they name is missing
	Refused      map[string]int `json:"refused"`       // not imported; "unknown" counts records without a kind
	Faults       []Fault        `json:"faults"`        // the first ones of the refused records
	MoreFaults   int            `json:"more_faults"`   // how many further ones there are
	ShiftedBy    string         `json:"shifted_by"`    // duration by which all dates were moved, such as 412d or -3d; empty without ShiftDates
	PersonalData bool           `json:"personal_data"` // whether personal data was kept
	Anonymized   map[string]int `json:"anonymized"`    // how many values were replaced, by kind such as names
	Notes        []string       `json:"notes"`         // the first ones, about broken rules
	MoreNotes    int            `json:"more_notes"`    // how many further ones there are
}

// Import adds records to the account, all of them or none unless KeepGoing is set: in the JSON of the
// interface one record, a list or a page as a search answers it, several of these
// one behind the other, or an export as JSON. The *Error names every fault by the
// file and its JSON path.
func (a *Account) Import(ctx context.Context, records io.Reader, i Import) (Imported, error) {
	anonymize := ""
	if i.KeepPersonalData {
		anonymize = "false"
	}
	path := with(a.at("records"), "kind", i.Kind, "file", i.File, "replace", i.Replace, "lenient", i.Lenient, "keep_going", i.KeepGoing,
		"shift_dates", i.ShiftDates, "dry_run", i.DryRun, "anonymize", anonymize)
	return ask[Imported](ctx, a.client, http.MethodPost, path, Body{"application/json", records})
}

// BundleInfo describes the content of a bundle.
type BundleInfo struct {
	Format       int          `json:"format"`  // of the bundle
	Version      string       `json:"version"` // of the sandbox that saved it
	Account      string       `json:"account"` // vendor code
	Secret       bool         `json:"secret"`  // whether it has the secret of the account and the credentials of its calls
	PersonalData bool         `json:"personal_data,omitempty"`
	WallTime     time.Time    `json:"wall_time"`         // when the last thing happened, on the machine's clock
	AccountTime  time.Time    `json:"account_time"`      // the same on the account's clock
	Calls        int          `json:"calls"`             // that the journal had
	Dropped      int64        `json:"dropped,omitempty"` // calls that it had no room for
	Records      map[Kind]int `json:"records"`
}

// BundleOptions say how a bundle is saved.
type BundleOptions struct {
	Secret bool // with the secret of the account and the credentials of its calls
}

// WriteBundle writes the account as a bundle to w: its records, settings, clock, active
// scenarios and recorded calls.
func (a *Account) WriteBundle(ctx context.Context, o BundleOptions, w io.Writer) error {
	return a.client.copy(ctx, http.MethodGet, with(a.at("bundle"), "secret", o.Secret), nil, w)
}
