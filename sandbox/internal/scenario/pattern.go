package scenario

import (
	"fmt"
	"regexp"
	"regexp/syntax"
)

// maxPattern bounds the instructions of the regular expressions of one scenario,
// or of one condition, together. Each takes about 40 bytes.
const maxPattern = 5_000

var errTooManyPatterns = fmt.Errorf("the regular expressions may have at most %d instructions together", maxPattern)

// pattern is a compiled regular expression with its number of instructions.
type pattern struct {
	expression   *regexp.Regexp
	instructions int
}

// compilePattern compiles a regular expression of bounded size, because a few
// characters can make millions of instructions.
func compilePattern(text string) (*pattern, error) {
	parsed, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	if n := instructionsOf(parsed); n > maxPattern {
		return nil, fmt.Errorf("the regular expression %.40q is too large: it may have at most %d instructions", text, maxPattern)
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return nil, err
	}
	expression, err := regexp.Compile(text)
	return &pattern{expression, len(program.Inst)}, err
}

// instructionsOf estimates the instructions of an expression before it is
// compiled.
func instructionsOf(e *syntax.Regexp) int {
	n := 1
	if e.Op == syntax.OpLiteral {
		n = len(e.Rune)
	}
	for _, part := range e.Sub {
		n += instructionsOf(part)
	}
	if e.Op == syntax.OpRepeat {
		n *= max(1, e.Min, e.Max)
	}
	return n
}

// matches reports whether a text matches a *pattern, or a text with one.
func (e *evaluation) matches(in []any) (any, error) {
	if in[0] == nil || in[1] == nil {
		return false, nil
	}
	text, isText := in[0].(string)
	p, isWritten := in[1].(*pattern)
	source, isSource := in[1].(string)
	if !isText || !isWritten && !isSource {
		return false, fmt.Errorf("matches needs two texts, got %T and %T", in[0], in[1])
	}
	if isSource {
		if err := e.spend(1_000 + 100*len(source)); err != nil {
			return false, err
		}
		var err error
		if p, err = compilePattern(source); err != nil {
			return false, err
		}
	}
	if err := e.spend((len(text) + 1) * (1 + p.instructions/patternPerWork)); err != nil {
		return false, err
	}
	return p.expression.MatchString(text), nil
}
