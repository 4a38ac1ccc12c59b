package counters

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
)

// readSadf reads what sadf -d writes: sections, each with a header
//
//	# hostname;interval;timestamp;CPU;%user;%nice;...
//
// and rows of the same fields. Times are in UTC by default, and numbers of seconds with -U.
func readSadf(source string, b *builder) (int, mistake) {
	var header []string
	return lines(source, func(_ int, line string) mistake {
		line = strings.TrimSpace(line)
		if line == "" {
			return ""
		}
		fields := strings.SplitN(line, ";", maxFields)
		if strings.HasPrefix(line, "#") {
			if len(fields) < 4 {
				return "expected a header such as # hostname;interval;timestamp;..."
			}
			if !slices.Equal(fields, header) {
				header = fields
				b.section()
			}
			return ""
		}
		return sadfRow(b, header, fields)
	})
}

func sadfRow(b *builder, header, fields []string) mistake {
	if len(fields) >= 4 && strings.HasPrefix(fields[3], "LINUX-RESTART") {
		return ""
	}
	if len(fields) != len(header) {
		return mistake("expected " + strconv.Itoa(len(header)) + " fields as in the header, got " + strconv.Itoa(len(fields)))
	}
	interval, cause := seconds(fields[1], 1e9)
	if cause != "" {
		return cause
	}
	t, cause := sadfTime(b, fields[2])
	if cause == "" {
		cause = b.sample(t, max(interval, unknownInterval))
	}
	if cause != "" {
		return cause
	}
	return b.figures(header[3:], fields[3:])
}

// sadfTime reads "2026-01-31 12:00:00 UTC", the same without a zone, which is then the recording
// machine's, or a number of seconds.
func sadfTime(b *builder, text string) (model.Time, mistake) {
	if utc, ok := strings.CutSuffix(text, " UTC"); ok {
		return parseInstant(utc, "2006-01-02 15:04:05")
	}
	if !strings.Contains(text, " ") {
		return seconds(text, 1e9)
	}
	b.file.Clock = model.CounterLocal
	return parseInstant(text, "2006-01-02 15:04:05")
}

// figures adds the values of one row of sysstat: for CPUs how busy they were, and what a hypervisor
// took from them; for processes their use; anything else unchanged.
func (b *builder) figures(names, fields []string) mistake {
	switch {
	case names[0] == "CPU":
		return b.processorFigures(names, fields)
	case slices.Contains(names, "PID") || slices.Contains(names, "TGID"):
		return b.processFigures(names, fields)
	}
	instance := ""
	for i, name := range names {
		if _, _, cause := number(fields[i]); cause != "" {
			if i > 0 {
				return cause
			}
			instance = fields[0] + " "
			continue
		}
		if cause := b.add(model.CounterSeries{Name: instance + name}, fields[i]); cause != "" {
			return cause
		}
	}
	return ""
}

// add adds the value of a series that may be new.
func (b *builder) add(s model.CounterSeries, field string) mistake {
	if s.Subject != model.CounterProcess {
		s.PID = model.NoPID
	}
	if s.Subject != model.CounterProcessor {
		s.CPU = model.NoCPU
	}
	i, cause := b.series(s)
	if cause != "" {
		return cause
	}
	return b.field(i, field)
}

// processorFigures adds the time that a CPU, or all of them, were not idle, and the time stolen
// from them. A CPU whose thread waits for a disk is idle.
func (b *builder) processorFigures(names, fields []string) mistake {
	s := model.CounterSeries{Subject: model.CounterMachine, Scale: model.ScaleMachine}
	cpu := fields[0]
	if cpu != "all" && cpu != "-1" {
		n, err := strconv.ParseUint(cpu, 10, 16)
		if err != nil || n >= model.MaxCPUs {
			return mistake("expected a CPU number, got " + quote(cpu))
		}
		s.Subject, s.CPU = model.CounterProcessor, model.CPU(n)
	} else {
		cpu = "all"
	}
	free, known := 0.0, false
	for i, name := range names {
		switch name {
		case "%idle", "%iowait":
			v, gap, cause := number(fields[i])
			if cause != "" {
				return cause
			}
			free, known = free+v, known || !gap && name == "%idle"
		case "%steal":
			if cause := b.add(model.CounterSeries{Name: "CPU " + cpu + " %steal", Scale: model.ScaleMachine}, fields[i]); cause != "" {
				return cause
			}
		}
	}
	if !known {
		return ""
	}
	s.Name = "CPU " + cpu + " %busy"
	return b.add(s, strconv.FormatFloat(100-free, 'f', 2, 64))
}

// processFigures adds the use of a process, and how long it waited for a CPU. Rows of single
// threads are left out: a trace knows them better.
func (b *builder) processFigures(names, fields []string) mistake {
	field := func(name string) string {
		if i := slices.Index(names, name); i >= 0 {
			return fields[i]
		}
		return ""
	}
	id := cmp.Or(field("PID"), field("TGID"))
	if tid := field("TID"); tid != "" && tid != "-" {
		return ""
	}
	pid, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return mistake("expected a process id, got " + quote(id))
	}
	process := field("Command")
	for _, name := range []string{"%CPU", "%wait"} {
		s := model.CounterSeries{Name: process + " " + id + " " + name, Scale: model.ScaleCore}
		if name == "%CPU" {
			s.Subject, s.Process, s.PID = model.CounterProcess, process, uint32(pid)
		}
		if text := field(name); text != "" {
			if cause := b.add(s, text); cause != "" {
				return cause
			}
		}
	}
	return ""
}
