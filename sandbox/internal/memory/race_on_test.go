//go:build race

package memory

// raceDetector reports whether the tests run with it. It maps too much memory for any limit.
const raceDetector = true

// crowd is how many clients call at once: a few find a race, and more take longer than an answer may.
const crowd = 4
