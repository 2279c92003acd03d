package transfer

import "iter"

// lookAhead is how many values ahead makes before they are used. It bounds the memory
// that they take.
const lookAhead = 32

// ahead yields what produce returns for 0 to count-1, in their order. It calls produce
// in a second goroutine, so that two processors share the work. A panic of produce
// becomes one of the caller, because nothing recovers one of another goroutine.
func ahead[T any](count int, produce func(int) T) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		values, stop := make(chan T, lookAhead), make(chan struct{})
		var panicked any
		go func() {
			defer close(values)
			defer func() { panicked = recover() }()
			for i := range count {
				select {
				case values <- produce(i):
				case <-stop:
					return
				}
			}
		}()
		defer func() {
			close(stop)
			for range values { // until the goroutine has ended, because the caller may use what it uses
			}
		}()
		i := 0
		for value := range values {
			if !yield(i, value) {
				return
			}
			i++
		}
		if panicked != nil {
			panic(panicked)
		}
	}
}
