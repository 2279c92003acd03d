package journal

// A stored draft stands in two queues at once, its ring's and the journal's;
// a lane names which of its links a queue uses.
const (
	laneRing = iota
	laneJournal
	lanes
)

// links are a draft's neighbours in one queue.
type links struct{ older, newer *Recorder }

// queue is a list threaded through the drafts themselves: joining and leaving
// it, at any place, allocates nothing.
type queue struct {
	lane           int
	oldest, newest *Recorder
	length         int
}

// older is the neighbour that was closed before d, nil for the oldest.
func (q *queue) older(d *Recorder) *Recorder { return d.links[q.lane].older }

func (q *queue) push(d *Recorder) {
	d.links[q.lane] = links{older: q.newest}
	if q.newest == nil {
		q.oldest = d
	} else {
		q.newest.links[q.lane].newer = d
	}
	q.newest = d
	q.length++
}

func (q *queue) remove(d *Recorder) {
	at := d.links[q.lane]
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
	// A shared draft lives on in a reader's hands; it must not hold its old
	// neighbours in memory.
	d.links[q.lane] = links{}
	q.length--
}
