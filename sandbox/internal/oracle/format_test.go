// Package oracle predicts how every call of the conformance corpus must be answered. It
// is written from the interface's text and the texts of the open questions, shares no
// code with the sandbox and imports nothing of the module, otherwise a mistake of the one
// could be a mistake of the other. The same package makes the corpus: classes.json has
// the values of every input, world.json the records at the start of every case. It also
// makes the calls of a corpus to a running sandbox and compares the answers.
package oracle

import "encoding/json"

// call is one HTTP request. {code} in it is the vendor code of the account, {sha256 DATE}
// the hash of code and date, {session} the result of a login, {byte FF} one byte.
type call struct {
	Method  string      `json:"method"`
	Path    string      `json:"path"`
	Query   string      `json:"query,omitempty"`
	Headers [][2]string `json:"headers,omitempty"`
	Body    string      `json:"body,omitempty"`
	Pad     int         `json:"pad,omitempty"` // blanks lengthen the body to so many bytes
}

// prediction is what the texts say about the answer.
type prediction struct {
	// Outcomes are a status and a code each, such as "400 INVALID_PARAMETER". They are
	// several when the texts leave the order of several checks open.
	Outcomes []string          `json:"outcomes"`
	Headers  map[string]string `json:"headers,omitempty"`
	// Refs are the references of a list in order, nil when the answer has no list.
	Refs []string `json:"refs,omitempty"`
	// Fields has the values of single fields by their path, such as Pagination.Count.
	Fields map[string]any `json:"fields,omitempty"`
	// Absent lists paths that the answer must not have.
	Absent []string `json:"absent,omitempty"`
	Body   *string  `json:"body,omitempty"`

	// silent names the part of the call that no text speaks of.
	silent string
}

// step is a call after the first of a case, to see its changes.
type step struct {
	Call call       `json:"call"`
	Want prediction `json:"want"`
}

// record is one case of the corpus: a line of it.
type record struct {
	ID        string     `json:"id"`
	Operation string     `json:"operation"`
	Start     string     `json:"start"`
	Call      call       `json:"call"`
	Want      prediction `json:"want"`
	Then      []step     `json:"then,omitempty"`
}

// settings is how an account of a start differs from a fresh one.
type settings struct {
	Answers  map[string]string `json:"answers,omitempty"`
	Features map[string]bool   `json:"features,omitempty"`
}

// header is the first line of the corpus.
type header struct {
	Format    int                 `json:"format"`
	Interface string              `json:"interface"`
	Date      string              `json:"date"`
	Counts    map[string]int      `json:"counts"`
	Clock     string              `json:"clock"`
	Secret    string              `json:"secret"`
	World     json.RawMessage     `json:"world"`
	Starts    map[string]settings `json:"starts"`
}

func ok(status string) prediction { return prediction{Outcomes: []string{status}} }

func refuse(outcomes ...string) prediction { return prediction{Outcomes: outcomes} }

func (p prediction) succeeds() bool { return p.Outcomes[0][0] == '2' }
