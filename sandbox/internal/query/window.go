package query

import (
	"cmp"
	"math"

	"github.com/commerce-sandbox/commerce-sandbox/sandbox/internal/phrase"
)

// window is the range of amounts accepted by a value or a term, both ends included.
type window struct{ from, to edge }

// edge is an amount, or the place right beside it.
type edge struct {
	whole  float64 // a number, or the seconds of a moment
	nano   int
	beside int // -1 for right below, 1 for right above
}

// everything is the window of all amounts.
var everything = window{edge{whole: math.Inf(-1)}, edge{whole: math.Inf(1)}}

func (e edge) compare(other edge) int {
	return cmp.Or(cmp.Compare(e.whole, other.whole), cmp.Compare(e.nano, other.nano), cmp.Compare(e.beside, other.beside))
}

// without returns the edge without the amount itself.
func (e edge) without(beside int) edge {
	e.beside = beside
	return e
}

// window returns the limits as a window.
func (l limits[A]) window(of func(A) edge) window {
	w := everything
	if l.least != nil {
		if w.from = of(*l.least); l.above {
			w.from = w.from.without(1)
		}
	}
	if l.most != nil {
		if w.to = of(*l.most); l.below {
			w.to = w.to.without(-1)
		}
	}
	return w
}

// checkWindows returns the error of terms without a common match, because their
// amounts lie apart.
func (p *parser[T]) checkWindows(terms []*Term[T]) error {
	all, first := map[string]window{}, map[string]*Term[T]{}
	for _, t := range terms {
		axis := t.field.axis
		if axis == "" || t.negated {
			continue
		}
		both, known := all[axis]
		if !known {
			both, first[axis] = everything, t
		}
		own := p.windowOf(t)
		both.from, both.to = latest(both.from, own.from), earliest(both.to, own.to)
		if both.from.compare(both.to) > 0 {
			return p.reportApart(first[axis], t)
		}
		all[axis] = both
	}
	return nil
}

// reportApart returns the error of two terms without a common match.
func (p *parser[T]) reportApart(first, second *Term[T]) error {
	hint := "exchange the moments"
	if second.name == first.name {
		hint = "separate alternatives by a comma"
	}
	return wrong(p.text, span{second.values[0].at.start, p.end(second)}, hint, "%s can match nothing beside %s",
		phrase.Shorten(second.String(), maxShown), phrase.Shorten(first.String(), maxShown))
}

// windowOf returns the window of all alternatives of a term.
func (p *parser[T]) windowOf(t *Term[T]) window {
	all := window{everything.to, everything.from}
	for _, v := range t.meant {
		w := t.field.window(t.name, v, p.now)
		all.from, all.to = earliest(all.from, w.from), latest(all.to, w.to)
	}
	return all
}

// end returns where a term ends.
func (p *parser[T]) end(t *Term[T]) int { return t.values[len(t.values)-1].at.end }

func earliest(a, b edge) edge {
	if a.compare(b) < 0 {
		return a
	}
	return b
}

func latest(a, b edge) edge {
	if a.compare(b) > 0 {
		return a
	}
	return b
}
