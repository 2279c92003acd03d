package client

import (
	"context"
	"io"
	"net/url"
	"strconv"
	"time"
)

// BundleInfo says what a bundle has.
type BundleInfo struct {
	Format       int          `json:"format"`  // of the bundle
	Version      string       `json:"version"` // of the sandbox that saved it
	Account      string       `json:"account"` // vendor code
	Secret       bool         `json:"secret"`  // whether it has the secret of the account and the credentials of its calls
	PersonalData bool         `json:"personal_data,omitempty"`
	Since        string       `json:"since"`           // what happened before the first call, such as: the account was reset
	First        BundleMoment `json:"first"`           // before the first call
	Last         BundleMoment `json:"last"`            // after the last one
	Calls        int          `json:"calls"`           // calls
	ByHand       int          `json:"by_hand"`         // changes by hand between them
	Before       BundleCounts `json:"before"`          // records
	After        BundleCounts `json:"after"`           // records
	Notes        []string     `json:"notes,omitempty"` // what cannot be repeated, and why
}

// BundleMoment is a moment on both clocks.
type BundleMoment struct {
	Wall    time.Time `json:"wall_time"`
	Account time.Time `json:"account_time"`
}

// BundleCounts is how many records of each kind there are.
type BundleCounts struct {
	Orders        int `json:"orders"`
	Campaigns     int `json:"campaigns"`
	Customers     int `json:"customers"`
	Subscriptions int `json:"subscriptions"`
	Products      int `json:"products"`
	Partners      int `json:"partners"`
}

// BundleOptions say how a bundle is saved.
type BundleOptions struct {
	Snapshot string // begin at this snapshot, "" for the first call that the journal has
	Secret   bool   // with the secret of the account and the credentials of its calls
}

// WriteBundle writes the account as a bundle to w: its records before its first call
// and after its last one, and the calls. The *Error has status 409 when the calls
// cannot be repeated, and says what to do.
func (a *Account) WriteBundle(ctx context.Context, o BundleOptions, w io.Writer) error {
	query := url.Values{}
	if o.Snapshot != "" {
		query.Set("snapshot", o.Snapshot)
	}
	if o.Secret {
		query.Set("secret", strconv.FormatBool(true))
	}
	path := a.at("bundle")
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return a.client.download(ctx, path, w)
}

// Replay is how the calls of a bundle were answered when they were repeated.
type Replay struct {
	Bundle    BundleInfo     `json:"bundle"`
	Version   string         `json:"version"` // of the sandbox that repeated them
	Calls     []ReplayedCall `json:"calls"`
	Same      int            `json:"same"`
	Different int            `json:"different"`
	Skipped   int            `json:"skipped"`         // calls that could not be repeated
	Notes     []string       `json:"notes,omitempty"` // what the calls do not say
}

// ReplayResult says how a repeated call was answered.
type ReplayResult string

// The results of repeated calls.
const (
	ReplaySame      ReplayResult = "same"
	ReplayDifferent ReplayResult = "different"
	ReplaySkipped   ReplayResult = "skipped" // it could not be repeated; the records that it changed got their recorded state
)

// ReplayedCall is one call of a bundle. In its difference, A is the recorded answer
// and B the repeated one.
type ReplayedCall struct {
	EntrySummary
	Result     ReplayResult `json:"result"`
	Why        string       `json:"why,omitempty"`        // why it was skipped
	Difference *Comparison  `json:"difference,omitempty"` // of a different one
	Changes    []string     `json:"changes,omitempty"`    // records that differ after it, such as order 100031545
}

// Add adds a call and counts it.
func (r *Replay) Add(call ReplayedCall) {
	r.Calls = append(r.Calls, call)
	switch call.Result {
	case ReplaySame:
		r.Same++
	case ReplayDifferent:
		r.Different++
	default:
		r.Skipped++
	}
}

// AllSame reports whether every call was repeated and got the same answer.
func (r Replay) AllSame() bool { return r.Different == 0 && r.Skipped == 0 }
