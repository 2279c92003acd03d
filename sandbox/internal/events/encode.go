package events

import "sync"

// texts are the latest calls as streams write them: streams that nobody reads hold the
// text of one call together, and not one each. Each has a place by the rest of its number.
type texts struct {
	mu   sync.Mutex
	kept [64]struct {
		number int64
		view   string
		text   []byte
	}
}

// Encode returns the text of the call with a number in a view. The first of several
// readers encodes it; the others get the same text and must not change it.
func (l *Log) Encode(number int64, view string, encode func() ([]byte, error)) ([]byte, error) {
	l.texts.mu.Lock()
	defer l.texts.mu.Unlock()
	kept := &l.texts.kept[number%int64(len(l.texts.kept))]
	if kept.number != number || kept.view != view {
		text, err := encode()
		if err != nil {
			return nil, err
		}
		kept.number, kept.view, kept.text = number, view, text
	}
	return kept.text, nil
}
