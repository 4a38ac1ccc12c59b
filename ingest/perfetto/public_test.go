package perfetto

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// counted is what an independent decoder found in a public trace.
type counted struct {
	packets, events map[string]int64
	idle, threads   []string // as the lines of the file
	values          map[string]string
}

// truthOf reads what was found.
func truthOf(text string) counted {
	c := counted{packets: map[string]int64{}, events: map[string]int64{}, values: map[string]string{}}
	for line := range strings.Lines(text) {
		w := strings.Fields(line)
		switch {
		case len(w) == 3 && w[0] == "packet":
			c.packets[w[1]], _ = strconv.ParseInt(w[2], 10, 64)
		case len(w) == 3 && w[0] == "ftrace":
			c.events[w[1]], _ = strconv.ParseInt(w[2], 10, 64)
		case len(w) == 4 && w[0] == "idle":
			c.idle = append(c.idle, w[2]+" "+w[3])
		case len(w) > 6 && w[0] == "thread":
			n := len(w)
			c.threads = append(c.threads, strings.Join([]string{w[1], w[n-6], w[n-5], w[n-4], w[n-3], w[n-2]}, " "))
		case len(w) > 1:
			c.values[w[0]] = strings.Join(w[1:], " ")
		}
	}
	return c
}

// work is what the events of a trace say about a thread.
type work struct{ in, out, ran, woken, wakes int64 }

// occupant is the thread of a CPU since a time.
type occupant struct {
	tid   model.TID
	since int64
}

// works sums up the events by thread, and the idle time by CPU.
func (d *decoded) works() (threads map[model.TID]*work, idle map[model.CPU]int64) {
	threads, idle = map[model.TID]*work{}, map[model.CPU]int64{}
	of := func(tid model.TID) *work {
		if threads[tid] == nil {
			threads[tid] = &work{}
		}
		return threads[tid]
	}
	cpus := map[model.CPU]occupant{}
	for i := range d.events {
		e := &d.events[i]
		switch {
		case e.Kind == model.KindSwitch:
			o, ok := cpus[e.CPU]
			if ok && o.tid == e.TID {
				ran := int64(e.Time) - o.since
				of(e.TID).ran += ran
				if e.TID == model.IdleTID {
					idle[e.CPU] += ran
				}
			}
			of(e.TID).out++
			of(e.Other).in++
			cpus[e.CPU] = occupant{e.Other, int64(e.Time)}
		case e.Kind == model.KindWake && e.Wake == model.WakeWaking:
			of(e.TID).woken++
			of(e.Other).wakes++
		}
	}
	return threads, idle
}

// TestPublic compares public traces with what an independent decoder found in them.
func TestPublic(t *testing.T) {
	for _, name := range []string{
		"mspt_androidGpu.pftrace", "mspt_perfetto_trace_cpu_sampling_not_scoped.pftrace", "mspt_test_trace.perfetto-trace",
	} {
		t.Run(name, func(t *testing.T) {
			d := decode(t, readertest.Linux(t, "public", "perfetto", name))
			want := truthOf(string(readertest.Linux(t, "public", "perfetto", name+".truth.txt")))
			d.comparePublic(t, &want)
		})
	}
}

func (d *decoded) comparePublic(t *testing.T, want *counted) {
	t.Helper()
	delete(want.packets, "(none)") // of a kind that the decoder did not know
	for _, e := range d.Info().SourceEvents {
		list := want.events
		if e.Provider == formatName {
			list = want.packets
		}
		if list[e.Name] != e.Count && e.Name != packetNames[76] {
			t.Errorf("%d of %s, expected %d", e.Count, e.Name, list[e.Name])
		}
		delete(list, e.Name)
	}
	if len(want.packets)+len(want.events) > 0 {
		t.Errorf("missing: %v, %v", want.packets, want.events)
	}
	if v := d.Info().OS.Version; v != want.values["release"] {
		t.Errorf("release %q, expected %q", v, want.values["release"])
	}
	threads, idle := d.works()
	for _, line := range want.threads {
		tid, _ := strconv.ParseUint(strings.Fields(line)[0], 10, 32)
		w := threads[model.TID(tid)]
		if w == nil {
			w = &work{}
		}
		got := fmt.Sprintf("%d %d %d %d %d %d", tid, w.in, w.out, w.ran, w.woken, w.wakes)
		if tid == 0 {
			got = fmt.Sprintf("%d %d %d - %d %d", tid, w.in, w.out, w.woken, w.wakes)
		}
		if got != line {
			t.Errorf("thread %s, expected %s", got, line)
		}
	}
	for _, line := range want.idle {
		cpu, _ := strconv.Atoi(strings.Fields(line)[0])
		if got := fmt.Sprintf("%d %d", cpu, idle[model.CPU(cpu)]); got != line {
			t.Errorf("idle CPU %s, expected %s", got, line)
		}
	}
}

// TestPublicSamples: the samples of a real trace have their stacks, the outermost frame first in the
// file.
func TestPublicSamples(t *testing.T) {
	d := decode(t, readertest.Linux(t, "public", "perfetto", "mspt_perfetto_trace_cpu_sampling_not_scoped.pftrace"))
	samples, kernel := 0, 0
	for i := range d.events {
		e := &d.events[i]
		if e.Kind != model.KindSample {
			continue
		}
		samples++
		if strings.Contains(d.stack(e.Stack), "entry_SYSCALL") || strings.Contains(d.stack(e.Stack), "do_syscall_64") {
			kernel++
		}
	}
	if samples != 742-58 || kernel == 0 {
		t.Errorf("%d samples, %d in a system call", samples, kernel)
	}
	if n := len(d.trace.Samples); n != samples {
		t.Errorf("the model has %d samples", n)
	}
	processes := 0
	for i := range d.trace.Processes {
		if d.trace.Processes[i].PID != model.NoPID {
			processes++
		}
	}
	if processes < 200 {
		t.Errorf("%d processes", processes)
	}
}
