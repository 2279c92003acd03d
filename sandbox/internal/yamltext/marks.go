package yamltext

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/scanner"
	"github.com/goccy/go-yaml/token"
)

// within returns the part of a text that has no more marks than the limit, and
// whether that is all of it. The scanner makes at most two tokens of a mark, but it
// makes those of the whole text before anybody can count them. Block literals do not
// count, because each is one token.
func within(text string, limit int) (part string, all bool) {
	var l literals
	part = text[:endOf(text, limit, l.skip)]
	if l.heads != nil && !l.confirmed() {
		part = text[:endOf(text, limit, func(string) bool { return false })]
	}
	return part, len(part) == len(text)
}

// endOf returns where the first mark above the limit is in the lines that are not
// skipped, or the length of the text.
func endOf(text string, limit int, skip func(line string) bool) int {
	halves, end := 2*limit, 0
	for line := range strings.Lines(text) {
		if !skip(line) {
			for i := range len(line) {
				if halves -= halvesOfMark(line[i], line[i+1:]); halves < 0 {
					return end + i
				}
			}
		}
		end += len(line)
	}
	return end
}

// halvesOfMark returns how many halves of a mark a character is. A quoted value has
// two quotes. A hyphen that something follows is a part of a value.
func halvesOfMark(c byte, rest string) int {
	switch c {
	case '"', '\'':
		return 1
	case '-', '?':
		if rest != "" && strings.IndexByte(" \t\r\n", rest[0]) < 0 {
			return 0
		}
		return 2
	case '{', '}', '[', ']', ',', ':', '%', '&', '*', '!', '|', '>', '<', '#', '@', '`', '\t', '\n', '\r':
		return 2
	}
	return 0
}

// literalHead matches the line before a block literal.
var literalHead = regexp.MustCompile(`^ *[A-Za-z_]+: \|[-+]?\r?\n$`)

// literals finds what looks like block literals.
type literals struct {
	short  strings.Builder // the text with one line for each literal
	lines  int             // of short
	heads  []int           // lines of short before a literal
	head   int             // the least indentation of a literal that begins in the next line, 0 when none can
	indent int             // of the literal that was found, 0 for none
}

// skip reports whether the next line is within a literal.
func (l *literals) skip(line string) bool {
	content := strings.TrimLeft(line, " ")
	indent, isBlank := len(line)-len(content), strings.TrimRight(content, "\r\n") == ""
	plain := !strings.Contains(strings.TrimRight(line, "\r\n"), "\r") // which begins a line too
	switch {
	case l.indent > 0 && plain && (isBlank || indent >= l.indent):
		return true
	case l.head > 0 && plain && !isBlank && indent >= l.head:
		l.indent, l.heads, line = indent, append(l.heads, l.lines), line[:indent]+"x\n"
	default:
		l.indent = 0
	}
	begun := l.indent > 0
	l.head = 0
	if !begun && literalHead.MatchString(line) {
		l.head = indent + 1
	}
	l.lines++
	l.short.WriteString(line)
	return begun
}

// confirmed reports whether the scanner finds all literals too: what looks like one
// may be within quotes.
func (l *literals) confirmed() bool {
	var source scanner.Scanner
	source.Init(l.short.String())
	var found []int
	for {
		tokens, err := source.Scan()
		for _, t := range tokens {
			if t.Type == token.LiteralType {
				found = append(found, t.Position.Line)
			}
		}
		if err != nil {
			missing := func(head int) bool {
				_, is := slices.BinarySearch(found, head)
				return !is
			}
			return errors.Is(err, io.EOF) && !slices.ContainsFunc(l.heads, missing)
		}
	}
}
