package session

import (
	"threadlens/model"
	"threadlens/timeline"
)

// PageRead is the disk read that the selected page fault waited for; ok is false
// where there is none, or none was recorded.
func (s *Session) PageRead() (r model.Range, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return r, false
	}
	i, ok := s.trace.PageRead(&seg)
	if !ok {
		return r, false
	}
	return s.trace.IOs[i].Range, true
}

// ToPageRead brings that read into the window and selects its time.
func (s *Session) ToPageRead() {
	if r, ok := s.PageRead(); ok {
		s.Update(func() {
			s.Reveal(r)
			s.Mark(r)
		})
	}
}

// pageRead adds the disk read that a page fault waited for.
func (f *Facts) pageRead(t *model.Trace, seg *model.Segment) {
	i, ok := t.PageRead(seg)
	if !ok {
		return
	}
	io := &t.IOs[i]
	size := ""
	if io.Bytes > 0 {
		size = timeline.FormatSize(io.Bytes)
	}
	text := joined(timeline.FormatDuration(io.Len())+" from "+f.terms.Clock.Instant(io.From, max(t.End, 10_000)),
		size, nameOr(t, io.File, ""), nameOr(t, io.Device, "unknown disk"))
	f.Rows = append(f.Rows, Fact{Label: "Page read", Value: text, PageRead: true})
}
