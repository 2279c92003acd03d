package main

import (
	"maps"
	"testing"
)

// TestVerbTexts makes the texts of every row from an answer that has all that its type can
// have. A template that names a missing field, or a missing input, fails.
func TestVerbTexts(t *testing.T) {
	t.Parallel()
	words := map[string]any{"account": "A", "off": "x", "of": "", "text": "", "limits": "x", "affects": "x", "saved": "x", "columns": []string{"x"}, "head": "X", "built": "x", "one": "x", "to": "world", "path": "x", "dry": true, "faults": "", "faulty": 0, "but": "", "files": "", "older": 1}
	var walk func(verb)
	walk = func(v verb) {
		r := &request{verb: v, in: map[string]any{}, words: maps.Clone(words), raw: []byte(`{"a":[1,{}]}`)}
		for _, a := range v.args {
			r.in[a.name] = "x"
		}
		for text, zero := range map[string]any{v.text: v.answer, v.notes: v.answer, v.untrue: v.answer, v.dryText: v.dryRun} {
			if _, err := r.render(text, new(samples).answer(zero)); err != nil {
				t.Errorf("%s: %v", v.use, err)
			}
		}
		for _, below := range v.below {
			walk(below)
		}
	}
	for _, v := range verbs() {
		walk(v)
	}
}
