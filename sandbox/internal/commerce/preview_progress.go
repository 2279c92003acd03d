package commerce

import (
	"container/heap"
	"context"
	"time"
)

// maxPreviewed is how many changes a preview makes, because all of them are in memory
// at once.
const maxPreviewed = 5_000

// PreviewProgress counts the changes Progress would make, and makes none. It reports
// whether more changes are due after the counted ones.
func (s *Shop) PreviewProgress(ctx context.Context, seed int64, from, to time.Time) (done Progressed, more bool, err error) {
	p := progress{shop: s, seed: seed, from: from, to: to}
	if to.Before(from) {
		return done, false, nil
	}
	_, err = s.store.Preview(func(tx Tx) error {
		if err := p.collect(ctx, tx); err != nil {
			return err
		}
		heap.Init(&p.due)
		for len(p.due) > 0 && p.done.sum() < maxPreviewed {
			made, err := p.slice(tx, []due{heap.Pop(&p.due).(due)})
			if err != nil {
				return err
			}
			for _, d := range made.later {
				heap.Push(&p.due, d)
			}
			p.done = p.done.plus(made.done)
		}
		return ctx.Err()
	})
	return p.done, len(p.due) > 0, err
}

func (p Progressed) sum() int { return p.Completed + p.Canceled + p.Reversed + p.Approved + p.Expired }
