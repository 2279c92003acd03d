package transfer

// ReadInParts is Read with parts of so many records.
func ReadInParts(s Source, records int) (*Import, error) {
	return readParts(s, cutter{maxBytes: 1 << 20, maxRecords: records})
}
