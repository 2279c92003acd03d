package sandbox

import (
	"context"
	"log/slog"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// shortLines is a log handler with lines of at most 2 KB, because a path, the key of a
// damaged record or a stack may be as long as it likes. A log at the level debug gets whole
// lines.
type shortLines struct{ slog.Handler }

// shortText is the length in bytes up to which a text of a line is never shortened.
const shortText = 60

// Handle shortens the long texts of a line, each to its share of the room.
func (h shortLines) Handle(ctx context.Context, line slog.Record) error {
	long := 0
	if len(line.Message) > shortText {
		long++
	}
	line.Attrs(func(a slog.Attr) bool {
		if len(textOf(a.Value)) > shortText {
			long++
		}
		return true
	})
	if long == 0 || h.Enabled(ctx, slog.LevelDebug) {
		return h.Handler.Handle(ctx, line)
	}
	share := phrase.MaxLine / long
	short := slog.NewRecord(line.Time, line.Level, phrase.Line(line.Message, share), line.PC)
	line.Attrs(func(a slog.Attr) bool {
		if text := textOf(a.Value); len(text) > shortText {
			a.Value = slog.StringValue(phrase.Line(text, share))
		}
		short.AddAttrs(a)
		return true
	})
	return h.Handler.Handle(ctx, short)
}

// textOf returns the text of a value, "" of a number.
func textOf(v slog.Value) string {
	if kind := v.Kind(); kind != slog.KindString && kind != slog.KindAny {
		return ""
	}
	return v.String()
}

// WithAttrs returns a handler of lines with further attributes.
func (h shortLines) WithAttrs(all []slog.Attr) slog.Handler {
	return shortLines{h.Handler.WithAttrs(all)}
}

// WithGroup returns a handler of lines with a group.
func (h shortLines) WithGroup(name string) slog.Handler { return shortLines{h.Handler.WithGroup(name)} }
