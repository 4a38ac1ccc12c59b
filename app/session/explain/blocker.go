package explain

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/timeline"
)

// Blocker is what a wait that a thread ended waited for: what that thread did meanwhile and, while
// it waited itself, the threads for which it waited.
type Blocker struct {
	Thread model.ThreadIx
	Title  string
	Range  model.Range
	// Pieces list it in order; they tile Range. Empty where too much happened to be listed.
	Pieces []BlockerPiece
	Sums   model.Sums
	// Rows are the threads and what they did, the longest first, at most
	// blockerRows of them; Others are the further ones, and Rest their time.
	Rows   []BlockerRow
	Others []BlockerRow
	Rest   model.Time
	// Inherited describes which preemptions are part of the wait, "" where there are none.
	// Preemptions is their number, and Preempted are the longest of them, the longest first.
	Inherited   string
	Preemptions int
	Preempted   []timeline.SegmentRef
}

// BlockerPiece is a part of a wait and what it was spent on.
type BlockerPiece struct {
	model.Range
	Category model.Category
}

// BlockerRow is the time that a thread spent on something.
type BlockerRow struct {
	Category model.Category
	Title    string
	Time     model.Time
}

const (
	blockerRows   = 4
	blockerPieces = 200_000 // listed at most
	blockerPicks  = 128     // preemptions that can be distinguished in one picture
)

// blocker is what a wait waited for, nil where no thread ended it.
func blocker(t *model.Trace, seg *model.Segment, terms naming.Terms) *Blocker {
	u := seg.Unblocker()
	if seg.State != model.Waiting || u == model.NoThread || int(u) >= len(t.Threads) {
		return nil
	}
	b := &Blocker{Thread: u, Title: terms.Thread(t, u), Range: seg.Range}
	var preempted []blocking.Piece
	rows := map[blockerKey]model.Time{}
	for p := range blocking.Inherited(t, *seg, seg.Range) {
		if len(b.Pieces) == blockerPieces {
			return &Blocker{Thread: u, Title: b.Title, Range: b.Range}
		}
		c := p.Category()
		b.Pieces = append(b.Pieces, BlockerPiece{p.Range, c})
		b.Sums[c] += p.Len()
		rows[blockerKey{p.Segment.Thread, c}] += p.Len()
		if c == model.Preemption {
			preempted = append(preempted, p)
		}
	}
	b.list(t, rows, terms)
	if len(preempted) > 0 {
		b.Inherited = timeline.FormatPercent(b.Sums[model.Preemption], seg.Len()) + " due to preemption" + preempters(t, preempted, terms)
	}
	slices.SortStableFunc(preempted, func(x, y blocking.Piece) int { return cmp.Compare(y.Len(), x.Len()) })
	b.Preemptions = len(preempted)
	for _, p := range preempted[:min(len(preempted), blockerPicks)] {
		b.Preempted = append(b.Preempted, timeline.SegmentRef{Thread: p.Segment.Thread, Index: p.Segment.Index})
	}
	return b
}

// preempters names the thread that took most of the preempted time, and how many others there were:
// ", by scanner 22825 and 2 others"; "" where no preemption names one.
func preempters(t *model.Trace, preempted []blocking.Piece, terms naming.Terms) string {
	times := map[model.ThreadIx]model.Time{}
	for _, p := range preempted {
		if by := p.Segment.Displacer(); by != model.NoThread {
			times[by] += p.Len()
		}
	}
	if len(times) == 0 {
		return ""
	}
	most := slices.MaxFunc(slices.Collect(maps.Keys(times)), func(x, y model.ThreadIx) int {
		return cmp.Or(cmp.Compare(times[x], times[y]), cmp.Compare(y, x))
	})
	text := ", by " + terms.Thread(t, most)
	if others := len(times) - 1; others > 0 {
		text += " and " + measure.Plural(others, "other", "others")
	}
	return text
}

// Heading is the title of the rows.
func (b *Blocker) Heading() string { return "During this wait, " + b.Title + " was" }

// Further are the lines below the rows.
func (b *Blocker) Further() []Further {
	switch {
	case len(b.Pieces) == 0:
		return []Further{{Text: "the thread's states are not shown: too many segments during this wait"}}
	case len(b.Others) > 0:
		return []Further{more(len(b.Others), b.Rest, func(i int) string { return b.Others[i].Title + " " + timeline.FormatDuration(b.Others[i].Time) })}
	}
	return nil
}

// Further is a line below rows; Tip names what the line only counts.
type Further struct{ Text, Tip string }

// mostUnlisted is the number of rows that a tooltip names.
const mostUnlisted = 24

// more counts n further rows, which together took this long.
func more(n int, rest model.Time, name func(i int) string) Further {
	names := make([]string, 0, mostUnlisted+1)
	for i := range min(n, mostUnlisted) {
		names = append(names, name(i))
	}
	if n > mostUnlisted {
		names = append(names, timeline.FormatCount(int64(n-mostUnlisted))+" more")
	}
	return Further{timeline.FormatCount(int64(n)) + " more " + timeline.FormatDuration(rest), strings.Join(names, ", ")}
}

// blockerKey is what pieces of one row have in common.
type blockerKey struct {
	thread model.ThreadIx
	cat    model.Category
}

// list makes the rows; those of the thread that ended the wait name only what it did.
func (b *Blocker) list(t *model.Trace, times map[blockerKey]model.Time, terms naming.Terms) {
	keys := make([]blockerKey, 0, len(times))
	for k := range times {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y blockerKey) int {
		return cmp.Or(cmp.Compare(times[y], times[x]), cmp.Compare(x.thread, y.thread), cmp.Compare(x.cat, y.cat))
	})
	for i, k := range keys {
		row := BlockerRow{k.cat, k.cat.Title(), times[k]}
		if k.thread != b.Thread {
			row.Title += " of " + terms.Thread(t, k.thread)
		}
		if i < blockerRows {
			b.Rows = append(b.Rows, row)
			continue
		}
		b.Others = append(b.Others, row)
		b.Rest += row.Time
	}
}
