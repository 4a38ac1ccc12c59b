package etltest

import (
	"errors"
	"fmt"
	"math/bits"
	"time"
)

// Clock is the clock of the records' times, as the log-file header numbers it.
type Clock uint32

// The clocks.
const (
	ClockQPC    Clock = 1 // PerfFreq ticks a second
	ClockSystem Clock = 2 // FILETIME, ticks of 100 ns
	ClockCycles Clock = 3 // MHz million ticks a second
)

// Config is what kind of file to write. The zero value, completed by the defaults named here, is a
// plain 64-bit file of Windows 10.
type Config struct {
	PointerSize int         // of the log-file header, 4 or 8; default 8
	BufferSize  int         // bytes, a multiple of 8 from 1024 up; default 65536
	Compression Compression // of every buffer but the first
	CPUs        int         // default 1

	Clock    Clock     // default ClockQPC
	PerfFreq int64     // ticks a second; default 1e9, so that a tick is 1 ns
	MHz      uint32    // default 1000
	Start    int64     // time of the trace start in ticks; default depends on Clock
	End      int64     // time of the trace end in ticks; default the last record's
	Wall     time.Time // time of day at Start; default 2026-01-01T00:00:00Z
	Boot     time.Time // default an hour before Wall

	Major, Minor uint8  // of the system; default 10, 0
	Build        uint32 // default 19045 with version 10
	// Relogged makes the file look as if written by the relogger: sub-version 2.0, flush times as
	// FILETIME, and one more record after the saved bytes of the first buffer.
	Relogged bool

	EventsLost, BuffersLost uint32
	Mode                    uint32 // LogFileMode; default ModeSequential
	Session, File           string // names; default "Relogger" and "trace.etl"

	// Buffers is the number of buffers that the header claims, including the first one. Default:
	// the true number where the output can be rewritten, else 0.
	Buffers uint32
}

// Defaults of Config.
const (
	defaultBuffer = 65536
	minBuffer     = 1024
	defaultStart  = 1_000_000_000_000
)

// Modes of a log file; modePacked is added to a compressed one automatically.
const (
	ModeSequential = 0x00000001
	ModeCircular   = 0x00000002
	modePacked     = 0x04000000
)

// withDefaults fills in zero fields.
func (c Config) withDefaults() Config {
	setDefault(&c.PointerSize, 8)
	setDefault(&c.BufferSize, defaultBuffer)
	setDefault(&c.CPUs, 1)
	setDefault(&c.Clock, ClockQPC)
	setDefault(&c.PerfFreq, 1_000_000_000)
	setDefault(&c.MHz, 1000)
	if c.Major == 0 {
		c.Major, c.Minor = 10, 0
		setDefault(&c.Build, 19045)
	}
	if c.Wall.IsZero() {
		c.Wall = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	if c.Boot.IsZero() {
		c.Boot = c.Wall.Add(-time.Hour)
	}
	if c.Start == 0 {
		c.Start = defaultStart
		if c.Clock == ClockSystem {
			c.Start = filetime(c.Wall)
		}
	}
	setDefault(&c.Mode, ModeSequential)
	if c.Compression != Plain {
		c.Mode |= modePacked
	}
	setDefault(&c.Session, "Relogger")
	setDefault(&c.File, "trace.etl")
	return c
}

func setDefault[T comparable](v *T, to T) {
	var zero T
	if *v == zero {
		*v = to
	}
}

// check reports a setting of c that no file can have.
func (c *Config) check() error {
	switch {
	case c.PointerSize != 4 && c.PointerSize != 8:
		return fmt.Errorf("pointer size %d: must be 4 or 8", c.PointerSize)
	case c.BufferSize < minBuffer || c.BufferSize%8 != 0:
		return fmt.Errorf("buffer size %d: must be a multiple of 8 from %d up", c.BufferSize, minBuffer)
	case c.CPUs < 1 || c.CPUs > 1<<16:
		return fmt.Errorf("%d processors: must be 1 to 65536", c.CPUs)
	case c.Clock < ClockQPC || c.Clock > ClockCycles:
		return fmt.Errorf("clock type %d: must be 1 to 3", c.Clock)
	case c.PerfFreq < 1:
		return errors.New("frequency of the clock: must be positive")
	case int(c.Compression) >= len(compressions):
		return fmt.Errorf("compression %d: not known", c.Compression)
	}
	return nil
}

// Frequency is how many ticks of the record clock make a second.
func (c Config) Frequency() int64 {
	c = c.withDefaults()
	switch c.Clock {
	case ClockSystem:
		return 10_000_000
	case ClockCycles:
		return int64(c.MHz) * 1_000_000
	}
	return c.PerfFreq
}

// Ticks is the record time ns nanoseconds after the trace start: the first tick that a reader
// rounding down converts to ns, or to more where no tick is exactly ns.
func (c Config) Ticks(ns int64) int64 {
	c = c.withDefaults()
	return c.Start + mulDiv(ns, c.Frequency(), 1_000_000_000, true)
}

// NS is the time of a tick in nanoseconds after the trace start, rounded down.
func (c Config) NS(ticks int64) int64 {
	c = c.withDefaults()
	return mulDiv(ticks-c.Start, 1_000_000_000, c.Frequency(), false)
}

// mulDiv is a*b/d for positive b and d, rounded up or down, without overflow in
// between.
func mulDiv(a, b, d int64, up bool) int64 {
	negative := a < 0
	if negative {
		a = -a
	}
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	q, r := bits.Div64(hi%uint64(d), lo, uint64(d))
	if r != 0 && up != negative {
		q++
	}
	if negative {
		return -int64(q)
	}
	return int64(q)
}

// filetime is t in units of 100 ns since 1601.
func filetime(t time.Time) int64 {
	const unixEpoch = 116444736000000000
	return t.Unix()*10_000_000 + int64(t.Nanosecond())/100 + unixEpoch
}
