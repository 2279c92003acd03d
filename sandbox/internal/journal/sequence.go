package journal

// Sequence gives an event beside calls a sequence number among them: it passes the next
// one to happened under the lock. happened must not use the journal.
func (j *Journal) Sequence(happened func(sequence int64)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	happened(j.nextSequence())
}

// Last returns the sequence number given last.
func (j *Journal) Last() int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.last
}

// Clear removes every call that began before it, including calls in progress, so
// that no call of an earlier test occurs in the next. Numbers go on. It calls happened with
// its sequence number, as Sequence does: those of the cleared calls are before it, those of
// all other calls after it.
func (r *Ring) Clear(happened func(sequence int64)) {
	r.journal.Sequence(func(sequence int64) {
		r.empty()
		r.total, r.refused, r.floor = 0, 0, r.number
		happened(sequence)
	})
}

// Drop removes a ring with all its entries. Calls of it that are still in progress leave no
// entry. Later rings begin after its numbers. It calls happened as Clear does.
func (j *Journal) Drop(name string, happened func(sequence int64)) {
	j.Sequence(func(sequence int64) {
		if r, ok := j.rings[name]; ok {
			delete(j.rings, name)
			r.removed = true
			j.numbers.used = max(j.numbers.used, r.number)
			r.empty()
		}
		happened(sequence)
	})
}

// empty removes all entries and tallies of a ring, under the journal's lock.
func (r *Ring) empty() {
	for _, w := range r.kept.live() {
		r.journal.remove(w)
		r.journal.leave(w)
	}
	r.kept, r.dropped = list{}, nil
	r.changed.send()
}

// nextSequence gives the next sequence number and wakes the readers, under the journal's
// lock.
func (j *Journal) nextSequence() int64 {
	j.changed.send()
	j.last++
	return j.last
}

// signal wakes those that wait for something to happen. Its owner's lock guards it.
type signal struct{ waiting chan struct{} }

// next returns a channel that is closed at the next time.
func (s *signal) next() <-chan struct{} {
	if s.waiting == nil {
		s.waiting = make(chan struct{})
	}
	return s.waiting
}

func (s *signal) send() {
	if s.waiting != nil {
		close(s.waiting)
		s.waiting = nil
	}
}
