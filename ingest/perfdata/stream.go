package perfdata

import (
	"fmt"

	"threadlens/ingest/internal/wire"
)

// stream cuts the data section into records, in the order of the file.
type stream struct {
	win   *window
	order wire.Order
	// err is why the records could not be followed to the end.
	err error
}

func newStream(in *input, data section, order wire.Order) *stream {
	return &stream{win: newWindow(in, data), order: order}
}

// next returns the next record, whole, and its file offset. The record is valid until the following
// call. ok is false at the end; err is then set if the file ended too early.
func (s *stream) next() (rec []byte, pos int64, ok bool) {
	if s.err != nil {
		return nil, 0, false
	}
	rec, ok = s.cut()
	if !ok {
		return nil, 0, false
	}
	pos = s.win.at()
	s.win.skip(int64(len(rec)))
	if typ := s.order.U32(rec); typ >= recUser {
		s.user(typ, rec)
	}
	return rec, pos, true
}

// cut returns the record at the window without consuming it.
func (s *stream) cut() ([]byte, bool) {
	b := s.win.peek(recordHeader)
	if len(b) < recordHeader {
		if len(b) > 0 || s.win.err != nil {
			s.fail("header", s.win.at(), s.cutShort())
		}
		return nil, false
	}
	size := int(s.order.U16(b[6:]))
	if size < recordHeader {
		s.fail(recordName(s.order.U32(b)), s.win.at(), fmt.Errorf("the record's size is invalid: %d bytes, fewer than a record's header has", size))
		return nil, false
	}
	if len(b) < size {
		if b = s.win.peek(size); len(b) < size {
			s.incomplete(b)
			return nil, false
		}
	}
	return b[:size:size], true
}

// incomplete sets the error for a last record that does not end within the file. perf's own
// messages may follow the records of a pipe.
func (s *stream) incomplete(b []byte) {
	typ, err := s.order.U32(b), s.cutShort()
	if _, known := recordNames[typ]; !known && s.win.err == nil {
		err = fmt.Errorf("the last %d bytes of the file are not a valid record", len(b))
	}
	s.fail(recordName(typ), s.win.at(), err)
}

// cutShort is why the window holds less than a record: a read error, or the end of the file.
func (s *stream) cutShort() error {
	if s.win.err != nil {
		return s.win.err
	}
	return errCut
}

func (s *stream) fail(record string, at int64, err error) {
	if s.err == nil {
		s.err = fmt.Errorf("perf.data: record %s at %#x: %w", record, at, err)
	}
}

// aside reports whether a record of this type is more than its own bytes: data follows outside it,
// or it contains other records.
func aside(typ uint32) bool {
	return typ == recTracingData || typ == recAuxTrace || typ == recCompressed || typ == recCompressed2
}

// user does what some of perf's own records need right away: it skips data
// that follows outside the record.
func (s *stream) user(typ uint32, rec []byte) {
	at := s.win.at()
	var side uint64
	switch {
	case typ == recTracingData && len(rec) >= 12:
		side = (uint64(s.order.U32(rec[8:])) + 7) &^ 7
	case typ == recAuxTrace && len(rec) >= 16:
		side = s.order.U64(rec[8:])
	}
	if side > uint64(s.win.left()) {
		s.fail(recordName(typ), at-int64(len(rec)), errCut)
		side = uint64(s.win.left())
	}
	s.win.skip(int64(side))
}

// recordName names a record type as perf does, without PERF_RECORD_.
func recordName(typ uint32) string {
	if n, ok := recordNames[typ]; ok {
		return n
	}
	return fmt.Sprintf("type %d", typ)
}
