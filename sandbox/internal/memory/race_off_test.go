//go:build !race

package memory

// raceDetector reports whether the tests run with it. It maps too much memory for any limit.
const raceDetector = false

// crowd is how many clients call at once.
const crowd = 40
