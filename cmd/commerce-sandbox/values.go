package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox"
)

// The functions here return the set function of a flag. The name of the flag,
// or of its variable, precedes their errors: "--orders must be ...".

// value returns the kind of the inputs that set reads.
func value[T any](set func(*T) func(string) error) kind {
	return func(in map[string]any, as string) func(string) error {
		return func(given string) error {
			read, _ := in[as].(T) // of one that is given again
			err := set(&read)(given)
			if err == nil {
				in[as] = read
			}
			return err
		}
	}
}

// with returns a set function that has one more argument.
func with[T, A any](set func(*T, A) func(string) error, more A) func(*T) func(string) error {
	return func(field *T) func(string) error { return set(field, more) }
}

func text[T ~string](field *T) func(string) error {
	return func(given string) error {
		if given == "" {
			return errors.New("must not be empty")
		}
		*field = T(given)
		return nil
	}
}

func oneOf[T ~string](field *T, words ...T) func(string) error {
	return func(given string) error {
		if !slices.Contains(words, T(given)) {
			return fmt.Errorf("must be %s, got %q", choice(words), given)
		}
		*field = T(given)
		return nil
	}
}

// choice returns the words as the help shows a choice: "open|closed".
func choice[T ~string](words []T) string {
	var texts []string
	for _, word := range words {
		texts = append(texts, string(word))
	}
	return strings.Join(texts, "|")
}

// someOf collects words of a closed set.
func someOf[T ~string](field *[]T, words ...T) func(string) error {
	return func(given string) error {
		var word T
		if err := oneOf(&word, words...)(given); err != nil {
			return err
		}
		*field = append(*field, word)
		return nil
	}
}

func toggle(field *bool) func(string) error {
	return func(given string) error {
		on, err := strconv.ParseBool(given)
		if err != nil {
			return fmt.Errorf("must be true or false, got %q", given)
		}
		*field = on
		return nil
	}
}

func number[T ~int | ~int64](field *T, least int64) func(string) error {
	return func(given string) error {
		n, err := strconv.ParseInt(given, 10, 64)
		if err != nil || n < least || int64(T(n)) != n {
			return fmt.Errorf("must be a whole number of at least %d, got %q", least, given)
		}
		*field = T(n)
		return nil
	}
}

// size sets a number of bytes, such as 500000, 64KiB, 128MiB or 1GiB.
func size(field *int64) func(string) error {
	return func(given string) error {
		digits, unit := given, int64(1)
		for i, suffix := range []string{"KiB", "MiB", "GiB"} {
			if number, found := strings.CutSuffix(given, suffix); found {
				digits, unit = number, 1<<(10*(i+1))
			}
		}
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil || n < 1 || n > math.MaxInt64/unit {
			return fmt.Errorf("must be a number of bytes, such as 500000, 64KiB, 128MiB or 1GiB, got %q", given)
		}
		*field = n * unit
		return nil
	}
}

func duration(field *time.Duration) func(string) error {
	return func(given string) error {
		d, err := sandbox.ParseDuration(given)
		if err != nil {
			return fmt.Errorf("is wrong: %w", err)
		}
		if d < 0 {
			return fmt.Errorf("must not be negative, got %q", given)
		}
		*field = d
		return nil
	}
}

func moment(field *time.Time) func(string) error {
	return func(given string) error {
		t, err := sandbox.ParseMoment(given)
		if err != nil {
			return fmt.Errorf("is wrong: %w", err)
		}
		*field = t
		return nil
	}
}

func list(field *[]string) func(string) error {
	return func(given string) error {
		if given == "" {
			return errors.New("must not have an empty value")
		}
		*field = append(*field, given)
		return nil
	}
}

// pair sets an entry of a map, and makes the map if it is nil.
func pair[K, V ~string](field *map[K]V, form string) func(string) error {
	return func(given string) error {
		key, value, found := strings.Cut(given, "=")
		if !found || key == "" || value == "" {
			return fmt.Errorf("must be %s, got %q", form, given)
		}
		put(field, K(key), V(value))
		return nil
	}
}

func onOff[K ~string](field *map[K]bool, form string) func(string) error {
	return func(given string) error {
		key, value, found := strings.Cut(given, "=")
		if !found || key == "" || value != "on" && value != "off" {
			return fmt.Errorf("must be %s, got %q", form, given)
		}
		put(field, K(key), value == "on")
		return nil
	}
}

func put[K comparable, V any](field *map[K]V, key K, value V) {
	if *field == nil {
		*field = map[K]V{}
	}
	(*field)[key] = value
}
