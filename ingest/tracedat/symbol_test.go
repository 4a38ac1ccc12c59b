package tracedat

import (
	"fmt"
	"testing"
)

func TestSymbols(t *testing.T) {
	syms := parseSymbols([]byte("0 T zero\nffff0000 t last\t[mod]\n1000 T first\n2000 D data\n3000 W second\nno address\n4000 T\n5000 T end"))
	for addr, want := range map[uint64]string{
		0: "", 0xfff: "", 0x1000: "first", 0x2fff: "first", 0x3000: "second", 0x4fff: "second", 0x5000: "end",
		0x5000 + maxFunction - 1: "end", 0x5000 + maxFunction: "",
		0xffff0000: "last mod", 0xffff0000 + maxFunction: "",
	} {
		name, module := syms.find(addr)
		got := string(name)
		if len(module) > 0 {
			got += " " + string(module)
		}
		if got != want {
			t.Errorf("%#x: %q, expected %q", addr, got, want)
		}
	}
	if name, _ := parseSymbols(nil).find(1); name != nil {
		t.Errorf("%q without symbols", name)
	}
}

func TestCmdline(t *testing.T) {
	for line, want := range map[string]string{
		"10 bash": "10 bash", "7 a b": "7 a b", "8 <...>": "", "bash": "", "9 ": "", "9": "", "": "", "-1 x": "",
		fmt.Sprint(maxTID-1, " x"): fmt.Sprint(maxTID-1, " x"), fmt.Sprint(maxTID, " x"): "",
		"99999999999999999999999 x": "",
	} {
		got := ""
		if id, name, ok := cmdline([]byte(line)); ok {
			got = fmt.Sprintf("%d %s", id, name)
		}
		if got != want {
			t.Errorf("%q: %q, expected %q", line, got, want)
		}
	}
}

func TestChosenClock(t *testing.T) {
	for text, want := range map[string]string{"local [mono] x86-tsc\n\x00": "mono", "[local] global": "local", "local": "", "[": "", "": ""} {
		if got := chosenClock([]byte(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
