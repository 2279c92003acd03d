package sandbox

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/clock"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// ParseDuration reads a duration as flags, scenario files and the control interface
// write it: Go's units and d for 24 hours, such as 90s, 1d12h or -7d+1s. The error
// names the wrong part and shows the right spelling.
func ParseDuration(text string) (time.Duration, error) { return clock.ParseDuration(text) }

// ParseMoment reads a moment as Y-m-d, as Y-m-d H:i:s, both in UTC, or in RFC
// 3339, and returns it in UTC. The error shows the right spellings.
func ParseMoment(text string) (time.Time, error) { return clock.ParseMoment(text) }

// Visible escapes the characters of a text that are invisible to people, because they can
// change how a terminal shows other text. Line feeds and tabs stay.
func Visible(text string) string { return phrase.Visible(text) }

// Nearest returns at most three names of among probably meant by name, nearest
// first. It returns none if nothing resembles name.
func Nearest(name string, among []string) []string { return phrase.Nearest(name, among) }
