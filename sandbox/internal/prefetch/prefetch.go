// Package prefetch makes the values of a sequence before they are used. It leaves what
// the values are to its callers.
package prefetch

import "iter"

// batchSize is how many values Values makes before they are used, twice. It bounds the
// memory that they take.
const batchSize = 16

// Values yields what a sequence yields. Another goroutine makes the values meanwhile, so
// that two processors share the work; it has ended when the loop has. A panic there
// becomes one of the caller, because nothing recovers one of another goroutine.
func Values[T any](of iter.Seq[T]) iter.Seq[T] {
	return func(yield func(T) bool) {
		full, unused := make(chan []T, 1), make(chan []T, 2)
		unused <- make([]T, 0, batchSize)
		unused <- make([]T, 0, batchSize)
		var panicked any
		go func() {
			defer close(full)
			defer func() { panicked = recover() }()
			makeBatches(of, full, unused)
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

// makeBatches fills the unused batches with values, until one of the two ends.
func makeBatches[T any](of iter.Seq[T], full chan<- []T, unused <-chan []T) {
	batch, more := <-unused
	for value := range of {
		if len(batch) == batchSize {
			full <- batch
			if batch, more = <-unused; !more {
				return
			}
		}
		batch = append(batch, value)
	}
	full <- batch
}
