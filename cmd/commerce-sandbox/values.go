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

// The functions here read the value of a flag. The name of the flag, or of its variable,
// precedes their errors: "--orders must be ...".

// to returns the set function of a flag that keeps what read makes of a value in a field.
func to[T any](field *T, read func(*T, string) error) func(string) error {
	return func(given string) error { return read(field, given) }
}

// value returns the kind of the inputs that read reads.
func value[T any](read func(*T, string) error) kind {
	return func(in map[string]any, as, given string) error {
		kept, _ := in[as].(T) // of one that is given again
		err := read(&kept, given)
		if err == nil {
			in[as] = kept
		}
		return err
	}
}

func text(field *string, given string) error {
	if given == "" {
		return errors.New("must not be empty")
	}
	*field = given
	return nil
}

func oneOf[T ~string](words ...T) func(*T, string) error {
	return func(field *T, given string) error {
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
func someOf[T ~string](words ...T) func(*[]T, string) error {
	return func(field *[]T, given string) error {
		var word T
		if err := oneOf(words...)(&word, given); err != nil {
			return err
		}
		*field = append(*field, word)
		return nil
	}
}

func toggle(field *bool, given string) error {
	on, err := strconv.ParseBool(given)
	if err != nil {
		return fmt.Errorf("must be true or false, got %q", given)
	}
	*field = on
	return nil
}

func number[T ~int | ~int64](least int64) func(*T, string) error {
	return func(field *T, given string) error {
		n, err := strconv.ParseInt(given, 10, 64)
		if err != nil || n < least || int64(T(n)) != n {
			return fmt.Errorf("must be a whole number of at least %d, got %q", least, given)
		}
		*field = T(n)
		return nil
	}
}

func percent(field *float64, given string) error {
	share, err := strconv.ParseFloat(given, 64)
	if err != nil || !(share >= 0 && share <= 100) { // NaN is neither
		return fmt.Errorf("must be a number from 0 to 100, got %q", given)
	}
	*field = share
	return nil
}

// size sets a number of bytes, such as 500000, 64KiB, 128MiB or 1GiB.
func size(field *int64, given string) error {
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

func duration(field *time.Duration, given string) error {
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

func moment(field *time.Time, given string) error {
	t, err := sandbox.ParseMoment(given)
	if err != nil {
		return fmt.Errorf("is wrong: %w", err)
	}
	*field = t
	return nil
}

func list(field *[]string, given string) error {
	if given == "" {
		return errors.New("must not have an empty value")
	}
	*field = append(*field, given)
	return nil
}

// pair sets an entry of a map, and makes the map if it is nil.
func pair(form string) func(*map[string]string, string) error {
	return func(field *map[string]string, given string) error {
		key, value, found := strings.Cut(given, "=")
		if !found || key == "" || value == "" {
			return fmt.Errorf("must be %s, got %q", form, given)
		}
		put(field, key, value)
		return nil
	}
}

func onOff(form string) func(*map[string]bool, string) error {
	return func(field *map[string]bool, given string) error {
		key, value, found := strings.Cut(given, "=")
		if !found || key == "" || value != "on" && value != "off" {
			return fmt.Errorf("must be %s, got %q", form, given)
		}
		put(field, key, value == "on")
		return nil
	}
}

func put[V any](field *map[string]V, key string, value V) {
	if *field == nil {
		*field = map[string]V{}
	}
	(*field)[key] = value
}
