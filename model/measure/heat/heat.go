// Package heat counts lengths of time by when they end and by how long they are: what a
// heat map of latencies over time draws. Start with Of; kind.go has what is counted.
package heat

import (
	"math"
	"math/bits"

	"threadlens/model"
)

// MostColumns is the number of columns into which a window is cut.
const MostColumns = 120

// shortest is the length in ns below which lengths are not told apart.
const shortest = 1000

// Map is how many lengths of time ended when: cells of equal parts of a window, its
// columns, and of half octaves of lengths, its rows, from the shortest on.
type Map struct {
	Kind    Kind
	Range   model.Range
	Columns int
	N       int   // that were counted
	Longest Piece // of all
	// Low is the first row with anything in it, High the one behind the last; both are 0
	// where nothing was counted.
	Low, High int
	Most      int // in a cell
	LeftOut   LeftOut
	grid      *grid
}

// Cell is a part of a window and of the lengths of time.
type Cell struct {
	Count   int
	Longest Piece
}

// Piece is a length of time that was counted.
type Piece struct {
	model.Range
	Thread model.ThreadIx // NoThread where that is not known
	end    model.Time     // where it is counted
}

// beats reports whether a piece is the longer of two; of equals it is the one that ended
// first, then that of the first thread, so that the order of counting does not matter.
func (p *Piece) beats(o *Piece) bool {
	switch {
	case p.Len() != o.Len():
		return p.Len() > o.Len()
	case p.end != o.end:
		return p.end < o.end
	case p.Thread != o.Thread:
		return p.Thread < o.Thread
	}
	return p.From < o.From
}

// Cell is what is in a column and a row.
func (m *Map) Cell(column, row int) Cell { return m.grid.cells[column*numRows+row] }

// Column is the part of the window that a column stands for.
func (m *Map) Column(i int) model.Range {
	return model.Range{From: m.Range.From + m.grid.begin(i), To: m.Range.From + m.grid.begin(i+1)}
}

// numRows are the rows that there can be.
const numRows = 1 + 2*(63-9)

// Row is the lengths that a row stands for, in ns: from on, and less than below.
func Row(i int) (from, below model.Time) { return rowBegin(i), rowBegin(i + 1) }

// rowBegin is the least length in a row, ns.
func rowBegin(i int) model.Time {
	octave := (i - 1) / 2
	switch {
	case i == 0:
		return 0
	case octave > 53:
		return model.Forever
	case i%2 == 1:
		return shortest << octave
	}
	return halfWay(octave)
}

// halfWay is where the second half of an octave begins.
func halfWay(octave int) model.Time {
	return model.Time(math.Round(math.Sqrt2 * float64(int64(shortest)<<octave)))
}

// rowOf is the row of a length.
func rowOf(d model.Time) int {
	if d < shortest {
		return 0
	}
	octave := bits.Len64(uint64(d)/shortest) - 1
	if d < halfWay(octave) {
		return 1 + 2*octave
	}
	return 2 + 2*octave
}

// grid is where lengths are counted.
type grid struct {
	r       model.Range
	columns int
	cells   []Cell // column by column
	left    LeftOut
}

func newGrid(r model.Range) *grid {
	g := &grid{r: r, columns: int(min(MostColumns, r.Len()))}
	g.cells = make([]Cell, g.columns*numRows)
	return g
}

// begin is where a column begins, from the begin of the window on.
func (g *grid) begin(i int) model.Time {
	n := model.Time(g.columns)
	q, rest := g.r.Len()/n, g.r.Len()%n
	return q*model.Time(i) + (rest*model.Time(i)+n-1)/n
}

// add counts a piece that ends in the window.
func (g *grid) add(p Piece) {
	at := min(p.end, g.r.To-1) - g.r.From
	i := int(float64(at) / float64(g.r.Len()) * float64(g.columns))
	for i > 0 && g.begin(i) > at {
		i--
	}
	for i+1 < g.columns && g.begin(i+1) <= at {
		i++
	}
	g.cells[i*numRows+rowOf(p.Len())].take(1, &p)
}

// take adds pieces to a cell, of which it is given the longest.
func (c *Cell) take(n int, longest *Piece) {
	if c.Count == 0 || longest.beats(&c.Longest) {
		c.Longest = *longest
	}
	c.Count += n
}

// merge adds what another grid of the same window counted.
func (g *grid) merge(o *grid) {
	for i := range o.cells {
		if c := &o.cells[i]; c.Count > 0 {
			g.cells[i].take(c.Count, &c.Longest)
		}
	}
	g.left.add(&o.left)
}

// sum completes a map from its grid.
func (m *Map) sum() {
	var all Cell
	for i := range m.grid.cells {
		c := &m.grid.cells[i]
		if c.Count == 0 {
			continue
		}
		row := i % numRows
		if all.Count == 0 {
			m.Low, m.High = row, row+1
		}
		m.Low, m.High, m.Most = min(m.Low, row), max(m.High, row+1), max(m.Most, c.Count)
		all.take(c.Count, &c.Longest)
	}
	m.N, m.Longest, m.LeftOut = all.Count, all.Longest, m.grid.left
}
