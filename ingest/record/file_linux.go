package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"

	"threadlens/ingest/save"
)

// file is a perf.data file that is being written (tools/perf, perf.data-file-format.txt): a header,
// the descriptions of the events, features, which describe the machine, and the records. Tools look
// for the table of features behind the records, whose length is in the header once the file is
// finished. In an unfinished file a spare table before the records holds the same.
type file struct {
	f          *save.File
	events     []*event
	features   map[int][]byte
	begin      int64       // of the records
	size       int64       // of the records
	cut        error       // why the last record is incomplete; nothing is written after it
	compressor *compressor // nil where the records stay uncompressed
	// late are features that are complete only at the end: they are behind everything else, and
	// replace those before the records.
	late map[int][]byte
}

// createOptions are how a file is made: whether it may replace another, and whether its records
// stay uncompressed.
type createOptions struct{ force, plain bool }

const (
	fileMagic      = "PERFILE2"
	fileHeaderSize = 104
	sectionSize    = 16 // {u64 offset, u64 size}
	// spareMagic is behind the spare table, and just before the records. Only Threadlens knows it
	// (ingest/perfdata).
	spareMagic = "TLSPARE1"
)

// createFile begins the file with the descriptions of events, whose ids are known, and with
// features by number. Recordings hold names, command lines and addresses of all users, so only
// their owner may read them. Its records are compressed unless they are to be plain.
func createFile(path string, o createOptions, events []*event, features map[int][]byte) (*file, error) {
	f, err := save.Create(path, save.Options{Force: o.force, Mode: save.Private, Keeps: true})
	if err != nil {
		return nil, err
	}
	w := &file{f: f, events: events, features: features}
	if !o.plain {
		if w.compressor, err = newCompressor(); err != nil {
			return nil, errors.Join(err, f.Drop())
		}
		w.features[featCompressed] = w.compressor.feature()
	}
	head := w.head(unfinished)
	w.begin = int64(len(head))
	if _, err := f.Write(head); err != nil {
		return nil, errors.Join(err, f.Drop())
	}
	return w, nil
}

// unfinished replaces the length of the records while more may come.
const unfinished = 0

// head is everything before the records, whose length it holds.
func (w *file) head(size int64) []byte {
	var ids, attrs block
	at := uint64(fileHeaderSize)
	for _, e := range w.events {
		attrs.raw(attrBytes(&e.attr))
		attrs.u64(at+uint64(len(ids)), uint64(8*len(e.ids)))
		ids.u64(e.ids...)
	}
	at += uint64(len(ids))
	described := at + uint64(len(attrs))
	bits := slices.Sorted(maps.Keys(w.features))
	var set, length uint64
	for _, bit := range bits {
		set |= 1 << bit
		length += uint64(len(w.features[bit]))
	}
	padding := -length % 8
	begin := described + length + padding + uint64(len(bits)*sectionSize+len(spareMagic))
	var b block
	b.raw([]byte(fileMagic))
	b.u64(fileHeaderSize, uint64(len(attrs)/len(w.events)))
	b.u64(at, uint64(len(attrs)))
	b.u64(begin, uint64(size))
	b.u64(0, 0) // event types, obsolete
	b.u64(set, 0, 0, 0)
	b.raw(ids)
	b.raw(attrs)
	for _, bit := range bits {
		b.raw(w.features[bit])
	}
	b.raw(make([]byte, padding))
	b.raw(w.table())
	b.raw([]byte(spareMagic))
	return b
}

// table is where the features are, by number.
func (w *file) table() []byte {
	at := uint64(fileHeaderSize)
	for _, e := range w.events {
		at += uint64(8*len(e.ids)) + uint64(unsafe.Sizeof(e.attr)) + sectionSize
	}
	var b block
	behind := uint64(w.begin + w.size + int64(len(w.features)*sectionSize))
	for _, bit := range slices.Sorted(maps.Keys(w.features)) {
		size := uint64(len(w.features[bit]))
		if late := w.late[bit]; late != nil {
			b.u64(behind, uint64(len(late)))
			behind += uint64(len(late))
		} else {
			b.u64(at, size)
		}
		at += size
	}
	return b
}

func attrBytes(a *unix.PerfEventAttr) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(a)), unsafe.Sizeof(*a))
}

// append writes records, piece after piece. After an incomplete record nothing more is written,
// since it could not be read.
func (w *file) append(pieces ...[]byte) error {
	if w.cut == nil && w.compressor != nil {
		compressed, err := w.compressor.compress(pieces)
		pieces, w.cut = [][]byte{compressed}, err
	}
	for _, p := range pieces {
		if w.cut != nil {
			break
		}
		var n int
		n, w.cut = w.f.Write(p)
		w.size += int64(n)
	}
	return w.cut
}

// change replaces a feature by another of the same length.
func (w *file) change(feature int, payload []byte) error {
	if len(payload) != len(w.features[feature]) {
		return fmt.Errorf("record: the section for feature %d of the perf.data file has %d bytes and cannot be replaced by one of %d bytes", feature, len(w.features[feature]), len(payload))
	}
	w.features[feature] = payload
	_, err := w.f.WriteAt(w.head(unfinished), 0)
	return err
}

// finish writes the table of features behind the records, stores its place in the header, and gives
// the file its name.
func (w *file) finish() error {
	if w.compressor != nil {
		w.features[featCompressed] = w.compressor.feature()
	}
	_, err := w.f.Write(w.table())
	for _, bit := range slices.Sorted(maps.Keys(w.late)) {
		if err == nil {
			_, err = w.f.Write(w.late[bit])
		}
	}
	if err == nil {
		_, err = w.f.WriteAt(w.head(w.size), 0)
	}
	if err == nil {
		err = w.f.Commit()
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// block is a buffer in the byte order of this machine.
type block []byte

func (b *block) raw(p []byte) { *b = append(*b, p...) }

func (b *block) u32(values ...uint32) {
	for _, v := range values {
		*b = binary.NativeEndian.AppendUint32(*b, v)
	}
}

func (b *block) u64(values ...uint64) {
	for _, v := range values {
		*b = binary.NativeEndian.AppendUint64(*b, v)
	}
}

// text is a string with its length before it and zeros behind, as in features.
func (b *block) text(s string) {
	const unit = 64
	size := (len(s) + unit) / unit * unit
	b.u32(uint32(size))
	b.padded(s, size)
}

// padded is a string padded with zeros to size bytes.
func (b *block) padded(s string, size int) {
	*b = append(*b, s...)
	*b = append(*b, make([]byte, size-len(s))...)
}

// line is a string with a zero behind it.
func (b *block) line(s string) { *b = append(append(*b, s...), 0) }
