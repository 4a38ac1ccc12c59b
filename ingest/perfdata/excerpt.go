package perfdata

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"threadlens/ingest/format"
	"threadlens/model"
)

// errOverwrite is the error for a part of a recording with perf record --overwrite.
var errOverwrite = errors.New("a part of a recording made with perf record --overwrite cannot be saved as a perf.data file: save it with the extension .tltxt.zst instead")

// errOwn is the error for a part of a recording of Threadlens: which calls its threads were in is
// concluded from the chains of all their events.
var errOwn = errors.New("a part of a Threadlens recording cannot be saved as a perf.data file: save it with the extension .tltxt.zst instead")

// WriteExcerpt implements format.Excerpter: it writes the samples and switches of a part of the file,
// and all that describes processes and mappings until the part ends.
func (r *Reader) WriteExcerpt(ctx context.Context, w io.Writer, part *format.Excerpt) error {
	if r.s.rings != nil {
		return errOverwrite
	}
	if r.s.m.recorder != 0 || len(r.s.m.kernel) > 0 {
		return errOwn
	}
	x := &excerpt{in: r.in, s: r.s, part: part, latest: make([]uint64, len(r.s.cpus)), chains: make([][]section, len(r.s.cpus))}
	if err := x.choose(ctx); err != nil {
		return fmt.Errorf("perf.data: %w", err)
	}
	if err := x.write(ctx, w); err != nil {
		return fmt.Errorf("perf.data: %w", err)
	}
	return nil
}

// excerpt chooses the records of a part of a file, and writes them.
type excerpt struct {
	in   *input // the file
	s    *scan  // its records
	part *format.Excerpt

	records []section   // the kernel's, in s.in
	chains  [][]section // by CPU: its switches from the last that names its thread on
	// What describes a file that was written to a pipe: records of perf, in in, and what is not in
	// records of other files.
	own         []section
	attrList    []rawAttr
	featureList []feature
	buildIDs    []byte

	latest []uint64 // the latest time met, by CPU
	first  uint64   // clock time of the first and last of the records that are chosen, 0 for none
	last   uint64
}

// choose walks through the file.
func (x *excerpt) choose(ctx context.Context) error {
	if x.s.m.pipe {
		st := newStream(x.in, section{pipeHeaderSize, x.in.size - pipeHeaderSize}, x.s.m.order)
		if err := walk(ctx, st, x.chooseOwn); err != nil {
			return err
		}
		if len(x.buildIDs) > 0 {
			x.featureList = append(x.featureList, feature{featBuildID, x.buildIDs})
		}
	}
	err := walk(ctx, newStream(x.s.in, x.s.m.data, x.s.m.order), x.chooseRecord)
	x.records = joined(x.records)
	return err
}

// joined is the union of sections, in order.
func joined(list []section) []section {
	slices.SortFunc(list, func(a, b section) int { return cmp.Compare(a.off, b.off) })
	n := 0
	for _, s := range list {
		if n > 0 && s.off <= list[n-1].end() {
			list[n-1].size = max(list[n-1].end(), s.end()) - list[n-1].off
			continue
		}
		list[n] = s
		n++
	}
	return list[:n]
}

