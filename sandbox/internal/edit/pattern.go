package edit

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
)

// The limits of match and search in a path, because the library compiles their
// pattern again for each compared value.
const (
	maxPattern  = 50 // instructions of a pattern
	maxPatterns = 1  // in a path
)

// matching are the functions with a pattern.
var matching = regexp.MustCompile(`\b(?:match|search)\s*\(`)

// literal is such a function with a text as its pattern, in a path without its texts.
var literal = regexp.MustCompile(`\b(?:match|search)\s*\([^,]*,\s*''\s*\)`)

// Matches reports whether the edit compares values with a pattern. This takes long.
func (e *Edit) Matches() bool {
	return e.json != nil && matching.MatchString(quoted.ReplaceAllString(e.At, `''`))
}

// checkPatterns checks the patterns of a path. plain is the path without its texts.
func checkPatterns(at, plain string) error {
	found := len(matching.FindAllString(plain, -1))
	if found == 0 {
		return nil
	}
	if found > maxPatterns {
		return fmt.Errorf("a JSONPath may have match or search once, got %d", found)
	}
	if !literal.MatchString(plain) {
		return errors.New("the pattern of match and search must be a text between quotes")
	}
	for _, text := range quoted.FindAllString(at, -1) {
		parsed, err := syntax.Parse(text[1:len(text)-1], syntax.Perl)
		if err != nil {
			continue // a text for another use, or refused by the library
		}
		if compiled, err := syntax.Compile(parsed.Simplify()); err == nil && len(compiled.Inst) > maxPattern {
			return fmt.Errorf("the pattern %s of a JSONPath is too long: it may have %d instructions, and has %d", text, maxPattern, len(compiled.Inst))
		}
	}
	return nil
}
