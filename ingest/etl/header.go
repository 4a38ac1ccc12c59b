package etl

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"time"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

var le = binary.LittleEndian

// ErrFormat is wrapped by the error for a file that is not an ETL file.
var ErrFormat = errors.New("not an ETL file")

// Sniff reports whether head is the beginning of an ETL file: a first buffer whose first record is
// a valid log-file header.
func Sniff(head []byte) bool {
	_, err := readHeader(head)
	return err == nil
}

// headBytes is how much of a file is read to find its header: the buffer's
// header, the record's, the payload and its two names.
const headBytes = 4096

// fileHeader is what the first buffer of a file contains.
type fileHeader struct {
	payload.LogFileHeader
	start       int64 // t0, ticks
	stride      uint32
	compression uint16
}

// readHeader reads the header from the first bytes of a file.
func readHeader(head []byte) (h fileHeader, err error) {
	if len(head) < bufferHeader+systemHeader {
		return h, fmt.Errorf("%w: the file has only %d bytes", ErrFormat, len(head))
	}
	rec := head[bufferHeader:]
	kind, size := rec[2], int(le.Uint16(rec[4:]))
	switch {
	case rec[3] != structured || kind != 1 && kind != 2 || le.Uint16(rec[6:]) != 0:
		return h, fmt.Errorf("%w: the first record at %#x is not a log-file header", ErrFormat, bufferHeader)
	case le.Uint32(head) < bufferHeader+systemHeader || size < systemHeader || size > len(rec):
		return h, fmt.Errorf("%w: the log-file header should have %d bytes, but its buffer has only %d", ErrFormat, size, le.Uint32(head))
	}
	l := payload.Layout{Version: le.Uint16(rec), Wide: kind == 2}
	if !h.Decode(rec[systemHeader:size], l) || !h.plausible() {
		return h, fmt.Errorf("%w: the log-file header is invalid", ErrFormat)
	}
	h.start = int64(le.Uint64(rec[16:]))
	h.stride = le.Uint32(head)
	h.compression = le.Uint16(head[0x2C:])
	if h.LogFileMode&payload.ModeCompressed != 0 {
		h.stride = 0
	}
	return h, nil
}

func (h *fileHeader) plausible() bool {
	pointer := h.PointerSize == 4 || h.PointerSize == 8
	return pointer && h.Processors > 0 && h.Major >= 4 && h.Major <= 20 && h.PerfFreq >= 0
}

// Ticks a second of clocks whose header does not contain it.
const (
	systemFreq  = 10_000_000 // units of 100 ns
	defaultFreq = 10_000_000 // of the performance counter of current systems
)

// frequency is the speed of the file's clock, in ticks a second. told is false when the header
// lacks it, so that it is guessed.
func (h *fileHeader) frequency() (freq uint64, told bool) {
	switch {
	case h.ClockType == payload.ClockSystem:
		return systemFreq, true
	case h.ClockType == payload.ClockCPU && h.CPUMHz > 0:
		return uint64(h.CPUMHz) * 1_000_000, true
	case h.ClockType == payload.ClockCPU || h.PerfFreq <= 0:
		return defaultFreq, false
	}
	return uint64(h.PerfFreq), true
}

// filetimeUnix is 1970-01-01 as a FILETIME: units of 100 ns since 1601.
const filetimeUnix = 116444736000000000

// wall is a FILETIME as a time of day; the zero time when it is not set.
func wall(filetime int64) time.Time {
	if filetime < filetimeUnix {
		return time.Time{}
	}
	d := filetime - filetimeUnix
	return time.Unix(d/10_000_000, d%10_000_000*100).UTC()
}

// span is how far records may be from the file's start, ns.
func (h *fileHeader) span() model.Time {
	d := h.EndTime - h.StartTime
	if h.StartTime <= 0 || d <= 0 || d > int64(maxSpan)/100 {
		return maxSpan
	}
	return model.Time(d)*100 + endSlack
}

// agree returns why a file cannot belong to the same recording as the first one, nil if it can: its
// clock must be of the same kind and speed and have shown the same at the same time of day.
func (h *fileHeader) agree(first *fileHeader) error {
	f, _ := first.frequency()
	g, _ := h.frequency()
	if h.ClockType != first.ClockType || f != g {
		return fmt.Errorf("its clock (type %d, %d Hz) differs from the clock of the first file (type %d, %d Hz)",
			h.ClockType, g, first.ClockType, f)
	}
	ticks := float64(h.start) - float64(first.start)
	day := (float64(h.StartTime) - float64(first.StartTime)) / systemFreq
	if off := day - ticks/float64(f); math.Abs(off) > maxDrift {
		return fmt.Errorf("its clock differs from that of the first file by %.0f s: the file is from another boot or another computer", off)
	}
	return nil
}

// maxDrift is by how many seconds the time of day may have been set, or drifted
// against the counter, between the starts of files that belong together.
const maxDrift = 60
