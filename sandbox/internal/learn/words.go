package learn

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// lineOf says what was seen of a question.
func lineOf(q client.LearnedQuestion) string {
	var seen []string
	for _, a := range q.Seen {
		answer := a.Answer
		if a.Unlisted {
			answer += ", which the sandbox cannot answer"
		}
		seen = append(seen, fmt.Sprintf("%s (%s: %s)", answer, phrase.Count(a.Times, "time"), phrase.Some(a.Calls, a.Times)))
	}
	if q.Bound != "" {
		seen = append(seen, q.Bound)
	}
	switch {
	case len(seen) > 0:
	case q.ShownBy == "":
		seen = []string{"no recording shows it"}
	default:
		seen = []string{"to see it, " + q.ShownBy}
	}
	return strings.Join(append(seen, "ours: "+q.Ours), "; ")
}

// shapeLines say how the fields of answers differ, with one line for all that an operation
// lacks.
func shapeLines(all []client.LearnedShape) (lines []string) {
	for i := 0; i < len(all); i++ {
		d := all[i]
		field := fmt.Sprintf("%s: %s", d.Operation, cmp.Or(d.Field, "the body"))
		switch {
		case d.Ours == "":
			lines = append(lines, fmt.Sprintf("%s (%s) is in the recording, and not in the sandbox (%s)", field, d.Theirs, d.Call))
		case d.Theirs != "":
			lines = append(lines, fmt.Sprintf("%s is %s in the recording, and %s in the sandbox (%s)", field, d.Theirs, d.Ours, d.Call))
		default:
			for ; i+1 < len(all) && all[i+1].Operation == d.Operation && all[i+1].Theirs == ""; i++ {
				field += ", " + all[i+1].Field
			}
			lines = append(lines, field+" the sandbox has, and the recording has not ("+d.Call+")")
		}
	}
	return lines
}

// failureLine says what a failure is.
func failureLine(f client.LearnedFailure) string {
	return fmt.Sprintf("%s: %s is a failure that the sandbox does not have (%s: %s); this rule gives it:", f.Operation, strings.TrimSpace(fmt.Sprint(f.Status, " ", f.Code)), phrase.Count(f.Times, "time"), f.Call)
}
