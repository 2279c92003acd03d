package scenario

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/token"
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
func (r *reader) delivery(shape ruleShape) (d Delivery) {
	d.Pace = r.pace(shape.Pace)
	d.Length = r.length(shape.Length)
	d.Stale = shape.KeepAlive.isPresent() && r.only("keep_alive", shape.KeepAlive.word, staleConnection)
	if at := shape.deliveryKey(); at != nil && !HasAnswer(Cut(cmp.Or(shape.Cut.one.text, shape.Cut.parts.In.text))) {
		r.add(fault(at, "cut: %s lets no answer through, so pace, length and keep_alive have nothing to act on", cmp.Or(shape.Cut.one.text, "in: head")))
	}
	return d
}

// deliveryKey returns the first key of the rule about the delivery, nil without one.
func (r ruleShape) deliveryKey() *token.Token {
	for _, at := range []*token.Token{r.Pace.at, r.Length.at, r.KeepAlive.at} {
		if at != nil {
			return at
		}
	}
	return nil
}

type paceUnit struct {
	name  string
	bytes int64
}

// paceUnits are the units of a pace, the largest first.
var paceUnits = []paceUnit{{"MB/s", 1_000_000}, {"KB/s", 1000}, {"B/s", 1}}

// maxPace is the fastest pace in bytes a second.
const maxPace = 1_000_000_000

func (r *reader) pace(w rate) int64 {
	if !w.isPresent() {
		return 0
	}
	for _, unit := range paceUnits {
		number, ok := strings.CutSuffix(w.text, unit.name)
		if !ok {
			continue
		}
		n, _ := strconv.ParseInt(strings.TrimSpace(number), 10, 64) // 0 for no number
		if n > 0 && n <= maxPace/unit.bytes {
			return n * unit.bytes
		}
		break
	}
	r.add(fault(w.at, "pace must be from 1B/s to 1000MB/s, such as 1KB/s, which are 1000 bytes a second, got %q", w.text))
	return 0
}

func (r *reader) length(w difference) int64 {
	if !w.isPresent() {
		return 0
	}
	n, _ := strconv.ParseInt(w.text, 10, 64) // 0 for no number
	if n == 0 || n < -maxAt || n > maxAt {
		r.add(fault(w.at, "length must be what is added to the Content-Length, from -%d to +%[1]d and not 0, such as +10, got %q", maxAt, w.text))
	}
	return n
}
