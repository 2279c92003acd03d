package scenario

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// DoesOf returns what effects do in words, each thing once over all operations.
func DoesOf(effects []client.Effect) []string {
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

// effectText returns what an effect does to a call, with this status.
func effectText(e client.Effect, status string) string {
	return strings.Join(append([]string{actText(e, status)}, limitTexts(e)...), ", ")
}

func statusText(e client.Effect) string {
	if e.Status == 0 {
		return ""
	}
	return strconv.Itoa(e.Status)
}

// cutTexts are the ways in which a connection fails, as people read them.
var cutTexts = map[string]string{
	"reset": "connection reset", "empty": "no answer", "truncate": "answer cut short", "garbage": "garbage", "drip": "answer in drips",
}

func actText(e client.Effect, status string) string {
	switch e.Act {
	case client.ActFail, client.ActAnswer:
		return strings.TrimSpace(status + " " + e.Code)
	case client.ActPlace:
		return "places the order of the body"
	case client.ActCut:
		if text, known := cutTexts[e.Cut]; known {
			return text
		}
		return e.Cut
	case client.ActLimit:
		return e.Limit
	case client.ActChange:
		return strings.Join(e.Changes, "; ")
	case client.ActDo:
		return strings.Join(e.Moves, "; ")
	case client.ActEarlier:
		return "records " + e.Earlier
	case client.ActDelivery:
		return strings.Join(e.Delivery, ", ")
	case client.ActFeature:
		return e.Feature + map[bool]string{true: " on", false: " off"}[e.Enabled != nil && *e.Enabled]
	case client.ActQuestion:
		return e.Question + " = " + e.Answer
	}
	return "delay " + delayText(e.Delay)
}

// limitTexts returns what else an effect does, and which calls it meets.
func limitTexts(e client.Effect) []string {
	times := "once"
	if e.Times > 1 {
		times = fmt.Sprintf("%d times", e.Times)
	}
	texts := []string{}
	for _, part := range []struct {
		is   bool
		text string
	}{
		{e.Delay != "" && e.Act != client.ActDelay, "after a delay of " + delayText(e.Delay)},
		{e.Moves != nil && e.Act != client.ActDo, strings.Join(e.Moves, "; ")},
		{e.Earlier != "" && e.Act != client.ActEarlier, "records " + e.Earlier},
		{e.Delivery != nil && e.Act != client.ActDelivery, strings.Join(e.Delivery, ", ")},
		{e.Before != "", "before the credential"},
		{e.After, "after the operation was carried out"},
		{e.Every > 0, fmt.Sprintf("1 call in %d", e.Every)},
		{e.Nth != "", e.Nth},
		{e.During != "", e.During},
		{e.Share > 0, strconv.FormatFloat(math.Round(e.Share*1000)/10, 'f', -1, 64) + " %"},
		{e.Skip > 0, fmt.Sprintf("after %d", e.Skip)},
		{e.Times > 0, times},
	} {
		if part.is {
			texts = append(texts, part.text)
		}
	}
	return texts
}

var durationUnit = regexp.MustCompile(`(\d)(ms|µs|[hms])`)

// delayText returns a delay such as median 100ms, p99 1m30s as 100 ms p99 1 m 30 s.
func delayText(delay string) string {
	spaced := durationUnit.ReplaceAllString(strings.NewReplacer("median ", "", ", p99", " p99").Replace(delay), "$1 $2 ")
	return strings.Join(strings.Fields(spaced), " ")
}
