// Package bundle carries an account to another machine: one zip with the records
// before its calls and after them, the state at both ends, the scenarios, and the
// calls with the changes that were made by hand between them. Another sandbox opens
// the account as it was after, or repeats the calls from before and compares the
// answers.
//
// Equal contents make equal bytes. A bundle may come from anybody, so reading it is
// bounded, and everything is checked before anything is made.
//
// The package leaves to sandbox how a sandbox is started on a bundle, and to control
// and the command line where a bundle goes.
package bundle

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Format is the version of the format that this program writes. It reads all up to this
// one. Format 2 has the scenarios of the account alone.
const Format = 2

// The names of the files of a bundle. The records of each end are in a file for each
// kind, one record a line.
const (
	manifestName = "manifest.json"
	readmeName   = "README.txt"
	stepsName    = "calls.jsonl"
	stateName    = "account.json"
	optionsName  = "options.json"
	before       = "before/"
	after        = "after/"
	scenariosDir = "scenarios/"
)

// Manifest says what a bundle is and has.
type Manifest struct {
	client.BundleInfo
	Files []File `json:"files"` // all others
}

// File is one file of a bundle.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	SameAs string `json:"same_as,omitempty"` // the file that has the content, "" for itself
}

// State is an account at one end, without its records.
type State struct {
	Wall      time.Time                    `json:"wall"` // on the machine's clock
	Now       time.Time                    `json:"now"`  // on the account's clock
	Clock     clock.State                  `json:"clock"`
	Document  account.Document             `json:"document"`
	Scenarios scenario.State               `json:"scenarios"`
	Sequences map[commerce.Sequence]uint64 `json:"sequences"`
}

// Options are the start options that decide what the calls of a bundle mean.
type Options struct {
	AuthHeaders    []string `json:"auth_headers,omitempty"`
	PublicURL      string   `json:"public_url,omitempty"`
	TrustedProxies []string `json:"trusted_proxies,omitempty"`
	CORSOrigins    []string `json:"cors_origins,omitempty"`
}
