package sandbox

import (
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// publishLibrary publishes changes of the library. The first reading is no change.
func (s *Sandbox) publishLibrary(changes []scenario.LibraryChange) {
	if s.gate.Load() == nil {
		return
	}
	for _, c := range changes {
		s.registry.RecordLibrary(c)
		s.events.Publish(client.EventLibrary, "", client.LibraryEvent{Name: c.Name, Change: client.EventChange(c.Change)})
	}
}

// ReloadScenarios reads Options.ScenarioFolder at once, without waiting for the next look at
// it. The log lists the changes; the error says why the folder cannot be read, or that there
// is none.
func (s *Sandbox) ReloadScenarios() error {
	_, err := s.scenarios.Reload()
	return err
}

// endInterval is the time between two rounds of endScenarios.
const endInterval = time.Second

// endScenarios ends expired scenarios until the sandbox stops, so the stream
// reports them before the next call does.
func (s *Sandbox) endScenarios(ticks <-chan time.Time) {
	for {
		select {
		case <-s.running.Done():
			return
		case <-ticks:
		}
		for _, a := range s.registry.All() {
			a.Director.EndExpired()
		}
	}
}