// walk passes on the records of a stream, each with where it begins and what it takes up, including
// the data that follows outside it.
func walk(ctx context.Context, st *stream, take func(rec []byte, at section)) error {
	for n := 1; ; n++ {
		rec, pos, ok := st.next()
		if !ok {
			return nil // what is missing was reported when the file was opened
		}
		take(rec, section{pos, st.win.at() - pos})
		if n%pieceRecords == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
}

// chooseOwn chooses one of perf's own records. Those that describe the file become parts of it.
func (x *excerpt) chooseOwn(rec []byte, at section) {
	order, body := x.s.m.order, rec[recordHeader:]
	switch order.U32(rec) {
	case recEventUpdate, recIDIndex, recThreadMap, recCPUMap, recTimeConv:
		x.own = append(x.own, at)
	case recHeaderAttr:
		if _, n, err := parseAttr(body, order); err == nil {
			x.attrList = append(x.attrList, rawAttr{bytes.Clone(body[:n]), bytes.Clone(body[n:])})
		}
	case recBuildID:
		x.buildIDs = append(x.buildIDs, rec...)
	case recTracingData:
		if len(body) < 4 {
			return
		}
		if tracing, err := x.in.read(at.off+int64(len(rec)), int64(order.U32(body))); err == nil {
			x.featureList = append(x.featureList, feature{featTracingData, tracing})
		}
	case recFeature:
		if len(body) < 8 {
			return
		}
		if bit := order.U64(body); bit <= featLast && keepsFeature(int(bit)) {
			x.featureList = append(x.featureList, feature{int(bit), bytes.Clone(body[8:])})
		}
	}
}

// chooseRecord chooses a record of the kernel, and of perf's own the one that says which threads
// events belong to.
func (x *excerpt) chooseRecord(rec []byte, at section) {
	m := x.s.m
	typ := m.order.U32(rec)
	switch typ {
	case recAux, recItraceStart, recAuxHardwareID: // their data is not kept
		return
	case recLostSamples: // counts what LOST records tell the place of
		if x.s.lost > 0 {
			return
		}
	case recIDIndex:
		if !m.pipe {
			x.add(at)
		}
		return
	}
	if typ >= recUser {
		return
	}
	var it item
	timed := it.timed(&m.events, typ, rec)
	if typ == recSample && it.ev == nil {
		return
	}
	before := x.chain(typ, &it, rec, at)
	if x.wanted(typ, &it, timed, at.off) {
		x.records = append(x.records, before...)
		x.add(at)
		if timed && typ == recSample {
			x.span(it.time)
		}
	}
	if timed && typ != recLost && int(it.cpu) < len(x.latest) {
		x.latest[it.cpu] = max(x.latest[it.cpu], it.time)
	}
}

// wanted reports whether a record belongs to the part.
func (x *excerpt) wanted(typ uint32, it *item, timed bool, pos int64) bool {
	if !timed {
		return typ != recSample || x.part.Holds(format.Instant{CPU: model.CPU(it.cpu)})
	}
	if int(it.cpu) < len(x.s.cpus) {
		if _, damaged := slices.BinarySearch(x.s.cpus[it.cpu].skips, pos); damaged {
			return false
		}
	}
	at := format.Instant{CPU: model.CPU(it.cpu), Time: x.s.timeOf(it.time)}
	switch typ {
	case recSample, recSwitch, recSwitchCPUWide:
		return x.part.Holds(at)
	case recLost: // from the record before it on
		if int(it.cpu) < len(x.latest) {
			at.Time = x.s.timeOf(x.latest[it.cpu])
		}
	}
	return at.Time < x.part.Window.To || x.part.Also[at]
}

// mostChained is the number of switches in a row that do not name their threads.
const mostChained = 16

// chain notes the switches of a CPU. It returns those before a record that are needed to know which
// thread it is about: the record of a thread that has exited does not name it, nor that of a
// switch-in the one before.
func (x *excerpt) chain(typ uint32, it *item, rec []byte, at section) []section {
	names := typ == recSample && it.ev.name == "sched:sched_switch"
	if !names && typ != recSwitch && typ != recSwitchCPUWide || int(it.cpu) >= len(x.chains) {
		return nil
	}
	list := x.chains[it.cpu]
	if !names {
		var smp sample
		x.s.m.events.trailer(typ, rec, &smp)
		names = smp.misc&miscOut != 0 && model.TID(smp.tid) != model.NoTID
	}
	if names {
		x.chains[it.cpu] = append(list[:0], at)
		return nil
	}
	list = list[max(0, len(list)-mostChained):]
	x.chains[it.cpu] = append(list, at)
	return list
}

// add adds a record to the part.
func (x *excerpt) add(at section) {
	if n := len(x.records); n > 0 && x.records[n-1].end() == at.off {
		x.records[n-1].size += at.size
		return
	}
	x.records = append(x.records, at)
}

// span notes the time of a sample that is chosen.
func (x *excerpt) span(time uint64) {
	if x.first == 0 {
		x.first = time
	}
	x.first, x.last = min(x.first, time), max(x.last, time)
}
