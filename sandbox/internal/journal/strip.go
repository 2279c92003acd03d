package journal

import (
	"slices"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// strip takes the bodies and the changed records out of a stored entry, because they take
// the most room and the rest still says what happened. Readers keep their entry: a shared
// one is replaced.
func (j *Journal) strip(rec *Recorder) {
	if rec.shared {
		rec = j.replaceShared(rec)
	}
	before := rec.size
	rec.dropBodies()
	rec.size, rec.stripped = rec.weigh(), true
	rec.ring.kept.strip(rec, before)
	j.all.strip(rec, before)
}

// replaceShared puts a copy in the place of a shared recorder. Readers of both
// share everything but the list of changes and the original answer.
func (j *Journal) replaceShared(rec *Recorder) *Recorder {
	by := *rec
	by.Changes = slices.Clone(rec.Changes)
	if rec.Original != nil {
		original := *rec.Original
		by.Original = &original
	}
	by.request, by.response, by.records = nil, nil, nil // they belong to the readers of rec
	rec.ring.kept.replace(rec, &by)
	j.all.replace(rec, &by)
	return &by
}

// dropBodies drops the bodies and changes for strip.
func (rec *Recorder) dropBodies() {
	for _, body := range [...]struct {
		kept      *client.Bytes
		size      int64
		truncated *bool
	}{
		{&rec.Request.Body, rec.Request.BodySize, &rec.Request.Truncated},
		{&rec.Response.Body, rec.Response.BodySize, &rec.Response.Truncated},
	} {
		*body.kept, *body.truncated = nil, body.size > 0
	}
	if o := rec.Original; o != nil {
		o.Body, o.Truncated = nil, o.BodySize > 0
	}
	for i := range rec.Changes {
		c := &rec.Changes[i]
		c.Truncated = c.Truncated || c.Before != nil || c.After != nil
		c.Before, c.After = nil, nil
	}
	rec.giveBlocks()
	rec.request, rec.response, rec.records = nil, nil, resetRows(rec.records)
}

// giveBlocks gives the blocks of bodies and records back.
func (rec *Recorder) giveBlocks() {
	for _, b := range [...]*block{rec.request, rec.response} {
		if b != nil {
			rec.journal.blocks.give(b)
		}
	}
	for _, b := range rec.records {
		rec.journal.blocks.give(b)
	}
}
