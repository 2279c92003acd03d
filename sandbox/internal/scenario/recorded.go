package scenario

import (
	"slices"

	"github.com/expr-lang/expr"
)

// RecordedCall is what conditions over a recorded call read: the call, and how it
// ended.
type RecordedCall interface {
	Call

	// Status, Code, Scenario and Milliseconds are those of the entry: 0 when no
	// answer was sent, the error code or "", the names of the scenarios that affected
	// the call, joined by ", ", and how long the answer took.
	Status() int
	Code() string
	Scenario() string
	Milliseconds() float64

	// Answer is the decoded body of the answer. The error says why it cannot be
	// decoded.
	Answer() (any, error)
}

// The words for how a recorded call ended.
const (
	statusWord   = "status"
	codeWord     = "code"
	scenarioWord = "scenario"
	durationWord = "duration_ms"
	answerWord   = "answer"
)

var recordedWords = []string{statusWord, codeWord, scenarioWord, durationWord, answerWord}

// RecordedVariables returns the names that conditions over recorded calls have
// besides Variables.
func RecordedVariables() []Variable {
	return []Variable{
		{statusWord, "number", "the status of the answer, 0 when none was sent"},
		{codeWord, "text", `the error code, "" for a success`},
		{scenarioWord, "text", `the scenarios that affected the call, separated by ", "`},
		{durationWord, "number", "how long the answer took, in milliseconds"},
		{answerWord, "any", "the decoded answer: JSON as it is, what a SOAP body contains by local names, other answers as text"},
	}
}

// isEnding reports whether a name says how a recorded call ended.
func (v *vocabulary) isEnding(name string) bool {
	return v.recorded && slices.Contains(recordedWords, name)
}

// CompileRecorded is Compile for conditions over recorded calls, which also read
// RecordedVariables. Match then requires a RecordedCall.
func CompileRecorded(text string) (*Condition, error) {
	return compile(text, &vocabulary{recorded: true})
}

// recordedLanguage returns the functions of the words for how a call ended.
func recordedLanguage() []expr.Option {
	return []expr.Option{
		ended(statusWord, RecordedCall.Status, new(func(any) int)),
		ended(codeWord, RecordedCall.Code, new(func(any) string)),
		ended(scenarioWord, RecordedCall.Scenario, new(func(any) string)),
		ended(durationWord, RecordedCall.Milliseconds, new(func(any) float64)),
		expr.Function(answerWord, func(in ...any) (any, error) { return in[0].(*evaluation).call.(RecordedCall).Answer() }, bodyType),
	}
}

// ended returns the function of a word.
func ended[T any](word string, read func(RecordedCall) T, signature any) expr.Option {
	return expr.Function(word, func(in ...any) (any, error) { return read(in[0].(*evaluation).call.(RecordedCall)), nil }, signature)
}
