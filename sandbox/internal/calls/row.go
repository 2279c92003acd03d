package calls

import "github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/journal"

// altered has the fields in the row of a dropped entry, and whether the row may have
// masked or shortened their text.
var altered = map[string]bool{
	"operation": false, "status": false, "cause": false, "protocol": false, "ms": false, "after": false, "before": false, "preview": false,
	"discarded": false, "account": false, "id": false, "code": false,
	"scenario": true, "path": true, "method": true, "question": true,
}

// MatchesRow reports whether the term accepts the call of a row, and whether the row
// says enough to know.
func (t Term) MatchesRow(r *journal.Row) (matches, known bool) {
	isText, inRow := altered[t.term.Name()]
	if !inRow || isText && r.Altered {
		return false, false
	}
	return t.Matches(&r.Entry), true
}

// IsKnown reports whether an entry has enough for the term. A body that is not kept whole
// may have the text in its lost part.
func (t Term) IsKnown(e *journal.Entry) bool {
	if t.term.Name() != "text" || !e.Request.Truncated && !e.Response.Truncated {
		return true
	}
	return t.Matches(e) != t.term.IsNegated()
}
