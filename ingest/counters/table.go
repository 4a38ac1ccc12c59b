package counters

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"threadlens/model"
)

// readTable reads CSV with a header and times in the first column, whose name may contain the unit
// of numbers (time_ms); without one they are seconds, from the start of the trace or, from 1e8 on,
// from 1970. Times of day are possible too (2026-01-31T12:00:00Z). The other columns are counters,
// unless they are the figures of a hypervisor about its guests: vm, vcpus, used, ready, interval.
func readTable(source string, b *builder) (int, mistake) {
	r := newCSV(source, separator(source))
	header, line, cause := r.next()
	if cause != "" || header == nil {
		return line, cause
	}
	if _, gap, cause := number(header[0]); len(header) < 2 || cause == "" && !gap {
		return line, "expected a header that names the time column and at least one counter"
	}
	t := table{b: b, unit: timeUnit(header[0])}
	row := t.counters(header)
	if h, ok := hostColumns(header); ok {
		b.file.Kind = "host figures"
		row = func(fields []string) mistake { return t.hostRow(h, fields) }
	}
	for {
		fields, line, cause := r.next()
		if cause == "" && fields != nil && len(fields) != len(header) {
			cause = mistake(fmt.Sprintf("expected %d fields as in the header, got %d", len(header), len(fields)))
		}
		if cause == "" && fields != nil {
			cause = row(fields)
		}
		if cause != "" || fields == nil {
			return line, cause
		}
	}
}

// separator is the most frequent separator of fields in the first line.
func separator(source string) rune {
	first, _, _ := strings.Cut(strings.TrimLeft(source, "\r\n"), "\n")
	best, most := ',', 0
	for _, c := range []rune{',', ';', '\t'} {
		if n := strings.Count(first, string(c)); n > most {
			best, most = c, n
		}
	}
	return best
}

// timeUnit is the unit of a column of times, in ns.
func timeUnit(name string) float64 {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune("_ ()[]", c) })
	for unit, ns := range map[string]float64{"ns": 1, "us": 1e3, "µs": 1e3, "ms": 1e6} {
		if slices.Contains(words, unit) {
			return ns
		}
	}
	return float64(time.Second)
}

// table reads rows of CSV.
type table struct {
	b     *builder
	unit  float64 // of times, ns
	known bool    // the clock is known
}

// sinceEpoch is the time, in 1973, from which on a number cannot be relative to the start of a
// trace.
const sinceEpoch model.Time = 1e8 * 1e9

// time reads the time of a row. All rows must count from the same instant.
func (t *table) time(text string) (model.Time, mistake) {
	text = strings.TrimSpace(text)
	clock := model.CounterFromStart
	at, cause := seconds(text, t.unit)
	if cause == "" && at >= sinceEpoch {
		clock = model.CounterUTC
	}
	if cause != "" {
		clock = model.CounterUTC
		if at, cause = parseInstant(text, time.RFC3339, "2006-01-02 15:04:05Z07:00"); cause != "" {
			clock = model.CounterLocal
			at, cause = parseInstant(text, "2006-01-02T15:04:05", "2006-01-02 15:04:05")
		}
	}
	if cause != "" {
		return 0, cause
	}
	if t.known && clock != t.b.file.Clock {
		return 0, "the format or time zone of the time differs from the lines above"
	}
	t.known, t.b.file.Clock = true, clock
	return at, ""
}

// counters makes the series of the columns after the time.
func (t *table) counters(header []string) func([]string) mistake {
	return func(fields []string) mistake {
		at, cause := t.time(fields[0])
		if cause == "" {
			cause = t.b.sample(at, unknownInterval)
		}
		for i := 1; i < len(fields) && cause == ""; i++ {
			cause = t.b.add(named(header[i]), fields[i])
		}
		return cause
	}
}

// named finds what a counter of any other source is about by its name: the use of all CPUs, unless
// the name contains a core.
func named(name string) model.CounterSeries {
	s := model.CounterSeries{Name: strings.TrimSpace(name)}
	low := strings.ToLower(name)
	share := strings.Contains(low, "%") || strings.Contains(low, "percent")
	if !share || !strings.Contains(low, "cpu") && !strings.Contains(low, "processor") {
		return s
	}
	s.Subject, s.Scale = model.CounterMachine, model.ScaleMachine
	if strings.Contains(low, "core") {
		s.Scale = model.ScaleCore
	}
	return s
}

// host is the columns of a hypervisor's figures, -1 for missing ones.
type host struct{ guest, processors, used, ready, interval int }

// hostColumns finds the columns of a hypervisor's figures.
func hostColumns(header []string) (h host, ok bool) {
	find := func(names ...string) int {
		return slices.IndexFunc(header, func(name string) bool {
			return slices.Contains(names, strings.ToLower(strings.TrimSpace(name)))
		})
	}
	h = host{
		find("vm", "guest"), find("vcpus", "vcpu"), find("used", "used_percent", "used %"),
		find("ready", "ready_ms", "ready ms"), find("interval", "interval_s", "interval_ms"),
	}
	return h, h.guest > 0 && (h.used > 0 || h.ready > 0)
}

// hostRow adds the figures about a guest: its use in percent of one CPU of the host, and its ready
// time in ms, both for all its virtual CPUs together. Intervals are in s, or in ms where seconds
// are implausible: monitors refresh every few seconds or minutes.
func (t *table) hostRow(h host, fields []string) mistake {
	at, cause := t.time(fields[0])
	if cause != "" {
		return cause
	}
	interval := unknownInterval
	if h.interval >= 0 {
		if interval, cause = hostInterval(fields[h.interval]); cause != "" {
			return cause
		}
	}
	if cause := t.b.sample(at, interval); cause != "" {
		return cause
	}
	s := model.CounterSeries{Subject: model.CounterGuest, Guest: strings.TrimSpace(fields[h.guest])}
	if h.processors >= 0 {
		n, err := strconv.ParseUint(strings.TrimSpace(fields[h.processors]), 10, 16)
		if err != nil || n == 0 || n > model.MaxCPUs {
			return mistake("expected a number of CPUs, got " + quote(fields[h.processors]))
		}
		s.Processors = int(n)
	}
	if h.used >= 0 {
		s.Name, s.Scale = s.Guest+" used", model.ScaleCore
		if cause := t.b.add(s, fields[h.used]); cause != "" {
			return cause
		}
	}
	if h.ready < 0 {
		return ""
	}
	s.Name, s.Scale = s.Guest+" ready", model.ScaleReady
	return t.readyTime(s, fields[h.ready])
}

// readyTime adds a time in ms.
func (t *table) readyTime(s model.CounterSeries, field string) mistake {
	v, gap, cause := number(field)
	if cause != "" {
		return cause
	}
	if math.Abs(v) > float64(maxTime)/1e6 {
		return mistake("expected a time in ms, got " + quote(field))
	}
	if !gap {
		field = strconv.FormatFloat(v*1e6, 'f', -1, 64)
	}
	return t.b.add(s, field)
}

// longestSeconds is the longest interval of a monitor that counts as a number of seconds: two
// hours.
const longestSeconds model.Time = 7200 * 1e9

func hostInterval(field string) (model.Time, mistake) {
	d, cause := seconds(field, 1e9)
	if cause != "" {
		return 0, cause
	}
	if d < 0 {
		return 0, mistake("expected an interval of at least 0, got " + quote(field))
	}
	if d > longestSeconds {
		d /= 1000
	}
	return d, ""
}
