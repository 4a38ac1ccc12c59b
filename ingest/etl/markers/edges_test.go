package markers

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// TestTaskTables: which events of the .NET libraries are which markers, with which numbers.
// THREADLENS_UPDATE=1 rewrites the list.
func TestTaskTables(t *testing.T) {
	const golden = "testdata/tasks.txt"
	var b strings.Builder
	for _, x := range []struct {
		name string
		list tasks
	}{
		{"parallel", parallelTasks},
		{"tpl", tplTasks},
		{"dataflow", dataflowTasks},
		{"plinq", plinqTasks},
		{"sync", syncTasks},
		{"context", contextTasks},
		{"perfview", perfViewTasks},
	} {
		for _, id := range slices.Sorted(maps.Keys(x.list)) {
			k := x.list[id]
			fmt.Fprintf(&b, "%s %d %s kind=%d id=%+v parent=%+v text=%d\n", x.name, id, k.name, k.kind, k.id, k.parent, k.text)
		}
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

// TestLengthOfNames: a name of up to maxMark bytes stays whole, a longer one is cut.
func TestLengthOfNames(t *testing.T) {
	for _, from := range []int{0, 5} {
		front := strings.Repeat("x", from)
		for n, cut := range map[int]bool{maxMark - 1: false, maxMark: false, maxMark + 1: true, 2 * maxMark: true} {
			whole := front + strings.Repeat("n", n)
			got := string(finish([]byte(whole), from))
			if want := from + maxMark; cut && (len(got) != want || !strings.HasSuffix(got, "n…")) || !cut && got != whole {
				t.Errorf("of %d bytes behind %d: %d, …%.9s", n, from, len(got), got[len(got)-9:])
			}
		}
	}
}

// TestFirstName: a provider keeps the first name that is reported for it.
func TestFirstName(t *testing.T) {
	var p provider
	for _, step := range [][2]string{{"", ""}, {"first", "first"}, {"", "first"}, {"second", "first"}} {
		if p.meet(step[0]); p.name != step[1] {
			t.Errorf("after %q it is %q, want %q", step[0], p.name, step[1])
		}
	}
}

// TestKindsOfSpans: an event of the SDK is of one of its kinds.
func TestKindsOfSpans(t *testing.T) {
	for kind := range len(spanEvents) + 2 {
		r := Record{ID: uint16(kind), Payload: append([]byte{byte(kind), 1, 0, 0, 0, 0, 0}, make([]byte, 9)...)}
		var f fact
		if got, want := readSpan(&r, &f), kind > 0 && kind < len(spanEvents); got != want {
			t.Errorf("kind %d: %v", kind, got)
		}
	}
}

// TestNumberedKinds: the kind of a numbered marker follows from its opcode.
func TestNumberedKinds(t *testing.T) {
	for opcode, want := range map[uint8]model.MarkKind{
		0: model.MarkFlag, opcodeStart: model.MarkBegin, opcodeStop: model.MarkEnd, opcodeOwn: model.MarkStep, opcodeMessage: model.MarkStep,
		99: model.MarkFlag,
	} {
		r := Record{Provider: payload.GUID{1}, Opcode: opcode, Payload: append(make([]byte, numberedName), "a\x00"...)}
		f := fact{kind: model.MarkBegin}
		if !readNumbered(&r, &f) || f.kind != want || string(f.narrow) != "a" {
			t.Errorf("opcode %d: %+v", opcode, f)
		}
	}
	for n, want := range map[int]bool{numberedName: false, numberedName + 1: true} {
		var f fact
		if got := readNumbered(&Record{Payload: make([]byte, n)}, &f); got != want {
			t.Errorf("%d bytes: %v", n, got)
		}
	}
}
