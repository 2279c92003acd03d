package client

import (
	"context"
	"io"
	"time"
)

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
	return a.client.download(ctx, with(a.at("bundle"), "secret", o.Secret), w)
}
