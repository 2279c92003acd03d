// Package bundle carries an account to another machine: one zip with its records, its
// state, the scenarios that do not ship, and its recorded calls. Another sandbox restores
// the account as it was.
//
// Equal contents make equal bytes. A bundle may come from anybody, so reading it is
// bounded, and everything is checked before anything is made.
//
// The package leaves the lines of records to transfer, and to sandbox, control and the
// command line when a bundle is saved and restored, and where it goes.
package bundle

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/account"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/transfer"
)

// Format is the version of the format that this program writes and reads.
const Format = 4

// The names of the files of a bundle. The calls are one a line, and so are the records,
// in a file for each kind.
const (
	manifestName = "manifest.json"
	readmeName   = "README.txt"
	callsName    = "calls.jsonl"
	stateName    = "account.json"
	scenariosDir = "scenarios/"
	bodiesDir    = "scenarios/files/" // files that scenarios name as bodies
)

// fileOf returns the name of the file with the records of a kind.
func fileOf(kind transfer.Kind) string { return string(kind) + ".jsonl" }

// State is an account without its records and calls.
type State struct {
	Wall        time.Time                    `json:"wall"` // on the machine's clock
	Now         time.Time                    `json:"now"`  // on the account's clock
	Clock       clock.State                  `json:"clock"`
	Document    account.Document             `json:"document"`
	Scenarios   scenario.State               `json:"scenarios"`
	Upsell      record.UpsellSettings        `json:"upsell_settings"`
	Handles     map[string]record.Handle     `json:"handles"`
	Sequences   map[commerce.Sequence]uint64 `json:"sequences"`
	AuthHeaders []string                     `json:"auth_headers"` // names of the credential header
}
