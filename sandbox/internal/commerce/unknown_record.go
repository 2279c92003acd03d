package commerce

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// UnknownRecordError reports an account without the named record.
type UnknownRecordError struct{ Record record.Name }

// checkKnown returns the error of reading a record, an *UnknownRecordError for an unknown one.
func checkKnown(of record.Name, known bool, err error) error {
	if err != nil || known {
		return err
	}
	return &UnknownRecordError{of}
}

// Error names the record.
func (e *UnknownRecordError) Error() string {
	return fmt.Sprintf("unknown %s %q", e.Record.Kind, shorten(e.Record.ID))
}
