package perfdata

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// meta is what a file contains about itself besides its records.
type meta struct {
	header
	events  eventTable
	tracing *tracepoint.Data
	descs   []eventDesc // the events' names, in the order of the attrs

	release, arch string
	processor     string
	cpusOnline    uint32
	cpusAvail     uint32
	places        model.Info // of which only the topology is used
	command       []string
	recorder      uint32      // the process that recorded, 0 when unknown
	keptFrom      uint64      // clock time from which on all events were kept, 0 for all
	faultsLeftOut uint64      // by the recorder
	eventCost     uint64      // what recording an event cost, ns of CPU time, 0 when unknown
	descriptors   []openFile  // those open at the start
	kernel        kernelTable // functions named in the recording
	around        recordedSurroundings
	disks         map[uint64]string // names of block devices by their numbers
	excerpt       excerptMark       // what the file was cut from
	sections      []featureSection  // where the features are
	resolution    uint64            // of the clock, ns
	buildIDs      map[string]string // in hexadecimal, by path
	wall          [2]uint64         // time of day and clock at one instant, ns
	wallKnown     bool

	handles  map[*tracepoint.Format]handle
	sampling *event // the event by which execution is sampled
	diags    diagnostics
}

// featureSection is the place of a feature.
type featureSection struct {
	section
	bit int
}

// eventDesc is an event's name from the EVENT_DESC feature.
type eventDesc struct {
	typ    uint32
	config uint64
	name   string
}

// readMeta reads attrs and features of a file, or of a pipe's first records.
func readMeta(in *input) (*meta, error) {
	h, err := readHeader(in.r, in.size)
	if err != nil {
		return nil, err
	}
	m := &meta{header: *h, handles: map[*tracepoint.Format]handle{}}
	if in.cut != nil {
		m.diags.unread("perf.data", in.cut)
	}
	m.events.order, m.events.idsLeft = h.order, maxIDs
	if h.pipe {
		err = m.readPipe(in)
	} else {
		err = m.readFile(in)
	}
	if err != nil {
		return nil, err
	}
	if len(m.events.list) == 0 {
		return nil, errors.New("perf.data: the file has no descriptions of events (attrs): it is truncated, or nothing was recorded")
	}
	m.events.finish()
	m.nameEvents()
	return m, nil
}

func (m *meta) readFile(in *input) error {
	attrs, err := in.read(m.attrs.off, m.attrs.size)
	if err != nil {
		return fmt.Errorf("perf.data: attrs: %w", err)
	}
	for at := m.attrs.off; int64(len(attrs)) >= m.attrSize; at += m.attrSize {
		entry := attrs[:m.attrSize]
		attrs = attrs[m.attrSize:]
		a, _, err := parseAttr(entry[:m.attrSize-16], m.order)
		if err != nil {
			return fmt.Errorf("perf.data: attr at %#x: %w", at, err)
		}
		c := wire.NewCursor(entry[m.attrSize-16:], m.order)
		off, size := c.U64(), c.U64()
		if size > uint64(m.events.idsLeft)*8 {
			return fmt.Errorf("perf.data: the attr at %#x has more event ids than the limit of %d", at, maxIDs)
		}
		ids, err := in.read(int64(off&(1<<62-1)), int64(size))
		if err != nil {
			return fmt.Errorf("perf.data: ids of the attr at %#x: %w", at, err)
		}
		if err := m.events.add(a, ids); err != nil {
			return fmt.Errorf("perf.data: attr at %#x: %w", at, err)
		}
	}
	return m.readFeatures(in)
}

