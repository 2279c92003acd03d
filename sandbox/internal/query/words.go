package query

import (
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// Word is a field with one value, "" for none.
func Word[T any](name, meaning string, read func(T) string) Field[T] {
	return Field[T]{
		Name: name, Kind: client.QueryWord, Meaning: meaning,
		compile: func(_ string, v value, _ time.Time) (func(T) bool, *fault) {
			p := newPattern(v)
			return func(subject T) bool { return p.equals(read(subject)) }, nil
		},
		given: func(subject T, _ string) string { return read(subject) },
	}
}

// Words is a field with several values. The value "" matches a subject without
// any.
func Words[T any](name, meaning string, read func(T) []string) Field[T] {
	return Field[T]{
		Name: name, Kind: client.QueryWord, Meaning: meaning,
		compile: func(_ string, v value, _ time.Time) (func(T) bool, *fault) {
			p := newPattern(v)
			return func(subject T) bool { return p.equalsOneOf(read(subject)) }, nil
		},
		given: func(subject T, _ string) string { return strings.Join(read(subject), ", ") },
	}
}

// Record is a field of records of some kinds. read returns them as kind/id. A value
// without a kind matches by the id alone, a value that ends with a slash every record
// of the kind.
func Record[T any](name, meaning string, kinds []string, read func(T) []string) Field[T] {
	f := Words(name, meaning, read)
	f.Kind = client.QueryRecord
	f.compile = func(_ string, v value, _ time.Time) (func(T) bool, *fault) {
		if kind, _, named := strings.Cut(v.parts[0], "/"); named {
			if bad := checkKnown("kind of "+name, kind, kinds); bad != nil {
				return nil, bad
			}
		}
		if text, ok := v.literal(); ok && strings.HasSuffix(text, "/") {
			v.star()
		}
		whole, p := strings.Contains(strings.Join(v.parts, ""), "/"), newPattern(v)
		return func(subject T) bool {
			for _, record := range read(subject) {
				_, id, _ := strings.Cut(record, "/")
				if p.equals(record) || !whole && p.equals(id) {
					return true
				}
			}
			return false
		}, nil
	}
	return f
}

// Group is a group of fields, name.X for every X, each with several values.
func Group[T any](name, meaning string, read func(subject T, x string) []string) Field[T] {
	nameless := func(whole string) string { return whole[len(name)+1:] }
	return Field[T]{
		Name: name, Kind: client.QueryNamed, Meaning: meaning, prefix: true,
		compile: func(whole string, v value, _ time.Time) (func(T) bool, *fault) {
			p, x := newPattern(v), nameless(whole)
			return func(subject T) bool { return p.equalsOneOf(read(subject, x)) }, nil
		},
		given: func(subject T, whole string) string { return strings.Join(read(subject, nameless(whole)), ", ") },
	}
}

// equalsOneOf reports whether the pattern matches one of the texts, or "" when
// there is none.
func (p pattern) equalsOneOf(texts []string) bool {
	for _, text := range texts {
		if p.equals(text) {
			return true
		}
	}
	return len(texts) == 0 && p.equals("")
}

// Path is a field of paths: a value matches the start of a path, a value with a
// star the whole. read returns the spellings of the path.
func Path[T any](name, meaning string, read func(T) []string) Field[T] {
	return Field[T]{
		Name: name, Kind: client.QueryPath, Meaning: meaning,
		compile: func(_ string, v value, _ time.Time) (func(T) bool, *fault) {
			p := newPattern(v)
			matches := p.begins
			if len(v.parts) > 1 {
				matches = func(path string) bool { return p.equals(path) || p.equals(strings.TrimSuffix(path, "/")) }
			}
			return func(subject T) bool {
				for _, path := range read(subject) {
					if matches(path) {
						return true
					}
				}
				return false
			}, nil
		},
		given: func(subject T, _ string) string { return strings.Join(read(subject), ", ") },
	}
}

// Text is a field of long texts. search gives the texts of a subject to contains
// one by one, and returns true as soon as contains does.
func Text[T any](name, meaning string, search func(subject T, contains func([]byte) bool) bool) Field[T] {
	return Field[T]{
		Name: name, Kind: client.QueryText, Meaning: meaning, cost: expensive,
		compile: func(name string, v value, _ time.Time) (func(T) bool, *fault) {
			if strings.Join(v.parts, "") == "" {
				return nil, faultf("such as "+name+":Reynolds", "%s requires a text to look for", name)
			}
			p := newPattern(v)
			return func(subject T) bool { return search(subject, p.occursIn) }, nil
		},
	}
}

// Flag is a field with the values true and false.
func Flag[T any](name, meaning string, read func(T) bool) Field[T] {
	f := Word(name, meaning, func(subject T) string {
		if read(subject) {
			return "true"
		}
		return "false"
	}).OneOf("true", "false")
	f.Kind = client.QueryFlag
	return f
}
