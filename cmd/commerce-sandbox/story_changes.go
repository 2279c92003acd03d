package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/client"
)

// changes shows the fields of the records that the call changed.
func (s *story) changes() {
	var lines []string
	for _, change := range s.Changes {
		what := "changed"
		switch {
		case change.Truncated:
			what = "changed; the journal had no room for the fields"
		case len(change.Before) == 0:
			what = "created"
		case len(change.After) == 0:
			what = "deleted"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", change.Kind, change.ID, what))
		for _, field := range differences(change) {
			lines = append(lines, "  "+field)
		}
	}
	s.section("Records", lines)
}

// differences lists the fields whose values differ before and after.
func differences(change client.Change) []string {
	before, after := fields(change.Before), fields(change.After)
	names := maps.Clone(before)
	maps.Copy(names, after)
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		from, was := before[name]
		to, is := after[name]
		switch {
		case was && is && from != to:
			lines = append(lines, fmt.Sprintf("%s: %s -> %s", name, from, to))
		case was && !is:
			lines = append(lines, fmt.Sprintf("%s: %s -> (none)", name, from))
		case is && !was:
			lines = append(lines, fmt.Sprintf("%s: %s", name, to))
		}
	}
	return lines
}

// fields returns the plain values of a record by their paths, such as
// Items[0].Price.
func fields(record client.Record) map[string]string {
	found := map[string]string{}
	var value any
	if json.Unmarshal(record, &value) == nil {
		collect(found, "", value)
	}
	return found
}

func collect(found map[string]string, name string, value any) {
	switch v := value.(type) {
	case map[string]any:
		for key, part := range v {
			collect(found, fieldPath(name, key), part)
		}
	case []any:
		for i, part := range v {
			collect(found, name+"["+strconv.Itoa(i)+"]", part)
		}
	default:
		text, _ := json.Marshal(v) // v comes from JSON
		found[name] = string(text)
	}
}

func fieldPath(name, key string) string {
	if name == "" {
		return key
	}
	return name + "." + key
}
