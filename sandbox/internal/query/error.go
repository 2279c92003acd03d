package query

import (
	"fmt"
	"unicode/utf8"
)

// Error is a mistake in a query, with its place.
type Error struct {
	Offset  int    // bytes before the place
	Length  int    // bytes of it
	Column  int    // of the place, in characters from 1; 0 for one of a term alone
	Message string // the mistake, such as unknown field "stauts"
	Hint    string // the remedy
}

// Error returns the mistake, its place and the remedy.
func (e *Error) Error() string { return e.Where() + "; " + e.Hint }

// Where returns the mistake and its place.
func (e *Error) Where() string {
	if e.Column == 0 {
		return e.Message
	}
	return fmt.Sprintf("%s at column %d", e.Message, e.Column)
}

// span is a part of the text of a query.
type span struct{ start, end int }

// wrong returns the error of a part of a query.
func wrong(text string, at span, hint, format string, args ...any) error {
	return &Error{
		Offset: at.start, Length: at.end - at.start, Column: 1 + utf8.RuneCountInString(text[:at.start]),
		Message: fmt.Sprintf(format, args...), Hint: hint,
	}
}

// fault is a mistake in a value, before its place is known.
type fault struct{ message, hint string }

func faultf(hint, format string, args ...any) *fault {
	return &fault{fmt.Sprintf(format, args...), hint}
}
