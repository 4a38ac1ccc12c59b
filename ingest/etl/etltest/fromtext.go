package etltest

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"threadlens/ingest/text"
	"threadlens/model"
)

// Versions are the versions of a file's kernel records. Zero means the version that the file's
// system writes.
type Versions struct {
	Switch, Thread, Process, Image, Disk uint16
}

// TextOptions are the kind of file that FromText composes.
type TextOptions struct {
	// Config is the file. Number of CPUs, wall clock, trace end and losses come from the text where
	// they are zero.
	Config   Config
	Style    Style
	Versions Versions
	// Keys writes stacks by key, with the definitions at the end.
	Keys bool
	// Managed lists the modules whose frames become CLR methods instead of parts of an image.
	Managed []string
	// Source writes markers as events of an EventSource, not TraceLogging.
	Source bool
	// HeaderTells means that readers take the thread of an EVENT_HEADER record as the one that ran
	// on the record's CPU. Only then can a file show who occupied a CPU on which no switch follows.
	HeaderTells bool
}

// Composed is a file made from a text.
type Composed struct {
	File   *Memory
	Config Config // with its defaults and the settings in the text
	// Info, Tables and Events are the trace that the file expresses: the text's events without the
	// omissions, in the order of the text. Reading the file must give a model equal to one built
	// from them.
	Info   model.Info
	Tables *model.Tables
	Events []model.Event
	// Omissions is what the text contains and the file cannot, in order.
	Omissions []Omission
	// Exact means that no omission is visible: text.WriteSegments prints the same for the text's
	// events as for Events.
	Exact bool
	// Frames are the addresses that the functions of stacks and interrupts got, ascending.
	Frames []PlacedFrame
}

// Omission is one fact of a text that a file cannot hold.
type Omission struct {
	Time   model.Time
	CPU    model.CPU
	Kind   model.Kind
	What   string
	Detail bool // concerns names, arguments and the like, not a thread's state
}

// String describes the omission for a test's message.
func (o Omission) String() string {
	return fmt.Sprintf("%dns cpu%d kind %d: %s", o.Time, o.CPU, o.Kind, o.What)
}

// PlacedFrame is a function and its address.
type PlacedFrame struct {
	Addr             uint64
	Module, Function string
	Managed          bool
}

// Bytes is the file as a sequential recording.
func (c *Composed) Bytes() []byte { return c.File.Bytes() }