// readFeatures reads the feature sections behind the data. They are missing when perf was killed:
// the data section then has no size.
func (m *meta) readFeatures(in *input) error {
	at := m.data.end()
	if m.data.size == 0 {
		m.data.size = in.size - m.data.off
		n, ok := m.spareTable(in)
		if !ok {
			m.diags.warn("killed", "perf was killed before it finished the file: event names, the number of CPUs "+
				"and perf's command line are missing; what was recorded until then is shown")
			return nil
		}
		m.diags.warn("killed", "Threadlens was killed before it finished the file; what was recorded until then is shown")
		at = n
	}
	for bit := 0; bit <= featLast; bit++ {
		if !m.has(bit) {
			continue
		}
		entry, err := in.read(at, 16)
		if err != nil {
			m.diags.unread("perf.data: the sections after the data (event names, CPUs and others) are missing", err)
			return nil
		}
		at += 16
		c := wire.NewCursor(entry, m.order)
		off, size := c.U64(), c.U64()
		m.sections = append(m.sections, featureSection{section{int64(off & (1<<62 - 1)), int64(min(size, maxSection+1))}, bit})
		if !wanted(bit) {
			continue
		}
		payload, err := in.read(int64(off&(1<<62-1)), int64(min(size, maxSection+1)))
		if err == nil {
			err = m.feature(bit, payload)
		}
		if errors.Is(err, errDirectory) {
			return err
		}
		if err != nil {
			m.diags.unread(fmt.Sprintf("perf.data: feature section %d at %#x", bit, off), err)
		}
	}
	return nil
}

// spareMagic ends the table of features that recordings of Threadlens have before the data, in case
// the one behind it is never written (ingest/record).
const spareMagic = "TLSPARE1"

// recorderMagic begins the description of the recorder in such a recording.
const recorderMagic = "TLRECORD"

// spareTable is where that table begins; ok is false without one.
func (m *meta) spareTable(in *input) (at int64, ok bool) {
	n := 0
	for _, word := range m.features {
		n += bits.OnesCount64(word)
	}
	end := m.data.off - int64(len(spareMagic))
	at = end - int64(n)*16
	if at < m.attrs.end() {
		return 0, false
	}
	magic, err := in.read(end, int64(len(spareMagic)))
	return at, err == nil && string(magic) == spareMagic
}

// readPipe collects the records that stand for attrs and features in a file
// written to a pipe.
func (m *meta) readPipe(in *input) error {
	w := newWindow(in, m.data)
	s := &stream{win: w, order: m.order}
	for {
		rec, ok := s.cut()
		if !ok {
			return nil // the first pass reaches the same end and reports it
		}
		at := w.at()
		w.skip(int64(len(rec)))
		if err := m.pipeRecord(in, s, rec, at); err != nil {
			return err
		}
	}
}

func (m *meta) pipeRecord(in *input, s *stream, rec []byte, at int64) error {
	body := rec[recordHeader:]
	switch typ := m.order.U32(rec); {
	case typ == recHeaderAttr:
		a, n, err := parseAttr(body, m.order)
		if err == nil {
			err = m.events.add(a, body[n:])
		}
		if err != nil {
			return fmt.Errorf("perf.data: record HEADER_ATTR at %#x: %w", at, err)
		}
	case typ == recBuildID:
		m.buildID(m.order.U16(rec[4:]), body)
	case typ == recFeature && len(body) >= 8:
		if bit := m.order.U64(body); bit <= featLast && wanted(int(bit)) {
			return m.pipeFeature("HEADER_FEATURE", at, int(bit), body[8:], nil)
		}
	case typ == recTracingData && len(body) >= 4:
		n := int64(m.order.U32(body))
		block, err := in.read(s.win.at(), n)
		s.win.skip((n + 7) &^ 7)
		return m.pipeFeature("HEADER_TRACING_DATA", at, featTracingData, block, err)
	case typ == recAuxTrace && len(body) >= 8:
		s.win.skip(int64(min(m.order.U64(body), uint64(s.win.left()))))
	}
	return nil
}

// pipeFeature notes a feature that came as a record; err means that it could not be read.
func (m *meta) pipeFeature(record string, at int64, bit int, payload []byte, err error) error {
	if err == nil {
		err = m.feature(bit, payload)
	}
	if err != nil && !errors.Is(err, errDirectory) {
		m.diags.unread(fmt.Sprintf("perf.data: record %s at %#x", record, at), err)
		err = nil
	}
	return err
}

// errDirectory refuses recordings in several files.
var errDirectory = errors.New("perf.data: this is one part of a recording in several files " +
	"(perf record --threads): record again without --threads to get a single file")

