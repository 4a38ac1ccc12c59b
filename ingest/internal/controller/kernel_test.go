package controller

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
)

// kernelFake is a machine with a session of the kernel.
type kernelFake struct {
	fake
	b       Block // the session's current settings
	updates bool  // an update has an effect
	sets    bool  // setting the flags has an effect
}

func (f *kernelFake) Control(handle uint64, name string, b *Block, what Control) Code {
	if c := f.call(map[Control]string{ControlQuery: "QUERY", ControlStop: "STOP", ControlUpdate: "UPDATE"}[what]); c != 0 {
		return c
	}
	if handle != 0 || name != KernelLogger { // it is controlled by its name
		return 6
	}
	switch {
	case what == ControlUpdate && f.updates:
		f.b.EnableFlags, f.b.MaximumBuffers = b.EnableFlags, b.MaximumBuffers
	case what == ControlQuery:
		*b = f.b
	}
	return 0
}

func (f *kernelFake) Set(handle uint64, what Info, data []byte) Code {
	if c := f.call("SET"); c != 0 {
		return c
	}
	if f.sets && handle == 99 && what == InfoFlags && len(data) == 32 {
		f.b.EnableFlags = binary.LittleEndian.Uint32(data)
	}
	return 0
}

func newKernelFake(updates, sets bool) *kernelFake {
	f := &kernelFake{b: *newBlock(), updates: updates, sets: sets}
	f.b.BufferSize, f.b.MaximumBuffers, f.b.EnableFlags, f.b.Node.HistoricalContext = 64, 20, 0x10000003, 99
	return f
}

// TestEnable: one of two ways makes the kernel record switches, and what it recorded before it
// still records.
func TestEnable(t *testing.T) {
	const flags = FlagSwitch | FlagDispatcher
	for _, x := range []struct {
		name          string
		updates, sets bool
		fail          map[string]Code
		calls         []string
		err           string
	}{
		{"update", true, false, nil, []string{"QUERY", "QUERY", "UPDATE", "QUERY"}, ""},
		{"set", false, true, nil, []string{"QUERY", "QUERY", "UPDATE", "QUERY", "SET", "QUERY"}, ""},
		{"set after an error", false, true, map[string]Code{"UPDATE": 87}, []string{"QUERY", "QUERY", "UPDATE", "SET", "QUERY"}, ""},
		{"neither", false, false, nil, nil, "the session “NT Kernel Logger” does not record all requested events (requested flags: 0x810)"},
		{
			"both fail", false, false,
			map[string]Code{"UPDATE": 87, "SET": 120},
			nil,
			"TraceSetInformation(TraceSystemTraceEnableFlagsInfo) failed: this version of Windows lacks the called " +
				"system function (Windows error 120); before that, ControlTraceW(UPDATE) failed: Windows rejected a " +
				"parameter of the call (Windows error 87)",
		},
		{"gone", true, true, map[string]Code{"QUERY 2": 4201}, nil, "ControlTraceW(QUERY) failed: the tracing session no longer exists (Windows error 4201)"},
	} {
		f := newKernelFake(x.updates, x.sets)
		f.fail = x.fail
		s, err := Adopt(f)
		if err != nil {
			t.Fatal(err)
		}
		if err = s.Enable(flags, 512); x.err != "" {
			if err == nil || err.Error() != x.err {
				t.Errorf("%s: %v", x.name, err)
			}
			continue
		}
		if err != nil || f.b.EnableFlags != 0x10000813 || !slices.Equal(f.calls, x.calls) {
			t.Errorf("%s: %v, flags %#x after %v", x.name, err, f.b.EnableFlags, f.calls)
		}
		if x.updates && f.b.MaximumBuffers != 512 {
			t.Errorf("%d buffers", f.b.MaximumBuffers)
		}
	}
}

// TestAdopt: a session that does not exist, or reports nothing, is an error.
func TestAdopt(t *testing.T) {
	f := newKernelFake(true, true)
	f.b.BufferSize = 0
	if _, err := Adopt(f); err != errSilent {
		t.Error(err)
	}
	f.fail = map[string]Code{"QUERY": 5}
	if _, err := Adopt(f); err == nil || !strings.HasPrefix(err.Error(), "ControlTraceW(QUERY) failed: ") {
		t.Error(err)
	}
}
