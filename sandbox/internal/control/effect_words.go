package control

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// effectsOf returns a scenario's effects on each operation, in words too, never nil.
func effectsOf(s *scenario.Scenario) []client.Effect {
	effects := s.Effects()
	for i, e := range effects {
		effects[i].Text = effectText(e, statusText(e))
	}
	return effects
}

// doesOf returns what effects do in words, each thing once over all operations.
func doesOf(effects []client.Effect) []string {
	statuses := map[string][]string{} // by the effects without them
	for _, e := range effects {
		key := effectText(e, "")
		if status := statusText(e); status != "" && !slices.Contains(statuses[key], status) {
			statuses[key] = append(statuses[key], status)
		}
	}
	texts, written := []string{}, map[string]bool{}
	for _, e := range effects {
		text := effectText(e, strings.Join(statuses[effectText(e, "")], "/"))
		if !written[text] {
			texts, written[text] = append(texts, text), true
		}
	}
	return texts
}

// effectText returns what an effect does, with this status, and which calls it meets.
func effectText(e client.Effect, status string) string {
	var texts []string
	add := func(is bool, text string) {
		if is {
			texts = append(texts, text)
		}
	}
	act := actText(e, status)
	add(act != "", act)
	add(e.Delay != "" && e.Act != client.ActDelay, "after a delay of "+delayText(e.Delay))
	add(e.Earlier != "", "records "+e.Earlier)
	add(e.Moves != nil, strings.Join(e.Moves, "; "))
	add(e.Delivery != nil, strings.Join(e.Delivery, ", "))
	add(e.Before != "", "before the credential")
	add(e.After, "after the operation was carried out")
	add(e.Every > 0, fmt.Sprintf("1 call in %d", e.Every))
	add(e.Nth != "", e.Nth)
	add(e.During != "", e.During)
	add(e.Share > 0, strconv.FormatFloat(math.Round(e.Share*1000)/10, 'f', -1, 64)+" %")
	add(e.Skip > 0, fmt.Sprintf("after %d", e.Skip))
	add(e.Times == 1, "once")
	add(e.Times > 1, fmt.Sprintf("%d times", e.Times))
	return strings.Join(texts, ", ")
}

func statusText(e client.Effect) string {
	if e.Status == 0 {
		return ""
	}
	return strconv.Itoa(e.Status)
}

// actText returns what an effect does to a call, "" if only its further parts say it.
func actText(e client.Effect, status string) string {
	switch e.Act {
	case client.ActFail, client.ActAnswer:
		return strings.TrimSpace(status + " " + e.Code)
	case client.ActPlace:
		return "places the order of the body"
	case client.ActCut:
		return cmp.Or(scenario.CutWords[scenario.Cut(e.Cut)].InList, e.Cut)
	case client.ActLimit:
		return e.Limit
	case client.ActChange:
		return strings.Join(e.Changes, "; ")
	case client.ActDelay:
		return "delay " + delayText(e.Delay)
	case client.ActFeature:
		return e.Feature + map[bool]string{true: " on", false: " off"}[e.Enabled != nil && *e.Enabled]
	case client.ActQuestion:
		return e.Question + " = " + e.Answer
	}
	return ""
}

var durationUnit = regexp.MustCompile(`(\d)(ms|µs|[hms])`)

// delayText returns a delay such as median 100ms, p99 1m30s as 100 ms p99 1 m 30 s.
func delayText(delay string) string {
	spaced := durationUnit.ReplaceAllString(strings.NewReplacer("median ", "", ", p99", " p99").Replace(delay), "$1 $2 ")
	return strings.Join(strings.Fields(spaced), " ")
}
