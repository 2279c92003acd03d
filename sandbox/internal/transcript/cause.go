package transcript

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/difference"
)

// outcome returns a status with its code.
func outcome(status int, code string) string {
	if status == 0 {
		return "no answer"
	}
	return strings.TrimSpace(fmt.Sprint(status, " ", code))
}

// ending returns how the call ended.
func ending(call client.Entry) string {
	ending := outcome(call.Response.Status, call.Response.Code)
	if call.Preview {
		ending += ", in a preview: nothing was stored"
	}
	if call.Discarded {
		ending += "; its changes were discarded"
	}
	return ending
}

// cause names the party at fault and, for a call refused on purpose, the
// outcome without the refusal.
func cause(call client.Entry) string {
	cause := string(call.Cause)
	if call.Cause == client.BySandbox {
		cause += "; its log says why, under " + call.ID
	}
	if call.Without != nil {
		cause += "; without it the call ends with " + outcome(call.Without.Status, call.Without.Code)
	}
	return cause
}

// triggers returns how each scenario came to affect the call, and the changed
// settings.
func triggers(call client.Entry) string {
	var all []string
	for _, t := range call.Triggers {
		all = append(all, triggerText(t))
	}
	return cmp.Or(strings.Join(all, ", "), string(call.Scenarios))
}

func triggerText(t client.Trigger) string {
	switch t.By {
	case client.TriggerFeature:
		return "feature " + t.Name + " switched off"
	case client.TriggerQuestion:
		return "another answer to " + t.Name
	}
	way := map[client.TriggerBy]string{
		client.TriggerAccount: "active for the account", client.TriggerTimes: "active for a number of calls", client.TriggerPeriod: "active for a period",
		client.TriggerBaseline: "active by a flag", client.TriggerHeader: "named in the header", client.TriggerValue: "named in a value",
	}[t.By]
	return t.Scenario + " (" + cmp.Or(way, string(t.By)) + ")"
}

// changes lists the records changed by the call, with the differing fields.
func (t *text) changes() (lines []string) {
	for _, c := range t.Changes {
		what := "changed"
		switch {
		case c.Truncated:
			what = "changed; the journal had no room for the fields"
		case len(c.Before) == 0:
			what = "created"
		case len(c.After) == 0:
			what = "deleted"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", c.Kind, c.ID, what))
		for _, field := range difference.Bodies(difference.Body{Content: c.Before}, difference.Body{Content: c.After}).Rows {
			lines = append(lines, fmt.Sprintf("  %s: %s -> %s", cmp.Or(field.Path, "record"), orNone(field.A), orNone(field.B)))
		}
	}
	return lines
}

func orNone(value *string) string {
	if value == nil {
		return "(none)"
	}
	return *value
}
