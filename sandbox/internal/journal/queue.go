package journal

// A stored recorder is in two queues at once, that of its ring and that of the
// journal. A lane says which of its links a queue uses.
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
	length         int
}

// older returns the recorder that was closed before rec, nil for the oldest.
func (q *queue) older(rec *Recorder) *Recorder { return rec.links[q.lane].older }

func (q *queue) push(rec *Recorder) {
	rec.links[q.lane] = links{older: q.newest}
	if q.newest == nil {
		q.oldest = rec
	} else {
		q.newest.links[q.lane].newer = rec
	}
	q.newest = rec
	q.length++
}

func (q *queue) remove(rec *Recorder) {
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
	// A reader may keep a shared recorder, which must not hold its former
	// neighbours in memory.
	rec.links[q.lane] = links{}
	q.length--
}
