package account

import (
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/commerce"
)

// publish adds an event about the account to the stream.
func (a *Account) publish(kind client.EventKind, data any) {
	a.registry.events.Publish(kind, a.Code, data)
}

// PublishHeld reports that a scenario holds a call of the account.
func (a *Account) PublishHeld(call, scenario string) {
	a.publish(client.EventHeld, client.HeldEvent{Account: a.Code, Call: call, Scenario: scenario})
}

// PublishEnded reports a call that ended with the account to its followers.
func (a *Account) PublishEnded(event client.EndedEvent) { a.publish(client.EventEnded, event) }

// reportScenarios publishes each further change of the active scenarios.
func (a *Account) reportScenarios() {
	a.Director.OnChange(func(event client.ScenarioEvent) {
		event.Account = a.Code
		switch event.Change { // the end of a spent scenario is no change by hand
		case client.ChangeActivated:
			a.recordManualChange(ManualChange{Kind: client.EventScenario, Name: event.Name, Value: "activated"})
		case client.ChangeEnded:
			a.recordManualChange(ManualChange{Kind: client.EventScenario, Name: event.Name, Value: "deactivated"})
		}
		a.publish(client.EventScenario, event)
	})
}

// PublishLibrary records a change of the library of scenarios in every account, and adds
// its event to the stream.
func (r *Registry) PublishLibrary(change client.LibraryEvent) {
	for _, a := range r.All() {
		a.recordManualChange(ManualChange{Kind: client.EventLibrary, Name: change.Name, Value: savedUnless(change.Change == client.ChangeDeleted)})
	}
	r.events.Publish(client.EventLibrary, "", change)
}

// ShownClock returns the clock of the account as the control interface shows it.
func (a *Account) ShownClock() client.Clock {
	return client.Clock{Now: a.Clock.Now(), Mode: string(a.Clock.State().Mode)}
}

// maxNamedRecords is how many records of a change get an event each.
const maxNamedRecords = 100

// publishRecords publishes records changed by hand: one event for each, or one for
// each kind when they are many.
func (a *Account) publishRecords(changes []commerce.Change) { a.PublishMoved(changes, "") }

// PublishMoved publishes records changed by a scenario beside a call, and records them
// as a change by hand. A change of very many leaves no room for the earlier ones.
func (a *Account) PublishMoved(changes []commerce.Change, moved Moved) {
	switch {
	case len(changes) == 0:
		return
	case imageBytes(changes) > maxImageBytes || !haveImages(changes):
		a.begin("records were changed by hand")
	default:
		a.recordManualChange(ManualChange{Kind: client.EventRecord, Changes: changes, Moved: moved})
	}
	for _, e := range recordEvents(a.Code, changes) {
		a.publish(client.EventRecord, e)
	}
}

func recordEvents(code string, changes []commerce.Change) []client.RecordEvent {
	var events []client.RecordEvent
	at := map[client.RecordEvent]int{} // where the event of a kind and change is, from 0
	for _, c := range changes {
		e := client.RecordEvent{Account: code, Kind: c.Kind, Change: recordChange(c)}
		if len(changes) <= maxNamedRecords {
			e.ID = c.ID
			events = append(events, e)
			continue
		}
		i, known := at[e]
		if !known {
			i = len(events)
			at[e] = i
			events = append(events, e)
		}
		events[i].Count += 1 + c.Others
	}
	return events
}

func recordChange(c commerce.Change) client.EventChange {
	switch {
	case c.Before == nil:
		return client.ChangeCreated
	case c.After == nil:
		return client.ChangeDeleted
	}
	return client.ChangeChanged
}
