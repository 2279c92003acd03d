package oracle

import "fmt"

// triples are rows of valid values. Each three that are valid together occur in one of
// them. All three in one call each would be a hundred times as many.
type triples struct {
	subject *subject
	cells   []choice // the valid values
	free    [][]bool // whether a row may have both cells
	rows    [][]int
	seen    []bool // by place
}

// tripled names the factors of an operation of which each three values meet.
var tripled = map[string]string{"search-orders": "query", "create-upsell": "body"}

func (c *corpus) triples(s *subject) {
	if tripled[s.name] == "" {
		return
	}
	y := &triples{subject: s}
	for i, f := range s.all {
		for _, v := range f.values[1:] {
			if f.In == tripled[s.name] && v.refused == "" && !v.silent {
				y.cells = append(y.cells, choice{i, v.n})
			}
		}
	}
	y.free = make([][]bool, len(y.cells))
	for a := range y.cells {
		y.free[a] = make([]bool, len(y.cells))
	}
	for a, x := range y.cells {
		for b, z := range y.cells[:a] {
			if f, g := s.all[x.factor], s.all[z.factor]; f != g && !f.within(g) {
				p := c.predict(s, []choice{z, x}).Want
				y.free[a][b] = p.silent == "" && p.succeeds()
				y.free[b][a] = y.free[a][b]
			}
		}
	}
	y.seen = make([]bool, len(y.cells)*len(y.cells)*len(y.cells))
	y.each(func(a, b, d int) {
		if !y.seen[y.place(a, b, d)] {
			y.rows = append(y.rows, y.row(a, b, d))
		}
	})
	c.tripled = append(c.tripled, y)
	for n, row := range y.rows {
		var choices []choice
		for _, cell := range row {
			choices = append(choices, y.cells[cell])
		}
		c.addAs(fmt.Sprintf("%s triples(%d)", s.name, n), s, choices)
	}
}

// each visits the possible triples of a row.
func (y *triples) each(visit func(a, b, d int)) {
	for a := range y.cells {
		for b := range a {
			for d := range b {
				if y.free[a][b] && y.free[a][d] && y.free[b][d] {
					visit(a, b, d)
				}
			}
		}
	}
}

// place is the index of a triple in seen.
func (y *triples) place(a, b, d int) int {
	a, b, d = max(a, b, d), a+b+d-max(a, b, d)-min(a, b, d), min(a, b, d)
	return (a*len(y.cells)+b)*len(y.cells) + d
}

// row adds to three cells whatever makes the most new triples.
func (y *triples) row(row ...int) []int {
	for {
		best, most := -1, 0
		for cell := range y.cells {
			if n := y.gain(row, cell); n > most {
				best, most = cell, n
			}
		}
		if best < 0 {
			break
		}
		row = append(row, best)
	}
	for i, a := range row {
		for j, b := range row[:i] {
			for _, d := range row[:j] {
				y.seen[y.place(a, b, d)] = true
			}
		}
	}
	return row
}

// gain counts the new triples of a cell with a row, 0 when the row may not have it.
func (y *triples) gain(row []int, cell int) (n int) {
	for i, a := range row {
		if !y.free[cell][a] {
			return 0
		}
		for _, b := range row[:i] {
			if !y.seen[y.place(a, b, cell)] {
				n++
			}
		}
	}
	return n
}

// count counts the triples again, from the rows alone.
func (y *triples) count(into *tally) {
	had := map[int]bool{}
	for _, row := range y.rows {
		for i, a := range row {
			for j, b := range row[:i] {
				for _, d := range row[:j] {
					had[y.place(a, b, d)] = true
				}
			}
		}
	}
	y.each(func(a, b, d int) { into.see(had[y.place(a, b, d)]) })
}
