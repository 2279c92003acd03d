package catalog

import (
	"net/http"
	"slices"
	"strconv"
)

// Outcome is one possible end of a call.
type Outcome struct {
	// Code is the error code of a failure, empty for a success.
	Code Code

	// Status is the HTTP status. A SOAP fault travels with 500.
	Status int

	// StatusQuestion, when set, is the open question whose answer is the status.
	// Status is then the default answer; StatusFor returns the account's.
	StatusQuestion QuestionID

	// Documented reports whether the interface states this status for the
	// operation or, on SOAP, that the call can end this way.
	Documented bool

	// Condition is one sentence about when a call ends this way.
	Condition string

	only      Answered    // the answer required for a call to end this way
	dependsOn *dependence // nil when the interface states all of it
	general   bool        // another failure than those for which the interface states the status
}

// Answered is an answer to an open question. The zero value is none.
type Answered struct {
	Question QuestionID
	Answer   string
}

// DocumentedUnder reports whether the interface states the outcome for an account with
// these answers. It does not state an outcome ruled out by them.
func (o Outcome) DocumentedUnder(answers Answers) bool {
	return o.Documented && (o.only == Answered{} || answers.Is(o.only.Question, o.only.Answer))
}

// DependsOn returns the open questions behind the outcome.
func (o Outcome) DependsOn() []QuestionID {
	if o.dependsOn == nil {
		return nil
	}
	return slices.Clone(o.dependsOn.ids)
}

// DependsOnText returns the ids of the open questions behind the outcome, joined by ", ".
func (o Outcome) DependsOnText() string {
	if o.dependsOn == nil {
		return ""
	}
	return o.dependsOn.text
}

// ChoicesText returns the ids of the open questions that could have changed an answer with
// this outcome in the given circumstances, joined by ", ": those with a choice, and those
// without one that only some calls meet.
func (o Outcome) ChoicesText(in Circumstances) string {
	if o.dependsOn == nil {
		return ""
	}
	return o.dependsOn.choices[in&o.dependsOn.deciding]
}

// StatusFor returns the HTTP status of the outcome for an account with these answers. An
// answer in words, not a status, leaves the default.
func (o Outcome) StatusFor(answers Answers) int {
	if o.StatusQuestion == "" {
		return o.Status
	}
	status, err := strconv.Atoi(answers.Get(o.StatusQuestion))
	if err != nil {
		return o.Status
	}
	return status
}

func withCode(outcomes []Outcome, code Code) (Outcome, bool) {
	i := slices.IndexFunc(outcomes, func(o Outcome) bool { return o.Code == code })
	if i < 0 {
		return Outcome{}, false
	}
	return outcomes[i], true
}

// GeneralFailures returns the failures of a protocol outside its operations: of calls
// with an unknown operation (open question general-errors), and the sandbox's own.
func GeneralFailures(p Protocol) []Outcome {
	if p == SOAP {
		return slices.Clone(generalSOAP)
	}
	return slices.Clone(generalREST)
}

// GeneralFailure returns the failure of a protocol with the code, outside its operations.
func GeneralFailure(p Protocol, code Code) (Outcome, bool) {
	return withCode(GeneralFailures(p), code)
}

// SandboxFailures returns the sandbox's own failures of the operation: the interface does
// not have them.
func (op *Operation) SandboxFailures() []Outcome {
	return slices.DeleteFunc(GeneralFailures(op.Protocol), func(o Outcome) bool {
		switch o.Code {
		case SandboxScenario, SandboxPreview, InsufficientStorage, AccountBusy:
			return false
		case CrossSite:
			return op.Method == http.MethodGet
		case TooManyAccounts:
			return op.Protocol == SOAP && op.ID != Login
		}
		return true
	})
}

// Conditions of the sandbox's own failures.
const (
	whenScenario  = "The call names a scenario that does not exist or has no rule for the operation."
	whenPreview   = "The call asks for a preview with another value than 1, or of an account whose world is too large for one."
	whenCrossSite = "A browser sent the call from a page of another site."
	whenTooMany   = "The call would open an account, and the sandbox has as many as it may have."
	whenFull      = "The disk of the sandbox is full."
	whenBusy      = "The records of the account are being opened, reset or copied, and that took longer than 10 seconds."
)

var generalREST = []Outcome{
	{Code: NotFound, Status: http.StatusNotFound, dependsOn: dependsOn(GeneralErrors),
		Condition: "The interface has no such address."},
	{Code: MethodNotAllowed, Status: http.StatusMethodNotAllowed, dependsOn: dependsOn(GeneralErrors),
		Condition: "The address exists, but not with this method."},
	{Code: SandboxScenario, Status: http.StatusBadRequest, Condition: whenScenario},
	{Code: SandboxPreview, Status: http.StatusBadRequest, Condition: whenPreview},
	{Code: CrossSite, Status: http.StatusForbidden, Condition: whenCrossSite},
	{Code: TooManyAccounts, Status: http.StatusTooManyRequests, Condition: whenTooMany},
	{Code: InsufficientStorage, Status: http.StatusInsufficientStorage, Condition: whenFull},
	{Code: AccountBusy, Status: http.StatusServiceUnavailable, Condition: whenBusy},
	{Code: InternalError, Status: http.StatusInternalServerError, dependsOn: dependsOn(GeneralErrors),
		Condition: "The sandbox failed before it found the operation."},
}

var generalSOAP = []Outcome{
	soapFault(RequestTooLarge, "The envelope is larger than 4 MiB."),
	soapFault(InvalidRequestBody, "The envelope cannot be read as SOAP 1.1 or 1.2."),
	soapFault(NotFound, "The first element of Body is not an operation of the interface."),
	{Code: SandboxScenario, Status: http.StatusInternalServerError, Condition: whenScenario},
	{Code: SandboxPreview, Status: http.StatusInternalServerError, Condition: whenPreview},
	{Code: CrossSite, Status: http.StatusForbidden, Condition: whenCrossSite},
	{Code: TooManyAccounts, Status: http.StatusInternalServerError, Condition: whenTooMany},
	{Code: InsufficientStorage, Status: http.StatusInternalServerError, Condition: whenFull},
	{Code: AccountBusy, Status: http.StatusInternalServerError, Condition: whenBusy},
	soapFault(InternalError, "The sandbox failed before it found the operation."),
}

func soapFault(code Code, condition string, more ...QuestionID) Outcome {
	return Outcome{
		Code:      code,
		Status:    http.StatusInternalServerError,
		Condition: condition,
		dependsOn: dependsOn(slices.Concat([]QuestionID{GeneralErrors}, more)...),
	}
}
