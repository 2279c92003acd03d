package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Delivery is how the bytes of an answer reach the client. The zero value sends them at
// once and whole. All of it takes at most MaxDelivery.
type Delivery struct {
	Pace   int64 // bytes of the body a second
	Length int64 // added to the Content-Length
	Stale  bool  // the connection stays open, and is closed as the next request arrives
}

// MaxDelivery bounds the sending of an answer and the time its connection stays open behind it.
const MaxDelivery = maxDelay

// over returns the delivery with absent parts taken from an earlier one.
func (d Delivery) over(earlier Delivery) Delivery {
	return Delivery{cmp.Or(d.Pace, earlier.Pace), cmp.Or(d.Length, earlier.Length), d.Stale || earlier.Stale}
}

// texts returns the parts of the delivery as lists show them.
func (d Delivery) texts() (all []string) {
	if d.Pace > 0 {
		unit := paceUnits[slices.IndexFunc(paceUnits, func(u paceUnit) bool { return d.Pace%u.bytes == 0 })]
		all = append(all, fmt.Sprintf("pace %d%s", d.Pace/unit.bytes, unit.name))
	}
	if d.Length != 0 {
		all = append(all, fmt.Sprintf("length %+d", d.Length))
	}
	if d.Stale {
		all = append(all, "stale connection")
	}
	return all
}

// staleConnection is the only value of the key keep_alive of a rule.
const staleConnection = "stale"

// delivery reads how the answer of a rule is delivered.
func (r *reader) delivery(shape value) Delivery {
	cut, _ := cutOf(shape.of["cut"])
	if at := shape.first("pace", "length", "keep_alive"); at != nil && !HasAnswer(cut) {
		r.add(fault(at, "cut: %s lets no answer through, so pace, length and keep_alive have nothing to act on", cmp.Or(shape.of["cut"].text, "in: head")))
	}
	return Delivery{Pace: shape.of["pace"].number, Length: shape.of["length"].number, Stale: shape.has("keep_alive")}
}

type paceUnit struct {
	name  string
	bytes int64
}

// paceUnits are the units of a pace, the largest first.
var paceUnits = []paceUnit{{"MB/s", 1_000_000}, {"KB/s", 1000}, {"B/s", 1}}

// maxPace is the fastest pace in bytes a second.
const maxPace = 1_000_000_000

// paceForm is a number of bytes a second with its unit.
var paceForm = form{single: `{"type": "string", "pattern": "^[0-9]+ *(B|KB|MB)/s$"}`, check: func(text string) (int64, string) {
	for _, unit := range paceUnits {
		if number, ok := strings.CutSuffix(text, unit.name); ok {
			n, _ := strconv.ParseInt(strings.TrimSpace(number), 10, 64) // 0 for no number
			if n > 0 && n <= maxPace/unit.bytes {
				return n * unit.bytes, ""
			}
			break
		}
	}
	return 0, "from 1B/s to 1000MB/s, such as 1KB/s, which are 1000 bytes a second"
}}

// lengthForm is a number of bytes, not 0.
var lengthForm = form{single: `{"type": "integer"}`, check: func(text string) (int64, string) {
	n, _ := strconv.ParseInt(text, 10, 64) // 0 for no number
	if n == 0 || n < -maxAt || n > maxAt {
		return 0, fmt.Sprintf("what is added to the Content-Length, from -%d to +%[1]d and not 0, such as +10", maxAt)
	}
	return n, ""
}}
