package commerce

import (
	"fmt"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/record"
)

// UnknownRecordError reports an account without the named record.
type UnknownRecordError struct{ Record record.Name }

// Error names the record.
func (e *UnknownRecordError) Error() string {
	return fmt.Sprintf("unknown %s %q", e.Record.Kind, shorten(e.Record.ID))
}
