package main

// The room of the journal, unless a flag gives it: this share of the container's memory,
// because records, calls under way and the collector need the rest, and at most so many
// bytes.
const (
	journalShare    = 8
	maxJournalBytes = 128 << 20
)

// journalBytes returns how many bytes the journal may keep in a container with so many
// bytes, 0 for no limit.
func journalBytes(container uint64) int64 {
	if container == 0 {
		return maxJournalBytes
	}
	return max(1, int64(min(container/journalShare, maxJournalBytes))) // at most the constant, so it fits
}
