package yamltext

import (
	"errors"

	"github.com/goccy/go-yaml"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Fault is one mistake in a text, without the lines around it.
type Fault struct {
	Line, Column int // from 1; 0 when the mistake has no place
	Message      string
	Suggestion   string // replacement at the place, "" when nothing is near
}

// Faults returns the mistakes joined in an error, in their order, nil for nil.
func Faults(err error) []Fault {
	for e := err; e != nil; e = errors.Unwrap(e) {
		joined, ok := e.(interface{ Unwrap() []error })
		if !ok {
			continue
		}
		var all []Fault
		for _, each := range joined.Unwrap() {
			all = append(all, Faults(each)...)
		}
		return all
	}
	if err == nil {
		return nil
	}
	var f Fault
	var pointed yaml.Error
	if errors.As(err, &pointed) && pointed.GetToken() != nil { // its text with the lines around takes long
		at := pointed.GetToken().Position
		f.Line, f.Column, f.Message = at.Line, at.Column, pointed.GetMessage()
	} else {
		f.Message = err.Error()
	}
	f.Message = phrase.Shorten(f.Message, maxMessage)
	var s *suggestedError
	if errors.As(err, &s) {
		f.Suggestion = s.suggestion
	}
	return []Fault{f}
}

// Suggest adds a replacement to the error of a mistake. Its text stays the
// same.
func Suggest(err error, suggestion string) error {
	if suggestion == "" {
		return err
	}
	return &suggestedError{err, suggestion}
}

type suggestedError struct {
	error
	suggestion string
}

// Unwrap returns the error without the suggestion.
func (e *suggestedError) Unwrap() error { return e.error }
