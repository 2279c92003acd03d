package scenario

import (
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/content"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

const (
	maxSeen  = 500 // bytes of a shown value
	maxParts = 20  // shown parts of an answer
)

// Seen returns the values that the condition reads from a call, by their names in the
// condition: of a body, a record or an answer without a named part the beginning.
func (c *Condition) Seen(ctx context.Context, call Call) map[string]string {
	e := &evaluation{call: call, ctx: ctx, text: c.text, shown: map[string]string{}}
	_, _ = c.run(e) // what was read before an error counts
	return e.shown
}

// see keeps a value for Seen.
func (e *evaluation) see(name string, value any) {
	if e.shown == nil {
		return
	}
	text, isText := value.(string)
	if !isText {
		encoded, _ := json.Marshal(value) // values read from JSON or XML can be written
		text = string(encoded)
	}
	e.shown[name] = phrase.Shorten(text, maxSeen)
}

// seeAnswer keeps the parts of the answer named in the expression, or else the whole.
func (e *evaluation) seeAnswer(answer any) {
	if both, ok := answer.(content.Both); ok {
		answer = both.Written
	}
	paths := answerPath.FindAllString(e.text, maxParts)
	if len(paths) == 0 {
		paths = []string{answerWord}
	}
	for _, path := range paths {
		text, _ := json.Marshal(partOf(answer, path)) // in JSON, because a part may be a number or a text
		e.see(path, string(text))
	}
}

// answerPath matches a part of the answer as a condition names it.
var answerPath = regexp.MustCompile(`\banswer(\.[A-Za-z_]\w*|\[-?\d+\])+`)

// answerStep matches a step of such a path.
var answerStep = regexp.MustCompile(`\.\w+|-?\d+`)

// partOf returns the part of an answer at a path, nil when there is none.
func partOf(answer any, path string) any {
	for _, step := range answerStep.FindAllString(strings.TrimPrefix(path, "answer"), -1) {
		switch of := answer.(type) {
		case map[string]any:
			answer = of[strings.TrimPrefix(step, ".")]
		case []any:
			at, err := strconv.Atoi(step)
			if at < 0 {
				at += len(of)
			}
			if err != nil || at < 0 || at >= len(of) {
				return nil
			}
			answer = of[at]
		default:
			return nil
		}
	}
	return answer
}
