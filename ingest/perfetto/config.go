package perfetto

import (
	"bytes"
	"slices"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/model"
)

// Fields of a configuration, down to that of the kernel's events.
const (
	configSources fieldNum = 2
	sourceConfig  fieldNum = 1
	sourceFtrace  fieldNum = 100
	ftraceCalls   fieldNum = 18 // the system calls that are recorded, all if there are none
	ftraceThreads fieldNum = 35 // the threads whose events are recorded
	ftraceCPUs    fieldNum = 37 // the CPUs
)

// restricted is what of the kernel's events was recorded, as the configuration says.
type restricted struct {
	calls []string // the system calls, all if there are none
	some  bool     // the events of some threads or CPUs only
}

// config reads a configuration.
func (s *scan) config(b []byte) {
	eachBlock(b, configSources, func(source []byte) {
		eachBlock(source, sourceConfig, func(config []byte) {
			eachBlock(config, sourceFtrace, s.restricted.read)
		})
	})
}

// eachBlock passes the texts or messages of a field to take.
func eachBlock(b []byte, n fieldNum, take func([]byte)) {
	for m := over(b); m.next(); {
		if m.num == n && m.bytes() {
			take(m.data)
		}
	}
}

// read reads the configuration of the kernel's events.
func (r *restricted) read(b []byte) {
	for m := over(b); m.next(); {
		switch m.num {
		case ftraceCalls:
			if name := bytes.TrimPrefix(m.data, []byte("sys_")); len(r.calls) < maxListed {
				r.calls = append(r.calls, string(name[:min(len(name), maxNameBytes)]))
			}
		case ftraceThreads, ftraceCPUs:
			r.some = true
		}
	}
}

// recorded is what was recorded throughout: if it is absent from the file, it did not happen.
func (r *restricted) recorded(events []model.SourceEvent) model.Recorded {
	rec := linuxsched.Recorded(events)
	switch {
	case r.some:
		return model.Recorded{}
	case rec.AllCalls && len(r.calls) > 0:
		rec.AllCalls = false
		for _, name := range r.calls {
			rec.Calls = append(rec.Calls, name, name+":exit")
		}
		slices.Sort(rec.Calls)
		rec.Calls = slices.Compact(rec.Calls)
	}
	return rec
}