// wanted reports whether feature reads the payload of a feature.
func wanted(bit int) bool {
	switch bit {
	case featTracingData, featBuildID, featOSRelease, featArch, featNrCPUs, featCPUDesc, featCmdline, featEventDesc,
		featClockID, featDirFormat, featClockData, featCPUTopology, featNUMATopology, featHybridTopology, featRecorder, featDescriptors, featKernel, featSurroundings, featDisks, featExcerpt:
		return true
	}
	return false
}

// feature notes the payload of one feature.
func (m *meta) feature(bit int, payload []byte) error {
	c := wire.NewCursor(payload, m.order)
	switch bit {
	case featTracingData:
		d, err := tracepoint.ParseData(payload)
		if d != nil && m.tracing == nil {
			m.tracing = d
		}
		return err
	case featBuildID:
		return m.readBuildIDs(payload)
	case featOSRelease, featArch, featCPUDesc:
		*map[int]*string{featOSRelease: &m.release, featArch: &m.arch, featCPUDesc: &m.processor}[bit] = text(c)
	case featNrCPUs:
		m.cpusAvail, m.cpusOnline = c.U32(), c.U32()
	case featCmdline:
		m.command = words(c)
	case featEventDesc:
		return m.eventDescs(c)
	case featClockID:
		m.resolution = c.U64()
	case featRecorder, featDescriptors, featKernel, featSurroundings, featDisks, featExcerpt:
		m.ownFeature(bit, c)
	case featDirFormat:
		return errDirectory
	case featClockData:
		c.Skip(8) // version, clock id
		m.wall = [2]uint64{c.U64(), c.U64()}
		m.wallKnown = c.Err() == nil && m.wall[0] != 0
	default:
		return m.topology(bit, c)
	}
	return c.Err()
}

// ownFeature notes a feature that only files of Threadlens have.
func (m *meta) ownFeature(bit int, c *wire.Cursor) {
	switch bit {
	case featRecorder:
		m.recordedBy(c)
	case featDescriptors:
		m.descriptors = openFiles(c)
	case featKernel:
		m.kernel = kernelFunctions(c)
	case featSurroundings:
		m.around = surroundingsOf(c)
	case featDisks:
		m.disks = diskNames(c)
	case featExcerpt:
		m.excerpt = excerptOf(c)
	}
}

// words reads a command line.
func words(c *wire.Cursor) (list []string) {
	for n := min(c.U32(), maxArgs); n > 0 && c.Err() == nil; n-- {
		list = append(list, text(c))
	}
	return list
}

// recordedBy reads what a recording of Threadlens contains about its recorder.
func (m *meta) recordedBy(c *wire.Cursor) {
	if string(c.Block(uint64(len(recorderMagic)))) != recorderMagic {
		return
	}
	id := c.U64()
	if id >= linuxsched.MaxTID {
		return
	}
	m.recorder = uint32(id)
	for _, v := range []*uint64{&m.keptFrom, &m.faultsLeftOut, &m.eventCost} {
		if c.Left() >= 8 { // older recordings contain less
			*v = c.U64()
		}
	}
	if m.eventCost > uint64(model.MostEventCost) {
		m.eventCost = 0 // damaged
	}
}

// text reads a string of a feature: length with padding, then bytes.
func text(c *wire.Cursor) string {
	return string(wire.Text(c.Block(uint64(c.U32()))))
}

func (m *meta) eventDescs(c *wire.Cursor) error {
	n, size := c.U32(), c.U32()
	for ; n > 0 && c.Err() == nil && len(m.descs) < maxAttrs; n-- {
		a, _, err := parseAttr(c.Block(uint64(size)), m.order)
		if err != nil && c.Err() == nil {
			return err
		}
		ids := c.U32()
		name := text(c)
		c.Block(uint64(ids) * 8)
		if c.Err() == nil {
			m.descs = append(m.descs, eventDesc{a.typ, a.config, name})
		}
	}
	return c.Err()
}

// kernelVersion is the recorded kernel's version, 0.0 when unknown.
func (m *meta) kernelVersion() (major, minor int) {
	a, rest, _ := strings.Cut(m.release, ".")
	b, _, _ := strings.Cut(rest, ".")
	major, _ = strconv.Atoi(a)
	minor, _ = strconv.Atoi(strings.TrimRight(b, "-+abcdefghijklmnopqrstuvwxyz"))
	return major, minor
}
