package scenario

import (
	"bytes"
	"testing"
	"time"
)

// TestS39Events: the contents of an ETW event.
func TestS39Events(t *testing.T) {
	if got, want := etwTraits(), "\x16\x00Threadlens.Scenario\x00"; string(got) != want {
		t.Errorf("traits %q, want %q", got, want)
	}
	const schema = "\x4a\x00\x00Step\x00Span\x00\x09Parent\x00\x09Correlation\x00\x09ElapsedNS\x00\x09CPUNS\x00\x09Name\x00\x82\x23"
	if got := etwSchema(step); string(got[2:]) != schema[2:] || int(got[0]) != len(got) {
		t.Errorf("schema %q, want %q", got, schema)
	}
	m := mark{kind: step, name: "a", id: 1, parent: 2, correlation: 3, took: Took{Elapsed: 4, CPU: 5 * time.Nanosecond, Measured: true}}
	number := func(n byte) []byte { return []byte{n, 0, 0, 0, 0, 0, 0, 0} }
	want := bytes.Join([][]byte{number(1), number(2), number(3), number(4), number(5), []byte("a\x00")}, nil)
	if got := appendEvent(nil, &m); !bytes.Equal(got, want) {
		t.Errorf("fields %x, want %x", got, want)
	}
	m.took.Measured = false
	copy(want[32:], bytes.Repeat([]byte{0xff}, 8))
	if got := appendEvent(nil, &m); !bytes.Equal(got, want) {
		t.Errorf("without CPU time %x, want %x", got, want)
	}
	if one, two, none := etwActivity(7, 1), etwActivity(8, 1), etwActivity(7, 0); one == two || none != [16]byte{} {
		t.Errorf("activities %x, %x, %x", one, two, none)
	}
}
