package record

// EncodeByLibrary is Encode without the encoder of its own.
func EncodeByLibrary(v any) ([]byte, error) { return encodeAny(v) }
