package cut_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/cut"
	"threadlens/ingest/text"
	"threadlens/model"
)

const secret = `threadlens-trace 1
cpus 1
os linux
command "/home/me/secretapp --key=hidden"
group /secretgroup 1ms 10ms 0us 0 0 0us 1ms 1 0 0us
around 10 /home/me/secretapp --key=hidden at=0us group=/secretgroup
process 10 secretapp target
thread 1 pid=10 name=secretmain
module secretapp path=/home/me/secretapp buildid=abcd
module libc.so.6 path=/lib/libc.so.6
stack 1 kernel!schedule at=0x1 kernel=1 libc.so.6!read secretapp!secretfunction runtime.gopark secretapp!secretmain
10us cpu0 switch 1 idle wait linux=S stack=1
20us cpu0 mark 1 begin secretmarker id=7
30us cpu0 io 1 25us read dev=sda bytes=512 file=/home/me/secretfile
40us cpu0 call 1 enter futex
50us cpu0 fault 1 45us hard file=/home/me/secretfile
60us cpu0 irq 61us isr routine=timer
diagnostic warning lost "events of secretapp were lost"
`

// TestAnonymize: names that say whose program it was are numbered, the same name always alike; what
// the system names stays.
func TestAnonymize(t *testing.T) {
	r, err := text.Parse("secret", []byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	var events []model.Event
	err = r.Events(t.Context(), func(batch []model.Event, _ model.Time) error { events = append(events, batch...); return nil })
	if err != nil {
		t.Fatal(err)
	}
	trace := model.Build(r.Info(), r.Tables(), r.Prepass(), events)
	part := cut.File{Trace: trace, Window: model.Range{From: 0, To: 100_000}}
	part.Anonymize(func(module string) bool { return module == "libc.so.6" })
	var out bytes.Buffer
	if err := part.Write(t.Context(), &out, r); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"secret", "hidden", "/home", "abcd"} {
		if i := strings.Index(out.String(), word); i >= 0 {
			t.Errorf("%s is still in\n%.200s", word, out.String()[i:])
		}
	}
	for _, line := range []string{
		`10us cpu0 switch 1 idle wait linux=S stack=1`,
		`20us cpu0 mark 1 begin "marker 1" id=7`,
		`30us cpu0 io 1 25us read dev=sda bytes=512 file="file 1"`,
		`40us cpu0 call 1 enter futex`,
		`50us cpu0 fault 1 45us hard file="file 1"`,
		`60us cpu0 irq 61us isr routine=timer`,
		`module "module 1"`,
		`module libc.so.6`,
		`diagnostic warning lost "events of module 1 were lost"`,
		`stack 1 "kernel!schedule" at=0x1 kernel=1 "libc.so.6!read" "module 1!function 2" "runtime.gopark" "module 1!function 1"`,
	} {
		if !slices.Contains(strings.Split(out.String(), "\n"), line) {
			t.Errorf("%s is not in\n%s", line, out.String())
		}
	}
	if _, err := text.Parse("out", out.Bytes()); err != nil {
		t.Error(err)
	}
}
