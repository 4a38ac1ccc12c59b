package counters

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"threadlens/model"
)

// readSysstat reads what sar and pidstat print for people:
//
//	Linux 6.1.0 (host)  2026-01-31  _x86_64_  (4 CPU)
//
//	12:00:01 AM     CPU     %user ...     %idle
//	12:10:01 AM     all      0.50 ...     99.19
//
// pidstat -h has its header after "#", and may count seconds. Averages at the end are left out.
func readSysstat(source string, b *builder) (int, mistake) {
	p := sysstat{b: b}
	return lines(source, p.line)
}

type sysstat struct {
	b      *builder
	day    time.Time // of the first line
	dated  bool
	clock  dayClock
	header []string // the names of the fields behind the time
}

func (p *sysstat) line(_ int, line string) mistake {
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || words[0] == "Average:" || slices.Contains(words, "RESTART"):
		return ""
	case len(words) > maxFields:
		return "the line has too many fields"
	case words[0] == "Linux":
		return p.machine(words)
	case words[0] == "#":
		p.begin(words[min(len(words), 2):])
		return ""
	}
	before := p.clock
	t, rest, ok := p.time(words)
	if !ok {
		return mistake("expected a time of day at the start of the line, got " + quote(words[0]))
	}
	if len(rest) == 0 {
		return "the line has a time but no values"
	}
	if !isRow(rest) {
		p.clock = before
		if p.begin(rest) {
			t, _, _ = p.time(words)
			p.b.begin(t)
		}
		return ""
	}
	if p.header == nil {
		return "no header line above the values"
	}
	return p.row(t, rest)
}

// machine reads the first line for its date.
func (p *sysstat) machine(words []string) mistake {
	for _, w := range words {
		if day, ok := parseDate(w); ok {
			p.day, p.dated, p.clock = day, true, dayClock{day: day}
			return ""
		}
	}
	return "expected a date such as 2026-01-31 or 01/31/2026 in the first line"
}

// time reads the time of a line: of day, or since 1970.
func (p *sysstat) time(words []string) (t model.Time, rest []string, ok bool) {
	if n, err := strconv.ParseInt(words[0], 10, 64); err == nil && n > 0 && n < 1<<33 {
		p.b.file.Clock = model.CounterUTC
		return model.Time(n) * model.Time(time.Second), words[1:], true
	}
	if !p.dated {
		return 0, nil, false
	}
	return p.clock.read(words)
}

// isRow distinguishes figures from a header, whose fields are all names.
func isRow(fields []string) bool {
	return slices.ContainsFunc(fields, func(f string) bool {
		_, gap, cause := number(f)
		return cause == "" && !gap
	})
}

// begin handles a header, and reports whether it is a new one, with which the times start over. A
// repeated header is a new page.
func (p *sysstat) begin(header []string) (section bool) {
	if slices.Equal(header, p.header) {
		return false
	}
	p.header, p.clock = slices.Clone(header), dayClock{day: p.day}
	p.b.section()
	return true
}

// row handles the figures of a line. A command at the end may contain blanks.
func (p *sysstat) row(t model.Time, fields []string) mistake {
	n := len(p.header)
	if len(fields) < n {
		return mistake("expected " + strconv.Itoa(n) + " fields as in the header, got " + strconv.Itoa(len(fields)))
	}
	if len(fields) > n {
		if p.header[n-1] != "Command" {
			return mistake("expected " + strconv.Itoa(n) + " fields as in the header, got " + strconv.Itoa(len(fields)))
		}
		fields = append(slices.Clone(fields[:n-1]), strings.Join(fields[n-1:], " "))
	}
	if cause := p.b.sample(t, unknownInterval); cause != "" {
		return cause
	}
	return p.b.figures(p.header, fields)
}
