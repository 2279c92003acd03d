package journal

// Limits returns how much the journal keeps.
func (j *Journal) Limits() Limits { return j.limits }
