//go:build !race

package control_test

// raceDetector reports whether the tests run with it. It maps memory that no limit fits.
const raceDetector = false

// crowd is how many clients call at once.
const crowd = 40
