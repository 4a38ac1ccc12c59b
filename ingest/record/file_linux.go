package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// file is a perf.data file that is being written (tools/perf,
// perf.data-file-format.txt): a header, the descriptions of the events, the records,
// and features, which describe the machine. The header tells of records and features
// only once the file is finished; readers take what they find in one that is not.
type file struct {
	f      *os.File
	events []*event
	begin  int64 // of the records
	size   int64 // of the records
}

const (
	fileMagic      = "PERFILE2"
	fileHeaderSize = 104
	sectionSize    = 16 // {u64 offset, u64 size}
)

// createFile makes the file with the descriptions of events, whose ids are known.
func createFile(path string, force bool, events []*event) (*file, error) {
	flags := os.O_RDWR | os.O_CREATE | os.O_EXCL
	if force {
		flags = os.O_RDWR | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o644)
	if err != nil {
		return nil, err
	}
	w := &file{f: f, events: events}
	head := w.head(0, 0)
	w.begin = int64(len(head))
	if _, err := f.Write(head); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// head is all before the records, for so many bytes of them and a set of features.
func (w *file) head(size uint64, features uint64) []byte {
	var ids, attrs block
	at := uint64(fileHeaderSize)
	for _, e := range w.events {
		attrs.raw(attrBytes(&e.attr))
		attrs.u64(at+uint64(len(ids)), uint64(8*len(e.ids)))
		ids.u64(e.ids...)
	}
	at += uint64(len(ids))
	var b block
	b.raw([]byte(fileMagic))
	b.u64(fileHeaderSize, uint64(len(attrs)/len(w.events)))
	b.u64(at, uint64(len(attrs)))
	b.u64(at+uint64(len(attrs)), size)
	b.u64(0, 0) // event types, of old
	b.u64(features, 0, 0, 0)
	b.raw(ids)
	b.raw(attrs)
	return b
}

func attrBytes(a *unix.PerfEventAttr) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(a)), unsafe.Sizeof(*a))
}

// append writes records: one piece after the other.
func (w *file) append(pieces ...[]byte) error {
	for _, p := range pieces {
		n, err := w.f.Write(p)
		w.size += int64(n)
		if err != nil {
			return err
		}
	}
	return nil
}

// finish writes the features, the payloads by their bits, and then says in the
// header what there is.
func (w *file) finish(features map[int][]byte) error {
	bits := make([]int, 0, len(features))
	set := uint64(0)
	for bit := range features {
		bits = append(bits, bit)
		set |= 1 << bit
	}
	slices.Sort(bits)
	var table, payloads block
	at := uint64(w.begin+w.size) + uint64(len(bits)*sectionSize)
	for _, bit := range bits {
		table.u64(at+uint64(len(payloads)), uint64(len(features[bit])))
		payloads.raw(features[bit])
	}
	_, err := w.f.Write(append(table, payloads...))
	if err == nil {
		_, err = w.f.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = w.f.Write(w.head(uint64(w.size), set))
	}
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (w *file) close() error { return w.f.Close() }

// block is bytes that are being put together, in the order of this machine.
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

// text is a string with its length before it and zeros behind it, as features have
// them.
func (b *block) text(s string) {
	const unit = 64
	size := (len(s) + unit) / unit * unit
	b.u32(uint32(size))
	b.padded(s, size)
}

// padded is a string with zeros behind it, size bytes together.
func (b *block) padded(s string, size int) {
	*b = append(*b, s...)
	*b = append(*b, make([]byte, size-len(s))...)
}

// line is a string with a zero behind it.
func (b *block) line(s string) { *b = append(append(*b, s...), 0) }
