package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// ending returns how the call ended.
func (s *story) ending() string {
	outcome := "no answer"
	if s.Response.Status != 0 {
		outcome = answered(s.Response.Status, s.Response.Code)
	}
	if s.Preview {
		outcome += ", in a preview: nothing was stored"
	}
	if s.Discarded {
		outcome += "; its changes were discarded"
	}
	return outcome
}

func answered(status int, code string) string {
	return strings.TrimSpace(fmt.Sprintf("%d %s", status, code))
}

// cause returns who is at fault and, if the call was refused on purpose, how it
// would have ended otherwise.
func (s *story) cause() string {
	cause := orNone(string(s.Cause))
	if s.Cause == client.BySandbox {
		cause += "; its log says why, under " + s.ID
	}
	if s.Without != nil {
		cause += "; without it the call ends with " + answered(s.Without.Status, s.Without.Code)
	}
	return cause
}

// triggers returns how each scenario came to affect the call, and which settings
// were changed.
func (s *story) triggers() string {
	var all []string
	for _, t := range s.Triggers {
		all = append(all, strings.TrimSpace(t.Scenario+" "+triggered(t)))
	}
	return orNone(cmp.Or(strings.Join(all, ", "), string(s.Scenarios)))
}

func triggered(t client.Trigger) string {
	switch t.By {
	case client.TriggerAccount:
		return "(active for the account)"
	case client.TriggerTimes:
		return "(active for a number of calls)"
	case client.TriggerPeriod:
		return "(active for a period)"
	case client.TriggerBaseline:
		return "(active by a flag)"
	case client.TriggerHeader:
		return "(named in the header)"
	case client.TriggerValue:
		return "(named in a value)"
	case client.TriggerFeature:
		return "feature " + t.Name + " switched off"
	case client.TriggerQuestion:
		return "another answer to " + t.Name
	}
	return "(" + string(t.By) + ")"
}
