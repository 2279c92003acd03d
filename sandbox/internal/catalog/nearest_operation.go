package catalog

import (
	"math"
	"slices"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// Costs of the differences between a request and an operation.
const (
	wrongCost     = 1.0  // another word, or one too many
	missingCost   = 0.5  // a missing word is likelier than one too many
	parameterCost = 0.3  // a path parameter accepts any word, but an equal word fits better
	caseCost      = 0.05 // paths are case-sensitive
	methodCost    = 0.25 // a wrong method is likelier than a wrong path
)

// NearestOperation returns the most likely REST operation behind an unknown request,
// never nil, for the messages of NOT_FOUND and METHOD_NOT_ALLOWED (open question
// general-errors). The path is relative to the REST base address; missing and additional
// slashes do not matter.
func NearestOperation(method, path string) *Operation {
	asked := steps(path)
	best, least := 0, math.Inf(1)
	for i := range operations {
		op := &operations[i]
		if op.Protocol != REST {
			continue
		}
		cost := pathCost(asked, steps(op.Path))
		if !strings.EqualFold(op.Method, method) {
			cost += methodCost
		}
		if cost < least {
			best, least = i, cost
		}
	}
	return operations[best].clone()
}

// steps returns the words of a path, at most eight: more than any operation has,
// because a client chooses how long its path is.
func steps(path string) []string {
	const maxSteps = 8
	words := strings.FieldsFunc(path, func(r rune) bool { return r == '/' })
	return words[:min(maxSteps, len(words))]
}

// pathCost returns the least cost of turning the words of a request into those of
// an operation's path.
func pathCost(asked, path []string) float64 {
	last := make([]float64, len(path)+1)
	for j := range last {
		last[j] = float64(j) * missingCost
	}
	for i, word := range asked {
		next := make([]float64, len(path)+1)
		next[0] = float64(i+1) * wrongCost
		for j, step := range path {
			next[j+1] = min(last[j]+wordCost(word, step), last[j+1]+wrongCost, next[j]+missingCost)
		}
		last = next
	}
	return last[len(path)]
}

func wordCost(word, step string) float64 {
	switch {
	case word == step:
		return 0
	case isParameter(step) && isLiteral(word):
		return wrongCost // "settings" is meant as such, not as a campaign's code
	case isParameter(step):
		return parameterCost
	case strings.EqualFold(word, step):
		return caseCost
	case len(word) > phrase.MaxName:
		return wrongCost
	}
	letters := max(len(word), len(step))
	return wrongCost * float64(phrase.Distance(strings.ToLower(word), strings.ToLower(step))) / float64(letters)
}

func isParameter(step string) bool { return strings.HasPrefix(step, "{") }

// isLiteral reports whether a word is a fixed step of some operation's path.
func isLiteral(word string) bool {
	return !isParameter(word) && slices.ContainsFunc(operations, func(op Operation) bool {
		return slices.Contains(steps(op.Path), word)
	})
}