// FromText composes a file with the same meaning as src, a text in the Threadlens format. The error
// is that of the text, or explains what is wrong with the configuration.
//
// Some facts have no record of their own. That a thread or the idle thread runs on a CPU (exists …
// state=running) is written as an event of ProviderWitness by it; a loss as a classic record
// LostEvent at its start, the last one of its buffer, and LostBuffer at its end, the first one of a
// buffer with the flags of a loss; marks are events of ProviderMarks with the opcodes OpStart,
// OpStop, OpStep and OpInfo and the ids of ActivityID; the trace's end is an EndExtension record.
func FromText(name string, src []byte, opt TextOptions) (*Composed, error) {
	r, err := text.Parse(name, src)
	if err != nil {
		return nil, err
	}
	var events []model.Event
	err = r.Events(context.Background(), func(batch []model.Event, _ model.Time) error {
		events = append(events, batch...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	whole := build(*r.Info(), r.Tables(), events)
	c := newConverter(r, opt, whole.End)
	c.convert(c.pairInterrupts(events))
	file, err := c.compose()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	done := &Composed{
		File: file, Config: c.cfg, Info: c.info, Tables: r.Tables(), Events: c.out,
		Omissions: c.omissions, Frames: c.symbols.frames(),
	}
	done.Exact = bytes.Equal(segments(whole), segments(build(c.info, r.Tables(), c.out)))
	return done, nil
}

// Text is the trace that the file expresses, in the text format: FromText turns it into an equal
// file without visible omissions.
func (c *Composed) Text() ([]byte, error) {
	var b bytes.Buffer
	w := text.NewWriter(&b, &c.Info, c.Tables)
	if err := w.Events(c.Events); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

func build(info model.Info, tables *model.Tables, events []model.Event) *model.Trace {
	return model.Build(&info, tables, model.PrepassOf(info.CPUs, events), events)
}

func segments(t *model.Trace) []byte {
	var b bytes.Buffer
	text.WriteSegments(&b, t) // cannot fail: b does not
	return b.Bytes()
}

// item is a record on its way to the file.
type item struct {
	cpu   int
	stamp int64
	rec   Record
	cut   bool // the buffer ends after it, and events are lost
}

// converter turns the events of a text into records.
type converter struct {
	opt     TextOptions
	cfg     Config
	mk      Maker
	tables  *model.Tables
	info    model.Info
	end     model.Time
	symbols symbols

	out       []model.Event
	items     []item
	omissions []Omission

	pids    map[model.TID]uint32 // last known process of each thread
	occ     []model.TID          // occupant of each CPU
	irqs    [][]model.Event      // interrupts of each CPU
	waking  bool                 // wakes come in pairs, the first of which counts
	name    model.StringID       // of the thread whose existence is being written
	roughly bool                 // a time that is not a whole tick occurred

	files  map[model.StringID]uint64
	disks  map[model.StringID]uint32
	keys   map[string]uint64
	defs   []item
	users  []uint32 // processes with stacks
	tasks  []string // of markers
	lost   int64
	losses uint32
	irp    uint64
}

func newConverter(r *text.Reader, opt TextOptions, end model.Time) *converter {
	c := &converter{
		opt: opt, cfg: opt.Config, tables: r.Tables(), info: *r.Info(), end: end,
		pids: map[model.TID]uint32{}, files: map[model.StringID]uint64{},
		disks: map[model.StringID]uint32{}, keys: map[string]uint64{}, irp: 0xFFFFE00000000000,
	}
	c.cfg.CPUs = max(c.cfg.CPUs, c.info.CPUs)
	if c.cfg.Wall.IsZero() {
		c.cfg.Wall = c.info.StartWall
	}
	c.cfg = c.cfg.withDefaults()
	c.mk = c.cfg.Maker(opt.Style)
	c.setVersions()
	setDefault(&c.cfg.End, c.cfg.Ticks(int64(end)))
	c.info.End = model.Time(c.cfg.NS(c.cfg.End))
	c.info.OS = model.OS{Family: "windows", Machine: c.info.OS.Machine}
	c.info.StartWall = c.cfg.Wall
	c.info.CPUs = c.cfg.CPUs
	c.occ = make([]model.TID, c.cfg.CPUs)
	c.irqs = make([][]model.Event, c.cfg.CPUs)
	for cpu := range c.occ {
		c.occ[cpu] = model.NoTID
	}
	c.symbols = newSymbols(c.tables, c.cfg.PointerSize, opt.Managed)
	return c
}

// setVersions fills in what the file's system writes.
func (c *converter) setVersions() {
	v := &c.opt.Versions
	system := int(c.cfg.Major)<<8 | int(c.cfg.Minor)
	pick := func(version *uint16, old, vista, eight, ten uint16) {
		switch {
		case system >= 10<<8:
			setDefault(version, ten)
		case system >= 6<<8|2:
			setDefault(version, eight)
		case system >= 6<<8:
			setDefault(version, vista)
		default:
			setDefault(version, old)
		}
	}
	pick(&v.Switch, 2, 2, 3, 4)
	pick(&v.Thread, 2, 3, 3, 3)
	pick(&v.Process, 1, 3, 4, 4)
	pick(&v.Image, 1, 2, 2, 3)
	pick(&v.Disk, 2, 2, 3, 3)
}

// compose writes the records in the order of time; those of one CPU keep their order where times
// are equal.
func (c *converter) compose() (*Memory, error) {
	slices.SortStableFunc(c.items, func(a, b item) int { return cmp.Compare(a.stamp, b.stamp) })
	setDefault(&c.cfg.EventsLost, uint32(max(c.lost, c.info.LostEvents)))
	setDefault(&c.cfg.BuffersLost, uint32(max(int64(c.losses), c.info.LostBuffers)))
	c.info.LostEvents, c.info.LostBuffers = int64(c.cfg.EventsLost), int64(c.cfg.BuffersLost)
	file := &Memory{}
	w, err := NewWriter(file, c.cfg)
	if err != nil {
		return nil, err
	}
	for i := range c.items {
		it := &c.items[i]
		if err := w.Put(it.cpu, it.rec); err != nil {
			return nil, err
		}
		if it.cut {
			if err := w.Flush(it.cpu); err != nil {
				return nil, err
			}
			w.Lose(it.cpu, true)
		}
	}
	return file, w.Close()
}

// tick is the record time of t, and t as converted back from that tick.
func (c *converter) tick(t model.Time) (int64, model.Time) {
	tick := c.cfg.Ticks(int64(t))
	exact := model.Time(c.cfg.NS(tick))
	if exact != t && !c.roughly {
		c.roughly = true
		c.omissions = append(c.omissions, Omission{Time: t, What: "times that are no whole ticks of the clock"})
	}
	return tick, exact
}

func (c *converter) put(cpu model.CPU, stamp int64, r Record) {
	c.items = append(c.items, item{cpu: int(cpu), stamp: stamp, rec: r})
}

// omit notes an omission that changes what the threads seem to do.
func (c *converter) omit(e *model.Event, what string) {
	c.omissions = append(c.omissions, Omission{Time: e.Time, CPU: e.CPU, Kind: e.Kind, What: what})
}

// detail notes an omission of a name, an argument or the like.
func (c *converter) detail(e *model.Event, when bool, what string) {
	if when {
		c.omissions = append(c.omissions, Omission{Time: e.Time, CPU: e.CPU, Kind: e.Kind, What: what, Detail: true})
	}
}
