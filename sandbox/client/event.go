package client

import "time"

// EventKind is what an event of the stream reports.
type EventKind string

// The kinds of events, each with the type of its data.
const (
	EventHello    EventKind = "hello"    // Hello, always the first event of a stream
	EventCall     EventKind = "call"     // EntryLine, or Entry when the stream shows whole calls
	EventScenario EventKind = "scenario" // ScenarioEvent
	EventClock    EventKind = "clock"    // ClockEvent
	EventReset    EventKind = "reset"    // ResetEvent
	EventCleared  EventKind = "cleared"  // ClearedEvent
	EventFeature  EventKind = "feature"  // FeatureEvent
	EventQuestion EventKind = "question" // QuestionEvent
	EventRecord   EventKind = "record"   // RecordEvent
	EventSnapshot EventKind = "snapshot" // SnapshotEvent
	EventLibrary  EventKind = "library"  // LibraryEvent
	EventAccount  EventKind = "account"  // AccountEvent
	EventHeld     EventKind = "held"     // HeldEvent
	EventEnded    EventKind = "ended"    // EndedEvent
	EventMissed   EventKind = "missed"   // Missed
)

// EventTypes returns a zero value of the data of each kind of event, for EventCall of
// whole calls.
func EventTypes() map[EventKind]any {
	return map[EventKind]any{
		EventHello: Hello{}, EventCall: Entry{}, EventScenario: ScenarioEvent{}, EventClock: ClockEvent{}, EventReset: ResetEvent{},
		EventCleared: ClearedEvent{}, EventFeature: FeatureEvent{}, EventQuestion: QuestionEvent{}, EventRecord: RecordEvent{},
		EventSnapshot: SnapshotEvent{}, EventLibrary: LibraryEvent{}, EventAccount: AccountEvent{}, EventHeld: HeldEvent{}, EventEnded: EndedEvent{}, EventMissed: Missed{},
	}
}

// EventChange is what happened to the subject of an event.
type EventChange string

// The changes that events report.
const (
	ChangeActivated EventChange = "activated" // a scenario, again when its counters begin at 0
	ChangeSpent     EventChange = "spent"     // a scenario reached the limit of its activation
	ChangeEnded     EventChange = "ended"     // a scenario was deactivated
	ChangeCreated   EventChange = "created"   // a record
	ChangeChanged   EventChange = "changed"   // a record
	ChangeSaved     EventChange = "saved"     // a snapshot, or a scenario of the library
	ChangeDeleted   EventChange = "deleted"   // a record, snapshot, scenario of the library or account
	ChangeReloaded  EventChange = "reloaded"  // a scenario of the library, from its changed file
	ChangeOpened    EventChange = "opened"    // an account
	ChangeSettings  EventChange = "settings"  // of an account, other than its features, answers and clock
)

// Hello begins a stream. Another Instance than before means that the sandbox
// was restarted: calls, scenarios and coverage began again, data are kept.
type Hello struct {
	Instance string    `json:"instance"`          // names the process, and begins the ids of its events
	Version  string    `json:"version"`           // of the sandbox
	Started  time.Time `json:"started"`           // when the process started, on the machine's clock
	Last     int64     `json:"last"`              // the number of the latest event
	Resumed  bool      `json:"resumed"`           // whether the stream goes on after the reader's last event
	Missed   *Missed   `json:"missed,omitempty"`  // losses of the reader because of a restart, nil for none
	Waiting  []string  `json:"waiting,omitempty"` // followed accounts that do not exist yet
}

// Missed reports the losses of a reader that came back too late or is too slow.
type Missed struct {
	Calls   int64 `json:"calls,omitempty"`   // calls that the journal dropped
	Events  int64 `json:"events,omitempty"`  // other events, of all accounts; after a restart, calls too
	Unknown bool  `json:"unknown,omitempty"` // whether nobody knows how many
}

// ScenarioEvent reports a scenario that is, or no longer is, active for an account.
type ScenarioEvent struct {
	Account string      `json:"account"`
	Name    string      `json:"name"`
	Change  EventChange `json:"change"`           // ChangeActivated, ChangeSpent or ChangeEnded
	Active  *Activation `json:"active,omitempty"` // of ChangeActivated
}

// ClockEvent reports a changed clock.
type ClockEvent struct {
	Account string `json:"account"`
	Clock   Clock  `json:"clock"`
}

// ResetEvent reports that an account was reset.
type ResetEvent struct {
	Account string `json:"account"`
	To      string `json:"to"`             // ToWorld, ToEmpty or a snapshot
	Keep    []Part `json:"keep,omitempty"` // every other part is back at the baseline, or at what an account with a port was opened with
}

// ClearedEvent reports that the recorded calls of an account were deleted.
type ClearedEvent struct {
	Account string `json:"account"` // NoAccount for the calls without one
}

// FeatureEvent reports a switched feature flag.
type FeatureEvent struct {
	Account string `json:"account"`
	Feature string `json:"feature"`
	Enabled bool   `json:"enabled"`
}

// QuestionEvent reports an account's new answer to an open question.
type QuestionEvent struct {
	Account  string `json:"account"`
	Question string `json:"question"` // its id
	Answer   string `json:"answer"`
}

// RecordEvent reports a record changed by hand. The changes of a call are in its entry.
type RecordEvent struct {
	Account string      `json:"account"`
	Kind    string      `json:"kind"`            // such as order
	ID      string      `json:"id,omitempty"`    // such as its reference; empty when Count is set
	Change  EventChange `json:"change"`          // ChangeCreated, ChangeChanged or ChangeDeleted
	Count   int         `json:"count,omitempty"` // how many records of the kind changed, when they are too many to name
}

// SnapshotEvent reports a saved or deleted snapshot.
type SnapshotEvent struct {
	Account string      `json:"account"`
	Name    string      `json:"name"`
	Change  EventChange `json:"change"` // ChangeSaved or ChangeDeleted
}

// LibraryEvent reports a change of the library of scenarios.
type LibraryEvent struct {
	Name   string      `json:"name"`
	Change EventChange `json:"change"` // ChangeSaved, ChangeDeleted or ChangeReloaded
}

// AccountEvent reports an opened, changed or deleted account.
type AccountEvent struct {
	Account string      `json:"account"`
	Change  EventChange `json:"change"` // ChangeOpened, ChangeSettings or ChangeDeleted
}

// HeldEvent reports that a scenario holds a call from now on.
type HeldEvent struct {
	Account  string `json:"account"`
	Call     string `json:"call"` // id
	Scenario string `json:"scenario"`
}

// EndedEvent reports a call that was under way when its account was reset or deleted. It
// changed nothing and counts nowhere.
type EndedEvent struct {
	Account   string `json:"account"`
	Call      string `json:"call"` // id of its entry, which belongs to no account
	Operation string `json:"operation,omitempty"`
	Method    string `json:"method"`
	How       string `json:"how"` // "reset" or "deleted"
}
