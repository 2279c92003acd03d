package gate

import (
	"fmt"
	"net/http"
	"time"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/scenario"
)

// delivery is how the bytes of one answer reach the client.
type delivery struct {
	lost    bool          // there is no answer
	head    int           // how many bytes of the head are sent, -1 for all
	body    []byte        // the part to send
	length  int           // announced by the head
	piece   int           // how many bytes of the body are sent at once
	between time.Duration // between two pieces
	broken  bool          // the client can see that the answer is not whole
	stale   bool          // the connection is closed as the next request arrives
}

// The pieces of an answer that drips, and the time between two.
const (
	drops    = 20
	dropTime = 100 * time.Millisecond
)

// paces is how many pieces a pace sends a second.
const paces = 10

// deliver returns how a body is sent as the answer to a call. A preview takes no time.
func (c *Call) deliver(r *http.Request, body []byte) delivery {
	how, effect := c.Decision().Delivery, c.Decision().Effect
	if c.Recorder.Preview {
		how = scenario.Delivery{Length: how.Length}
	}
	d := delivery{head: -1, body: body, length: len(body), stale: how.Stale && !r.Close}
	switch effect.Cut {
	case scenario.Reset, scenario.Empty:
		d.lost = true
	case scenario.InHead:
		d.lost, d.head = true, int(effect.At)
	case scenario.Truncate:
		d.cut(len(body) / 2)
		d.length = max(d.length, 1) // otherwise the client could not notice
	case scenario.InBody:
		if int64(len(body)) < effect.At {
			c.Recorder.Note(fmt.Sprintf("the body has %d bytes, so it is not cut behind %d", len(body), effect.At))
		}
		d.cut(int(effect.At))
	}
	if how.Length != 0 {
		d.length, d.broken = max(0, d.length+int(how.Length)), true
	}
	switch d.piece = max(1, len(d.body)); {
	case how.Pace > 0:
		d.piece = int(max(1, how.Pace/paces))
		d.between = time.Duration(d.piece) * time.Second / time.Duration(how.Pace)
		if most := d.piece * int(1+scenario.MaxDelivery/d.between); len(d.body) > most {
			d.cut(most)
		}
	case effect.Cut == scenario.Drip && !c.Recorder.Preview:
		d.piece, d.between = len(d.body)/drops+1, dropTime
	}
	return d
}

// cut ends the answer behind n bytes of the body.
func (d *delivery) cut(n int) {
	d.body, d.broken = d.body[:min(n, len(d.body))], true
}

// isRaw reports whether the answer must be written to the connection itself, because
// package net/http writes no broken one.
func (d *delivery) isRaw() bool { return d.lost || d.broken || d.stale }
