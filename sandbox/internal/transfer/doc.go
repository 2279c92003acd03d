// Package transfer carries whole records out of an account and into one. A whole
// record is the JSON of the interface with one more key, sandbox, for its internal
// fields. An export is a world file with these records as JSON Lines, or one JSON
// object.
//
// The package leaves the language of worlds to worlds, and where an export goes to
// control and the command line.
package transfer
