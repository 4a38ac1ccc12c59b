package perfetto

import (
	"reflect"
	"testing"

	"threadlens/model"
)

// TestRestricted: a trace claims only the calls that its configuration records, and none if only some
// threads or CPUs are.
func TestRestricted(t *testing.T) {
	const sysEnter, sysExit = 329, 330
	events := ftrace(0, kernelEvent(10, 1, sysEnter, num(1, 202)), kernelEvent(20, 1, sysExit, num(1, 202)))
	config := func(fields ...[]byte) []byte {
		return pack(0, txt(fieldConfig, num(1, 1), txt(configSources, txt(sourceConfig, str(1, "linux.ftrace"), txt(sourceFtrace, fields...)))))
	}
	for _, c := range []struct {
		what   string
		config []byte
		want   model.Recorded
	}{
		{"no configuration", nil, model.Recorded{AllCalls: true}},
		{"all calls", config(str(1, "raw_syscalls/sys_enter")), model.Recorded{AllCalls: true}},
		{"two calls", config(str(ftraceCalls, "sys_read"), str(ftraceCalls, "futex")), model.Recorded{Calls: []string{"futex", "futex:exit", "read", "read:exit"}}},
		{"a call twice", append(config(str(ftraceCalls, "sys_read")), config(str(ftraceCalls, "sys_read"))...), model.Recorded{Calls: []string{"read", "read:exit"}}},
		{"a thread", config(num(ftraceThreads, 7)), model.Recorded{}},
		{"a CPU", config(str(ftraceCPUs, "1")), model.Recorded{}},
	} {
		if got := decode(t, file(c.config, events)).Info().Recorded; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
	without := decode(t, file(config(str(ftraceCalls, "sys_read")), ftrace(0, switched(10, 1, 0, 2)))).Info().Recorded
	if !reflect.DeepEqual(without, model.Recorded{}) {
		t.Errorf("%+v of a trace without calls", without)
	}
	s := scan{}
	for range maxListed + 1 {
		s.restricted.read(str(ftraceCalls, "sys_read"))
	}
	if n := len(s.restricted.calls); n != maxListed {
		t.Errorf("%d calls listed", n)
	}
}
