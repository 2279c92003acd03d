package bundle

import "slices"

// inOrder returns the steps in the order in which they wrote. Calls that ran at the
// same time may have ended in another one: such a step goes before the steps that
// wrote after it. All others stay where they ended.
func inOrder(steps []Step) []Step {
	ordered := make([]Step, 0, len(steps))
	for _, s := range steps {
		at := len(ordered)
		for i, other := range slices.Backward(ordered) {
			if s.update == 0 || other.update != 0 && other.update <= s.update {
				break
			}
			if other.update > s.update {
				at = i
			}
		}
		ordered = slices.Insert(ordered, at, s)
	}
	return ordered
}
