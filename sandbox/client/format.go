package client

// Format is how a report is written.
type Format string

// The formats. Not every report has all of them.
const (
	AsText     Format = "text"     // for people
	AsJSON     Format = "json"     // the value of this package
	AsJUnit    Format = "junit"    // XML that CI servers read as test results
	AsMarkdown Format = "markdown" // for the summary of a CI job
	AsHTML     Format = "html"     // a page of its own
)
