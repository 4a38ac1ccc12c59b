package etltest

import (
	"fmt"
	"io"
	"math/rand/v2"
)

// GenerateOptions describe the machine whose recording Generate writes. Zero values stand for the
// defaults named here.
type GenerateOptions struct {
	// Config is the file: by default 8 CPUs and 10 million ticks a second.
	Config Config
	Seed   uint64

	Processes  int // default 6
	Threads    int // living at any time, default 128; at least two for each CPU
	SwitchRate int // context switches a second on each CPU, default 20000
	SampleRate int // samples a second on each CPU, default 1000
	// SwitchStacks adds a stack to every context switch.
	SwitchStacks bool
}

// Generated counts what Generate wrote.
type Generated struct {
	Buffers  int64 // including the first one
	Records  int64 // without those of the first buffer
	Switches int64
	Readies  int64
	Samples  int64 // including idle ones
	Walks    int64
	DPCs     int64 // including timers
	ISRs     int64
	Starts   int64 // threads begun
	Ends     int64 // threads ended
	Threads  int64 // in the rundown
	Images   int64
	Start    int64 // ticks
	End      int64 // ticks, of the last record
}

func (o GenerateOptions) withDefaults() GenerateOptions {
	setDefault(&o.Config.CPUs, 8)
	setDefault(&o.Config.PerfFreq, 10_000_000)
	o.Config = o.Config.withDefaults()
	setDefault(&o.Processes, 6)
	setDefault(&o.Threads, 128)
	o.Threads = max(o.Threads, 2*o.Config.CPUs)
	setDefault(&o.SwitchRate, 20_000)
	setDefault(&o.SampleRate, 1000)
	return o
}

// Bounds of the buffers that Generate writes: fewer do not hold the rundown.
const (
	rundownRecord  = 200  // bytes that a record of the rundown takes at most
	generateTicks  = 60   // the least time between two switches of a CPU
	maxGenerateCPU = 4096 // CPUs, each of which fills a buffer of its own
)

// Generate writes the recording of a machine that runs a random but consistent load: every
// switch-out is of the thread that the previous switch brought in, every thread that is switched in
// was made ready after its switch-out, and threads begin and end. bytes is the size of the plain
// file, which is also how much a compressed one expands to; it is rounded to buffers, and the least
// is what the rundown takes. The same options give the same bytes.
//
// The records are written to out as they come, so that any size can be written. Where out cannot be
// written at an offset, the header has no end time.
func Generate(out io.Writer, bytes int64, opt GenerateOptions) (Generated, error) {
	opt = opt.withDefaults()
	c := &opt.Config
	if c.CPUs > maxGenerateCPU {
		return Generated{}, fmt.Errorf("%d processors: at most %d", c.CPUs, maxGenerateCPU)
	}
	if c.Frequency() < int64(generateTicks*opt.SwitchRate) {
		return Generated{}, fmt.Errorf("clock of %d ticks a second: too coarse for %d switches", c.Frequency(), opt.SwitchRate)
	}
	m := newMachine(opt)
	rundown := rundownRecord * (len(m.images) + len(m.threads) + opt.Processes)
	least := int64(2 + c.CPUs + rundown/c.BufferSize)
	buffers := max(least, bytes/int64(c.BufferSize))
	if _, ok := out.(io.WriterAt); !ok {
		c.Buffers = uint32(buffers)
	}
	w, err := NewWriter(out, *c)
	if err != nil {
		return Generated{}, err
	}
	m.w = w
	m.rundown()
	// Every CPU has an open buffer, which Close writes.
	for w.err == nil && (int64(w.buffers)+int64(c.CPUs) < buffers || m.silent > 0) {
		m.step()
	}
	m.finish()
	err = w.Close()
	m.total.Buffers = int64(w.buffers)
	m.total.Start, m.total.End = c.Start, w.last
	return m.total, err
}

// genThread is a thread of the machine; its slot is reused when it ends.
type genThread struct {
	tid     uint32
	process int
	prio    int8
}

// genCPU is a CPU of the machine.
type genCPU struct {
	next    int64 // tick of its next step
	sample  int64 // tick of its next sample
	last    int64 // of its last record
	running int   // slot of the thread, -1 for the idle one
}

// machine is the simulation. The steps of all CPUs happen one after another, so far apart that the
// records of two of them never overlap in time.
type machine struct {
	opt       GenerateOptions
	w         *Writer
	mk        Maker
	rng       *rand.Rand
	total     Generated
	processes []genProcess
	images    []Image
	at        place
	kernel    [][]byte // stacks, as addresses

	cpus     []genCPU
	threads  []genThread // by slot
	free     []int       // slots without a thread
	waiting  []int       // slots
	ready    []int       // slots, a ring
	first, n int         // of the ring
	now      int64
	steps    int64
	silent   int // CPUs that have written nothing yet
	nextTID  uint32

	mean, period int64   // ticks between switches and between samples
	p            payload // reused for every record
}

func newMachine(opt GenerateOptions) *machine {
	c := &opt.Config
	m := &machine{
		opt: opt, mk: c.Maker(StyleNative), rng: rand.New(rand.NewPCG(opt.Seed, 0x657462)),
		now: c.Start, nextTID: 4000, silent: c.CPUs,
		mean: c.Frequency() / int64(opt.SwitchRate), period: c.Frequency() / int64(opt.SampleRate),
		p: payload{ptr: c.PointerSize}, ready: make([]int, opt.Threads+1),
	}
	m.at = places[0]
	if c.PointerSize == 4 {
		m.at = places[1]
	}
	m.makeProcesses()
	for slot := range opt.Threads {
		m.threads = append(m.threads, m.born())
		m.waiting = append(m.waiting, slot)
	}
	m.free = append(m.free, opt.Threads)
	m.threads = append(m.threads, genThread{})
	m.cpus = make([]genCPU, c.CPUs)
	for i := range m.cpus {
		m.cpus[i] = genCPU{
			running: -1,
			sample:  c.Start + m.period*int64(i+1)/int64(c.CPUs),
			next:    c.Start + m.mean + m.rng.Int64N(m.mean),
		}
	}
	return m
}

func (m *machine) born() genThread {
	m.nextTID += 4
	return genThread{m.nextTID, m.rng.IntN(m.opt.Processes), int8(8 + m.rng.IntN(5))}
}

// makeReady puts a thread at the end of the queue.
func (m *machine) makeReady(slot int) {
	m.ready[(m.first+m.n)%len(m.ready)] = slot
	m.n++
}

// takeReady takes the thread at the head of the queue, -1 when it is empty.
func (m *machine) takeReady() int {
	if m.n == 0 {
		return -1
	}
	slot := m.ready[m.first]
	m.first = (m.first + 1) % len(m.ready)
	m.n--
	return slot
}
