package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/catalog"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// RecordsFunc calls do with every record of a kind, until do returns an error, and returns
// the error. A record is valid only until do returns.
type RecordsFunc func(kind catalog.RecordKind, do func(scenario.Record) error) error

// recordCheck counts the records of an expectation.
type recordCheck struct {
	of        *expectation
	kind      catalog.RecordKind
	condition *scenario.Condition // nil accepts every record
	matched   int
	fault     string // the first error of an evaluation
	failures  int    // records with a failed condition
	err       error  // of reading the records
}

// recordKinds are the possible kinds of an expectation's records.
var recordKinds = []catalog.RecordKind{catalog.OrderRecord, catalog.CustomerRecord, catalog.CampaignRecord, catalog.SubscriptionRecord}

// checkRecords reads an expectation of records.
func (x *expectation) checkRecords() error {
	kind := catalog.RecordKind(x.Record)
	switch {
	case x.Operation != "" || x.Query != "" || x.isSpaced():
		return invalid("give calls as a further expectation", "beside record, only where, count, at_least, at_most and within can be given")
	case !slices.Contains(recordKinds, kind):
		return invalid("such as campaign", "record must be %s, got %.100q", phrase.Or(recordKinds...), x.Record)
	case x.of.Records == nil:
		return invalid("ask the sandbox", "the records of the account cannot be read here")
	}
	x.records = &recordCheck{of: x, kind: kind}
	if x.Where != "" {
		condition, err := scenario.CompileRecord(kind, x.Where)
		if err != nil {
			return invalid("write it over the record, such as "+string(kind)+"."+catalog.RecordFields(kind)[0]+` != ""`, "where: %v", err)
		}
		x.records.condition = condition
	}
	return x.checkNumber()
}

// count counts the matching records.
func (r *recordCheck) count(ctx context.Context) {
	r.matched, r.fault, r.failures = 0, "", 0
	r.err = r.of.of.Records(r.kind, func(record scenario.Record) error {
		if r.condition == nil {
			r.matched++
			return ctx.Err()
		}
		matches, err := r.condition.Match(ctx, recordCall{record: record, kind: r.kind, now: r.of.of.Now})
		if errors.Is(err, scenario.ErrUndecided) {
			r.of.unsure++
		}
		if err != nil {
			r.failures++
			r.fault = cmp.Or(r.fault, err.Error())
		}
		if matches {
			r.matched++
		}
		return ctx.Err()
	})
}

// faults describes unreadable records and failed conditions, "" for none.
func (r *recordCheck) faults() string {
	switch {
	case r.err != nil:
		return "; the records could not be read: " + r.err.Error()
	case r.failures > 0:
		return fmt.Sprintf("; %s could not be evaluated, first: %s", phrase.Count(r.failures, "record"), r.fault)
	}
	return ""
}

// name returns the subject of the expectation.
func (r *recordCheck) name() string {
	if r.condition == nil {
		return string(r.kind) + "s"
	}
	return string(r.kind) + "s where " + phrase.Shorten(r.condition.String(), maxName)
}

// recordCall is one record as a condition reads it.
type recordCall struct {
	scenario.Call // not read, because a condition over a record has no other names
	record        scenario.Record
	kind          catalog.RecordKind
	now           func() time.Time
}

// Records returns the record.
func (c recordCall) Records() scenario.Records { return c }

// Now returns the moment on the account's clock.
func (c recordCall) Now() time.Time { return c.now() }

// Record returns the record, nil for another kind.
func (c recordCall) Record(kind catalog.RecordKind) (scenario.Record, error) {
	if kind != c.kind {
		return nil, nil
	}
	return c.record, nil
}

// Subscriptions returns none, because a condition over a record cannot name them.
func (c recordCall) Subscriptions() ([]any, error) { return nil, nil }

// Seen returns 0, because a condition over a record cannot name it.
func (c recordCall) Seen() (int, error) { return 0, nil }
