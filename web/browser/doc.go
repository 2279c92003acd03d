// Package browser holds the tests of the pages in a real browser. It has no code
// besides its tests.
//
// A test starts a sandbox in its own process, opens pages of it in a window of Chromium,
// and does what a user does: it finds parts by role and name, as a screen reader does,
// clicks or presses keys, and reads. A window records things that a user must never
// cause: messages on the console, exceptions, violations of the policy, requests to
// other hosts, failed requests. The test fails for each unexpected one.
//
// The tests are a package of their own because they need a browser and take
// longest: go test ./web stays quick and runs everywhere. They skip where there
// is no Chromium, unless CI is set; CHROME names another one.
package browser
