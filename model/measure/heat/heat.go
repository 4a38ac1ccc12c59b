// Package heat counts durations by when they end and by how long they are, for a heat
// map of latencies over time. Start with Of in count.go; kind.go lists what can be counted.
package heat

import (
	"math"
	"math/bits"

	"threadlens/model"
	"threadlens/model/measure"
)

// MostColumns is the number of columns into which a window is divided.
const MostColumns = 120

// shortest is the length in ns below which durations are not distinguished.
const shortest = 1000

// Map is how many durations ended when: its columns are equal parts of a window,
// its rows half octaves of duration, from the shortest on.
type Map struct {
	Kind    Kind
	Range   model.Range
	Columns int
	N       int   // that were counted
	Longest Piece // of all
	// Low is the first row that is not empty, High the one after the last; both are 0 if
	// nothing was counted.
	Low, High int
	Most      int // in one cell
	LeftOut   LeftOut
	grid      *grid
	waits     measure.WaitKind
}

// Cell is the count in one column and row.
type Cell struct {
	Count   int
	Longest Piece
}

// Piece is a duration that was counted.
type Piece struct {
	model.Range
	Thread model.ThreadIx // NoThread if unknown
	end    model.Time     // when it is counted
}

// beats reports whether a piece is the longer of two; if equal, the one that ended
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

// Cell is the cell in a column and a row.
func (m *Map) Cell(column, row int) Cell { return m.grid.cells[column*numRows+row] }

// Column is the part of the window that a column stands for.
func (m *Map) Column(i int) model.Range {
	return model.Range{From: m.Range.From + m.grid.begin(i), To: m.Range.From + m.grid.begin(i+1)}
}

// numRows is the number of possible rows.
const numRows = 1 + 2*(63-9)

// Row is the durations that a row stands for, in ns: at least from, and less than below.
func Row(i int) (from, below model.Time) { return rowBegin(i), rowBegin(i + 1) }

// rowBegin is the least duration in a row, ns.
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

// halfWay is where the second half of an octave starts.
func halfWay(octave int) model.Time {
	return model.Time(math.Round(math.Sqrt2 * float64(int64(shortest)<<octave)))
}

// rowOf is the row of a duration.
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

// grid is where durations are counted.
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

// begin is where a column starts, relative to the start of the window.
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

// take adds a number of pieces, the longest of which is given, to a cell.
func (c *Cell) take(n int, longest *Piece) {
	if c.Count == 0 || longest.beats(&c.Longest) {
		c.Longest = *longest
	}
	c.Count += n
}

// merge adds the counts of another grid of the same window.
func (g *grid) merge(o *grid) {
	for i := range o.cells {
		if c := &o.cells[i]; c.Count > 0 {
			g.cells[i].take(c.Count, &c.Longest)
		}
	}
	g.left.add(&o.left)
}

// sum makes the grid into a map.
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
