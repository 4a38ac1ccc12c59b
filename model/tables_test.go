package model

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTables: what each reason, state and call means. THREADLENS_UPDATE=1 rewrites the
// list.
func TestTables(t *testing.T) {
	const golden = "testdata/tables.txt"
	var b strings.Builder
	for i := range windowsReasons {
		r := &windowsReasons[i]
		fmt.Fprintf(&b, "windows %d %s %v/%v weak=%v\n", i, r.name, r.cat, r.sub, r.weak)
	}
	for _, s := range linuxStates {
		fmt.Fprintf(&b, "linux %s %v %v\n", s.letter, s.out, s.sub)
	}
	for _, r := range goReasons {
		fmt.Fprintf(&b, "go %q %v %v\n", r.text, r.out, r.sub)
	}
	for _, v := range [][2]int{{4, 1}, {4, 2}, {4, 7}, {4, 8}, {4, 13}, {4, 14}, {6, 0}} {
		fmt.Fprintf(&b, "kernel %d.%d %v\n", v[0], v[1], LinuxStateTable(v[0], v[1]))
	}
	names := make([]string, 0, len(callKinds))
	for name := range callKinds {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		k := callKinds[name]
		fmt.Fprintf(&b, "call %s %v/%v verb=%d weak=%v known=%v op=%v\n", name, k.cat, k.sub, k.verb, k.weak, k.known, k.op)
	}
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestOtherReasons: a reason of another system is not a Linux state.
func TestOtherReasons(t *testing.T) {
	for _, r := range []Reason{0, WindowsReason(2), reasonGo, reasonLinux | Reason(len(linuxStates))} {
		if out, sub, known := LinuxSwitchOut(r, false, NoPrio, NoPrio); out != OutWait || sub != SubUnknown || known {
			t.Errorf("%#x: %v %v %v", uint32(r), out, sub, known)
		}
	}
	if p := (&Info{}).Place(0); p != (Place{Socket: -1, Node: -1, Core: -1}) {
		t.Errorf("a processor of which nothing is known stands at %+v", p)
	}
}
