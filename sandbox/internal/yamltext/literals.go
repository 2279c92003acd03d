package yamltext

import (
	"regexp"
	"strings"

	"github.com/goccy/go-yaml/token"
)

// source is a text without its block literals for the scanner, because the scanner takes up
// to 50 bytes of memory for one of the text, and literals of an export have megabytes.
type source struct {
	text  string
	short string // the text with one line for the lines of each literal
	taken []literal
}

// literal is a block literal taken out of a text.
type literal struct {
	at       int // its line in short
	from, to int // its bytes in the text
	indent   int // of its first line
	lines    int
}

// stand is the line of short for a literal, behind the indentation.
const stand = "x\n"

// literalHead matches the line before a block literal.
var literalHead = regexp.MustCompile(`^ *[A-Za-z_]+: \|[-+]?\r?\n$`)

// newSource takes likely block literals out of a text. It leaves one with a tab at
// the start of its first line, because the scanner counts the tab as indentation.
func newSource(text string) *source {
	s := &source{text: text}
	var short strings.Builder
	var last literal // in progress; none without lines
	head, lines, end, rest := 0, 0, 0, 0
	for line := range strings.Lines(text) {
		start := end
		end += len(line)
		body, _ := cutEnd(line)
		content := strings.TrimLeft(body, " ")
		indent, isBlank := len(body)-len(content), content == ""
		plain := !strings.Contains(body, "\r") // because \r begins a line too
		if last.lines > 0 && plain && (isBlank || indent >= last.indent) {
			last.lines++
			last.to, rest = end, end
			continue
		}
		s.add(&last)
		if lines++; head > 0 && plain && !isBlank && content[0] != '\t' && indent >= head {
			last = literal{at: lines, from: start, to: end, indent: indent, lines: 1}
			short.WriteString(text[rest : start+indent])
			short.WriteString(stand)
			head, rest = 0, end
			continue
		}
		if head = 0; literalHead.MatchString(line) {
			head = indent + 1
		}
	}
	s.add(&last)
	if s.short = text; len(s.taken) > 0 {
		short.WriteString(text[rest:])
		s.short = short.String()
	}
	return s
}

// add adds a complete literal.
func (s *source) add(l *literal) {
	if l.lines > 0 {
		s.taken = append(s.taken, *l)
	}
	*l = literal{}
}

// restore puts the literals back into the tokens of short, all of them or the first
// ones, and corrects the lines of the tokens behind them. It reports whether the
// scanner found them too: a likely literal may be within quotes.
func (s *source) restore(tokens token.Tokens, all bool) bool {
	next, more, end := 0, 0, 0
	for i, t := range tokens {
		line := t.Position.Line
		end = line + strings.Count(t.Origin, "\n")
		t.Position.Line += more
		if next == len(s.taken) || line < s.taken[next].at {
			continue
		}
		l := s.taken[next]
		indent := s.text[l.from : l.from+l.indent]
		behind, isStand := strings.CutPrefix(t.Origin, indent+stand)
		if line > l.at || i == 0 || tokens[i-1].Type != token.LiteralType || !isStand || strings.TrimRight(t.Value, "\n") != "x" {
			return false
		}
		t.Value, t.Origin = valueOf(s.text[l.from:l.to], l.indent, tokens[i-1].Value), s.text[l.from:l.to+len(behind)]
		next, more = next+1, more+l.lines-1
	}
	return next == len(s.taken) || !all && end < s.taken[next].at
}

// valueOf returns the value of a literal from its lines, as the scanner does. The head
// decides about the ends of the last lines.
func valueOf(lines string, indent int, head string) string {
	var value strings.Builder
	value.Grow(len(lines))
	for line := range strings.Lines(lines) {
		text, hasEnd := cutEnd(line)
		if !hasEnd && strings.Trim(text, " ") != "" {
			text = strings.TrimRight(text, " ")
		}
		value.WriteString(text[min(indent, len(text)):])
		if hasEnd {
			value.WriteByte('\n')
		}
	}
	all := value.String()
	switch bare := strings.TrimRight(all, "\n"); head {
	case "|-":
		return strings.TrimRight(bare, " ")
	case "|+":
		return all
	default:
		return all[:min(len(bare)+1, len(all))]
	}
}

// cutEnd returns a line without its end, and whether it has one.
func cutEnd(line string) (text string, hasEnd bool) {
	if text, hasEnd = strings.CutSuffix(line, "\n"); hasEnd {
		text = strings.TrimSuffix(text, "\r")
	}
	return text, hasEnd
}
