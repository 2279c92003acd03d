package scenario_test

import (
	"strings"
	"testing"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// Delays may add up to more than an hour if they never meet in one call, or only in some
// calls.
func TestDelaysOfOneScenario(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"an hour":            `rules: [{on: "*", delay: 30m}, {on: "*", delay: {from: 1m, to: 30m}}]`,
		"other operations":   `rules: [{on: login, delay: 1h}, {on: retrieve-order, delay: 1h}]`,
		"a condition":        `rules: [{on: "*", delay: 1h}, {on: "*", when: header.X == "1", delay: 1h}]`,
		"a chance":           `rules: [{on: "*", delay: 1h}, {on: "*", chance: 50%, delay: 1h}]`,
		"a number of times":  `rules: [{on: "*", delay: 1h}, {on: "*", times: 1, delay: 1h}]`,
		"an effect before":   `rules: [{on: "*", delay: 1h, cut: drip}, {on: "*", delay: 1h, cut: reset}]`,
		"an effect on a few": `rules: [{on: login, delay: 1h, cut: drip}, {on: login, delay: 1h, cut: reset}, {on: retrieve-order, delay: 1h}]`,
		"a code of few":      `rules: [{on: "*", fail: AUTHENTICATION_FAILED, delay: 1h}, {on: create-upsell, delay: 1h}]`,
		"some calls":         `rules: [{on: "*", delay: 1h}, {on: "*", every: 2, delay: 1h}]`,
		"one call":           `rules: [{on: "*", delay: 1h}, {on: "*", nth: {operation: login, call: 2}, delay: 1h}]`,
		"a part of the time": `rules: [{on: "*", delay: 1h}, {on: "*", during: {every: 30s, for: 5s}, delay: 1h}]`,
	} {
		if _, err := scenario.Parse("x", []byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"beside an effect":   `rules: [{on: login, delay: 1h, cut: drip}, {on: login, delay: 1s}]`,
		"before an effect":   `rules: [{on: login, delay: 1h}, {on: login, delay: 1s, cut: reset}]`,
		"on each first call": `rules: [{on: login, delay: 1h}, {on: login, every: 1, delay: 1s}]`,
	} {
		if _, err := scenario.Parse("x", []byte(text)); err == nil || !strings.Contains(err.Error(), "the delays of a call must add up to at most 1 hour, got up to 1 hour 1 second for login") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
