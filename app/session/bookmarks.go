package session

import (
	"slices"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// steps is the floor of ways to a place: searches, hops, marks.
type steps struct {
	picture
	bookmarks []Bookmark
	markTimes []model.Time
	visited   int         // the bookmark visited last, -1 without
	visitedIn model.Range // the window that showed it
	longer    longerWait
}

func (s *steps) reset() {
	s.picture.reset()
	s.bookmarks, s.markTimes, s.visited, s.longer = nil, nil, -1, longerWait{}
}

// Bookmark is a marked place in the trace: an instant or a range, of one thread or of all. A kept
// one has a name; at most one is not kept.
type Bookmark struct {
	Name   string
	Range  model.Range    // of length 0 for an instant
	Thread model.ThreadIx // NoThread: not of one thread
	Kept   bool
}

func (b Bookmark) sameAs(o Bookmark) bool { return b.Range == o.Range && b.Thread == o.Thread }

// MaxBookmarks is the maximum number of marks of a trace.
const MaxBookmarks = 500

// maxMarkName bounds the name of a mark, in bytes.
const maxMarkName = 200

// Bookmarks are the marks in the order of time. The list must not be changed.
func (s *steps) Bookmarks() []Bookmark { return s.bookmarks }

// MarkTimes are the instants at which the marks begin. The list must not be
// changed.
func (s *steps) MarkTimes() []model.Time { return s.markTimes }

// Markable is the mark that the selection would make: the selected segment, the selected range, or
// cursor A; its name describes it.
func (s *steps) Markable() (b Bookmark, ok bool) {
	b.Thread = model.NoThread
	if seg, ok := s.Segment(); ok {
		b.Range, b.Thread = seg.Range, seg.Thread
		b.Name = s.Title(seg.Thread) + ": " + naming.CategoryWords(&seg) + " " + timeline.FormatDuration(seg.Len())
		return b, true
	}
	if r := s.marked; r.Len() > 0 {
		b.Range = r
		b.Name = timeline.FormatDuration(r.Len()) + " at " + s.clock.Instant(r.From, r.Len())
		return b, true
	}
	if at := s.cursors[CursorA]; at != NoTime {
		b.Range = model.Range{From: at, To: at}
		b.Name = s.clock.Instant(at, s.view.Len())
		return b, true
	}
	return b, false
}

// Unkept is the mark that is not kept; ok is false without one.
func (s *steps) Unkept() (b Bookmark, ok bool) {
	if i := slices.IndexFunc(s.bookmarks, func(b Bookmark) bool { return !b.Kept }); i >= 0 {
		return s.bookmarks[i], true
	}
	return b, false
}

// AddBookmark adds a mark, replacing one at the same place and, if the new one is not to be kept,
// the one that is not kept.
func (s *steps) AddBookmark(b Bookmark) {
	if s.trace == nil {
		return
	}
	b.Name = markName(b.Name)
	b.Range = b.Range.Clip(s.trace.Held())
	list := slices.DeleteFunc(slices.Clone(s.bookmarks), func(old Bookmark) bool {
		return !old.Kept && !b.Kept || b.Kept && old.sameAs(b)
	})
	if slices.ContainsFunc(list, b.sameAs) {
		return // kept already
	}
	if len(list) < MaxBookmarks {
		s.setBookmarks(append(list, b))
	}
}

// markName is a name without control characters, of a bounded length.
func markName(name string) string {
	name = strings.TrimSpace(timeline.Printable(name))
	if len(name) > maxMarkName {
		name = strings.ToValidUTF8(name[:maxMarkName], "")
	}
	return name
}

func (s *steps) setBookmarks(list []Bookmark) {
	slices.SortStableFunc(list, func(a, b Bookmark) int {
		switch {
		case a.Range.From != b.Range.From:
			return int(min(max(a.Range.From-b.Range.From, -1), 1))
		case a.Range.To != b.Range.To:
			return int(min(max(a.Range.To-b.Range.To, -1), 1))
		}
		return int(a.Thread) - int(b.Thread)
	})
	s.bookmarks, s.visited, s.markTimes = list, -1, nil
	for _, b := range list {
		s.markTimes = append(s.markTimes, b.Range.From)
	}
	s.tell(ChangedBookmarks)
}

// RenameBookmark gives the i-th mark a name and keeps it; an empty one changes
// nothing.
func (s *steps) RenameBookmark(i int, name string) {
	if name = markName(name); name == "" || i < 0 || i >= len(s.bookmarks) {
		return
	}
	list := slices.Clone(s.bookmarks)
	list[i].Name, list[i].Kept = name, true
	s.setBookmarks(list)
}

// DeleteBookmark removes the i-th mark.
func (s *steps) DeleteBookmark(i int) {
	if i >= 0 && i < len(s.bookmarks) {
		s.setBookmarks(slices.Delete(slices.Clone(s.bookmarks), i, i+1))
	}
}

// GoBookmark shows the i-th mark: it selects its segment or range, or sets cursor A to its instant.
func (s *steps) GoBookmark(i int) {
	if i < 0 || i >= len(s.bookmarks) {
		return
	}
	s.Update(func() {
		b := s.bookmarks[i]
		switch {
		case b.Thread != model.NoThread:
			s.ShowThread(b.Thread)
			s.SelectAt(b.Thread, b.Range.From)
		case b.Range.Len() > 0:
			s.Mark(b.Range)
		default:
			s.SetCursor(CursorA, b.Range.From)
		}
		s.Reveal(b.Range)
		s.visited, s.visitedIn = i, s.view.Range
	})
}

// StepBookmark goes to the next mark (dir 1) or the one before (dir -1), relative to the last one
// visited or else to the middle of the window, and wraps around at the ends.
func (s *steps) StepBookmark(dir int) {
	n := len(s.bookmarks)
	if n == 0 {
		return
	}
	i := s.visited
	if i < 0 || i >= n || s.visitedIn != s.view.Range {
		mid := s.middle()
		i, _ = slices.BinarySearchFunc(s.bookmarks, mid, func(b Bookmark, at model.Time) int {
			if b.Range.From < at {
				return -1
			}
			return 1
		})
		if dir > 0 {
			i--
		}
	}
	s.GoBookmark((i + dir + n) % n)
}
