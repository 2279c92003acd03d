package journal

import (
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// RecordEvent stores an entry about a change by the account's clock at a moment, with the
// records from add. It is no call and has no protocol.
func (r *Ring) RecordEvent(wall, at time.Time, what string, add func(change func(kind, id string, before, after []byte))) {
	rec := r.journal.begin(wall)
	r.NextID(rec)
	rec.Operation, rec.AccountTime = client.ClockOperation, at
	rec.Request.Method, rec.Response.Status = client.ClockMethod, http.StatusOK
	rec.Why = shorten(what)
	add(rec.Change)
	rec.Close(wall)
}
