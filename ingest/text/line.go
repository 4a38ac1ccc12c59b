package text

import (
	"bufio"
	"fmt"
	"strconv"

	"threadlens/model"
)

// Writer writes events in the text format. Info is written before the first event, except for losses, diagnostics,
// modules, and the counts of records and of events by process, which Close writes because a source may learn them late.
// Stacks are written before their first use and numbered in that order.
type Writer struct {
	w      *bufio.Writer
	info   *model.Info
	tables *model.Tables
	line   []byte
	stacks map[model.StackID]uint64
	begun  bool
	err    error // the first error; nothing is written after it
}

// statement begins a line.
func (w *Writer) statement(keyword string) { w.line = append(w.line[:0], keyword...) }

// end writes the line.
func (w *Writer) end() {
	w.line = append(w.line, '\n')
	if len(w.line) > maxLine {
		w.fail("a line of %d bytes is too long to be read back: the limit is %d bytes", len(w.line), maxLine)
	}
	if w.err == nil {
		_, w.err = w.w.Write(w.line)
	}
}

func (w *Writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("text: "+format, args...)
	}
}

func (w *Writer) words(words ...string) {
	for _, s := range words {
		w.line = appendWord(append(w.line, ' '), s)
	}
}

func (w *Writer) key(key string) {
	w.line = append(append(append(w.line, ' '), key...), '=')
}

func (w *Writer) setting(key, text string) {
	if text != "" {
		w.key(key)
		w.line = appendWord(w.line, text)
	}
}

func (w *Writer) number(key string, n int64) {
	if n != 0 {
		w.key(key)
		w.line = strconv.AppendInt(w.line, n, 10)
	}
}

func (w *Writer) address(key string, n int64) {
	if n != 0 {
		w.key(key)
		w.line = appendHex(w.line, uint64(n))
	}
}

func (w *Writer) flag(key string, on bool) {
	if on {
		w.key(key)
		w.line = append(w.line, '1')
	}
}

// time prints t as a word of its own.
func (w *Writer) time(t model.Time) {
	if len(w.line) > 0 {
		w.line = append(w.line, ' ')
	}
	if t > maxTime || t < -maxTime {
		w.fail("a time of %d ns is out of range: the text format holds times up to 73 years", int64(t))
	}
	w.line = appendTime(w.line, t)
}

func (w *Writer) timeSetting(key string, t model.Time) {
	if t != 0 {
		w.key(key)
		w.line = appendTime(w.line, t)
	}
}

func (w *Writer) tid(t model.TID) { w.line = appendTID(append(w.line, ' '), t) }

// tidSetting prints t unless it is what a reader assumes without the setting.
func (w *Writer) tidSetting(key string, t, none model.TID) {
	if t != none {
		w.key(key)
		w.line = appendTID(w.line, t)
	}
}

func (w *Writer) pidSetting(pid uint32) {
	if pid != model.NoPID {
		w.key("pid")
		w.line = appendPID(w.line, pid)
	}
}

func (w *Writer) name(id model.StringID) { w.words(w.tables.Strings.Get(id)) }

func (w *Writer) nameSetting(key string, id model.StringID) {
	w.setting(key, w.tables.Strings.Get(id))
}

func appendTID(dst []byte, t model.TID) []byte {
	switch t {
	case model.IdleTID:
		return append(dst, "idle"...)
	case model.NoTID:
		return append(dst, '-')
	}
	return strconv.AppendUint(dst, uint64(t), 10)
}

func appendPID(dst []byte, pid uint32) []byte {
	if pid == model.NoPID {
		return append(dst, '-')
	}
	return strconv.AppendUint(dst, uint64(pid), 10)
}
