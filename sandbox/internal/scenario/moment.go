package scenario

import (
	"fmt"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// nowLayout is how conditions read the time.
const nowLayout = "2006-01-02T15:04:05Z"

// timeLayouts are the times for hour and weekday: the layout of now, and the
// layouts of the interface's parameters.
var timeLayouts = []string{nowLayout, time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly}

// weekdays are the results of weekday.
var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// hour returns the hour of a time.
func hour(_ *evaluation, in []any) (any, error) {
	t, err := moment(hourWord, in[0])
	return t.Hour(), err
}

// weekday returns the day of a time.
func weekday(_ *evaluation, in []any) (any, error) {
	t, err := moment(weekdayWord, in[0])
	return t.Weekday().String(), err
}

// moment reads the time given to a helper.
func moment(helper string, of any) (time.Time, error) {
	text, ok := of.(string)
	if !ok {
		return time.Time{}, fmt.Errorf("%s needs a time such as now, got a value that is not text", helper)
	}
	if len(text) <= len(time.RFC3339Nano) {
		for _, layout := range timeLayouts {
			if t, err := time.Parse(layout, text); err == nil {
				return t.UTC(), nil
			}
		}
	}
	return time.Time{}, fmt.Errorf("%s needs a time such as now or 2026-05-13T12:00:00Z, got %q", helper, phrase.Shorten(text, maxNameLength))
}
