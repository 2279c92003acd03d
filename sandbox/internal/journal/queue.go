package journal

// A stored recorder is in two queues at once, that of its ring and that of the journal. A
// lane selects the links of a queue.
const (
	laneRing = iota
	laneJournal
	lanes
)

// links are the neighbours of a recorder in one queue.
type links struct{ older, newer *Recorder }

// queue is a linked list of recorders. To add or remove one, at any place,
// allocates nothing.
type queue struct {
	lane           int
	oldest, newest *Recorder
	whole          *Recorder // the oldest one not stripped, nil for none
	length         int
	bytes          int64 // what the recorders hold
	stripped       int64 // of those, what the stripped ones hold
}

// strip counts the recorder as stripped; before is its former size.
func (q *queue) strip(rec *Recorder, before int64) {
	q.bytes += rec.size - before
	q.stripped += rec.size
	q.skipStripped()
}

// skipStripped moves whole past stripped recorders.
func (q *queue) skipStripped() {
	for q.whole != nil && q.whole.stripped {
		q.whole = q.whole.links[q.lane].newer
	}
}

// replace puts by in the place of rec.
func (q *queue) replace(rec, by *Recorder) {
	at := rec.links[q.lane]
	by.links[q.lane] = at
	if at.older == nil {
		q.oldest = by
	} else {
		at.older.links[q.lane].newer = by
	}
	if at.newer == nil {
		q.newest = by
	} else {
		at.newer.links[q.lane].older = by
	}
	if q.whole == rec {
		q.whole = by
	}
	rec.links[q.lane] = links{}
}

// older returns the recorder that was closed before rec, nil for the oldest.
func (q *queue) older(rec *Recorder) *Recorder { return rec.links[q.lane].older }

// newer returns the recorder that was closed after rec, nil for the newest.
func (q *queue) newer(rec *Recorder) *Recorder { return rec.links[q.lane].newer }

func (q *queue) push(rec *Recorder) {
	rec.links[q.lane] = links{older: q.newest}
	if q.newest == nil {
		q.oldest = rec
	} else {
		q.newest.links[q.lane].newer = rec
	}
	q.newest = rec
	if q.whole == nil {
		q.whole = rec
	}
	q.length++
	q.bytes += rec.size
}

func (q *queue) remove(rec *Recorder) {
	if q.whole == rec {
		q.whole = rec.links[q.lane].newer
		q.skipStripped()
	}
	q.unlink(rec)
	q.length--
	q.bytes -= rec.size
	if rec.stripped {
		q.stripped -= rec.size
	}
}

func (q *queue) unlink(rec *Recorder) {
	at := rec.links[q.lane]
	if at.older == nil {
		q.oldest = at.newer
	} else {
		at.older.links[q.lane].newer = at.newer
	}
	if at.newer == nil {
		q.newest = at.older
	} else {
		at.newer.links[q.lane].older = at.older
	}
	// A reader may keep a shared recorder. It must not hold its former neighbours in
	// memory.
	rec.links[q.lane] = links{}
}
