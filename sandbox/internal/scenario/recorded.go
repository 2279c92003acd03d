package scenario

import (
	"slices"

	"github.com/expr-lang/expr"
)

// RecordedCall is a recorded call as conditions read it: the call, and how it
// ended.
type RecordedCall interface {
	EndedCall // with the status 0 when no answer was sent

	// Scenario and Milliseconds come from the entry: the names of the scenarios
	// that affected the call, joined by ", ", and the time to the answer.
	Scenario() string
	Milliseconds() float64
}

// The words for how a recorded call ended.
const (
	statusWord   = "status"
	codeWord     = "code"
	scenarioWord = "scenario"
	durationWord = "duration_ms"
	answerWord   = "answer"
)

var (
	endedWords    = []string{statusWord, codeWord, answerWord}
	recordedWords = append([]string{scenarioWord, durationWord}, endedWords...)
)

// RecordedVariables returns the names of conditions over recorded calls,
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

// isEnding reports whether a name says how a call ended.
func (v *vocabulary) isEnding(name string) bool {
	return v.of == "" && slices.Contains(endedWords, name) || v.recorded && slices.Contains(recordedWords, name)
}

// CompileRecorded is Compile for conditions over recorded calls. They also read
// RecordedVariables. Match then requires a RecordedCall.
func CompileRecorded(text string) (*Condition, error) {
	return compile(text, &vocabulary{recorded: true})
}

// endedLanguage returns the functions of the words for how a call ended.
func endedLanguage() []expr.Option {
	return []expr.Option{
		wordFunction(statusWord, EndedCall.Status, new(func(any) int)),
		wordFunction(codeWord, EndedCall.Code, new(func(any) string)),
		expr.Function(answerWord, func(in ...any) (any, error) {
			e := in[0].(*evaluation)
			if m := e.counting(); !m.hasAnswer {
				answer, err := e.call.(EndedCall).Answer()
				if err != nil {
					return nil, err
				}
				m.answer, m.hasAnswer = answer, true
				e.seeAnswer(answer)
			}
			return e.numbers(e.meter.answer), nil
		}, bodyType),
	}
}

// recordedLanguage returns the functions of the words of recorded calls only.
func recordedLanguage() []expr.Option {
	return []expr.Option{
		wordFunction(scenarioWord, RecordedCall.Scenario, new(func(any) string)),
		wordFunction(durationWord, RecordedCall.Milliseconds, new(func(any) float64)),
	}
}

// wordFunction returns the function of a word.
func wordFunction[C, T any](word string, read func(C) T, signature any) expr.Option {
	return expr.Function(word, func(in ...any) (any, error) {
		e := in[0].(*evaluation)
		value := read(e.call.(C))
		e.see(word, value)
		return value, nil
	}, signature)
}
