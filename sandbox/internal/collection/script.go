package collection

import (
	"fmt"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
)

// signing are the lines of the script that runs before every request (section 5,
// open question hash-recipe). All three programs have crypto-js, and replaceIn reads
// variables of every scope in all of them.
var signing = []string{
	`const crypto = require('crypto-js');`,
	`const code = pm.variables.replaceIn('{{vendor_code}}'), secret = pm.variables.replaceIn('{{secret}}');`,
	`const date = new Date().toISOString().slice(0, 19).replace('T', ' ');`,
	`const bytes = (text) => unescape(encodeURIComponent(text)).length;`,
	`const hash = crypto.HmacSHA256(bytes(code) + code + bytes(date) + date, secret).toString();`,
	`pm.variables.set('date', date);`,
	`pm.variables.set('hash', hash);`,
	"pm.variables.set('credentials', `code=\"${code}\" date=\"${date}\" hash=\"${hash}\"`);",
}

func scriptOf(when string, lines ...string) event {
	return event{Listen: when, Script: script{Type: "text/javascript", Lines: lines}}
}

func statusTest(status int) string {
	return fmt.Sprintf("pm.test('the status is %d', () => pm.expect(pm.response.code).to.eql(%[1]d));", status)
}

// successTest are the lines that check a success. A login keeps its session.
func successTest(op *catalog.Operation, status int) []string {
	lines := []string{statusTest(status)}
	if op.ID == catalog.Login {
		lines = append(lines,
			`const session = /<(?:\w+:)?loginReturn[^>]*>([^<]+)</.exec(pm.response.text());`,
			`pm.test('it returns a session', () => pm.expect(session).to.not.eql(null));`,
			`pm.collectionVariables.set('session', session ? session[1] : '');`)
	}
	return lines
}

// failureTest are the lines that check a failure.
func failureTest(op *catalog.Operation, status int, code string) []string {
	given := "pm.response.json().error_code"
	// The fault code may be one prescribed by SOAP; the detail has the interface's.
	if op.Protocol == catalog.SOAP {
		given = `/<(?:\w+:)?code>([^<]+)</.exec(pm.response.text())[1]`
	}
	return []string{
		statusTest(status),
		fmt.Sprintf("pm.test('the error is %s', () => pm.expect(%s).to.eql(%s));", code, given, strconv.Quote(code)),
	}
}
