package client

// Cause is the party at fault for a call not answered as asked.
type Cause string

// The causes.
const (
	ByClient   Cause = "client"   // the call is wrong
	ByScenario Cause = "scenario" // a scenario refused the call or cut its connection, or a changed feature or answer made it fail
	BySandbox  Cause = "sandbox"  // the sandbox failed, or its disk is full
)

// Causes returns all causes.
func Causes() []Cause { return []Cause{ByClient, ByScenario, BySandbox} }

// Trigger is how a scenario came to affect a call. Without a scenario, it is a feature or
// an answer changed by the account itself or a start flag.
type Trigger struct {
	Scenario string    `json:"scenario,omitempty"`
	By       TriggerBy `json:"by"`
	Name     string    `json:"name,omitempty"` // of the feature or the question
}

// TriggerBy is a way to trigger a scenario, or to change an answer without one.
type TriggerBy string

// The triggers.
const (
	TriggerAccount  TriggerBy = "account"  // active for the account until it is deactivated
	TriggerTimes    TriggerBy = "times"    // active for a number of calls
	TriggerPeriod   TriggerBy = "period"   // active for a period
	TriggerBaseline TriggerBy = "baseline" // active because of a start flag
	TriggerHeader   TriggerBy = "header"   // named by the header X-Sandbox-Scenario
	TriggerValue    TriggerBy = "value"    // named by an input value sandbox:NAME
	TriggerFeature  TriggerBy = "feature"  // not a scenario: a changed feature
	TriggerQuestion TriggerBy = "question" // not a scenario: a changed answer to an open question
)

// Without is how a call would have ended without the reason for its refusal: without all
// scenarios or, if none affected it, with the default features and answers.
type Without struct {
	Status int    `json:"status"`
	Code   string `json:"code,omitempty"` // empty for a success
}
