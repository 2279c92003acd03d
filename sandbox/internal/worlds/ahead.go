package worlds

import "iter"

// aheadBatch is how many records ahead makes before they are used, twice. It bounds the
// memory that they take.
const aheadBatch = 16

// ahead yields what a sequence yields. Another goroutine makes the records meanwhile, so
// that two processors share the work of a seeding. A panic there becomes one of the
// caller, because nothing recovers one of another goroutine.
func ahead[T any](records iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		full, unused := make(chan []T, 1), make(chan []T, 2)
		unused <- make([]T, 0, aheadBatch)
		unused <- make([]T, 0, aheadBatch)
		var panicked any
		go func() {
			defer close(full)
			defer func() { panicked = recover() }()
			makeBatches(records, full, unused)
		}()
		defer func() {
			close(unused)
			for range full { // until the goroutine has ended, because the caller may change what it reads
			}
		}()
		for batch := range full {
			for i := range batch {
				if !yield(batch[i]) {
					return
				}
			}
			unused <- batch[:0]
		}
		if panicked != nil {
			panic(panicked)
		}
	}
}

// makeBatches fills the unused batches with records, until one of the two ends.
func makeBatches[T any](records iter.Seq[T], full chan<- []T, unused <-chan []T) {
	batch, more := <-unused
	for record := range records {
		if len(batch) == aheadBatch {
			full <- batch
			if batch, more = <-unused; !more {
				return
			}
		}
		batch = append(batch, record)
	}
	full <- batch
}
