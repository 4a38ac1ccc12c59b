//go:build linux

package harm

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"
)

// killedRun is a verb that is killed.
type killedRun struct {
	name, args string // SERVER is replaced by the address of a symbol server
	over       string // the file that it writes
	less       int    // divides how often it is killed
	free       bool   // its output differs from run to run
	fresh      string // what must not exist before
}

// TestKilled: a verb that is killed at any moment leaves the old file or the new one, complete; in
// addition at most an unfinished one, recognisable by its name.
func TestKilled(t *testing.T) {
	kills := setting(t, "THREADLENS_KILLS", 12)
	for _, v := range []killedRun{
		{name: "report", args: "report waits a.data -o out.csv --force", over: "out.csv"},
		{name: "export", args: "export threads a.data -o out.png --force", over: "out.png"},
		{name: "dump", args: "dump a.data -o out.tltxt --force", over: "out.tltxt"},
		{name: "cut", args: "cut a.data -o out.tltxt.zst --force", over: "out.tltxt.zst"},
		{name: "download", args: "symbols w.tltxt --download SERVER --folder got", over: "got/" + symbols, fresh: "got"},
		{name: "record", args: "record -o out.perf.data --force --for 100ms", over: "out.perf.data", less: 4, free: true},
	} {
		t.Run(v.name, func(t *testing.T) {
			p := newPlace(t)
			p.demo("a.data")
			p.windows("w.tltxt")
			args := strings.Fields(strings.Replace(v.args, "SERVER", p.server(), 1))
			before := p.files()
			start := time.Now()
			skipWithoutRights(t, run(t, p.command(args...)))
			takes := time.Since(start)
			complete := p.files()[v.over]
			random := rand.New(rand.NewPCG(1, uint64(len(v.name))))
			old, whole, some := 0, 0, 0
			for range kills / max(v.less, 1) {
				v.reset(p)
				p.kill(args, time.Duration(random.Int64N(int64(takes*5/4))))
				switch now, there := p.files()[v.over]; {
				case !there && v.fresh == "":
					t.Fatal("neither the old file nor the new one is there")
				case !there, now == "old":
					old++
				case now == complete, v.free && p.opens(v.over):
					whole++
				default:
					t.Fatalf("%s is neither the old file nor the new one: %d bytes", v.over, len(now))
				}
				some += p.unfinished(v.over, before)
			}
			t.Logf("%d kills within %v left the old file %d times, the new one %d times; an unfinished one as well %d times", old+whole, takes*5/4, old, whole, some)
		})
	}
}

// reset restores the old file, or removes it.
func (v *killedRun) reset(p *place) {
	p.t.Helper()
	if v.fresh == "" {
		p.write(v.over, "old")
		return
	}
	if err := os.RemoveAll(p.path(v.fresh)); err != nil {
		p.t.Fatal(err)
	}
}

// kill starts a verb and kills it after a while.
func (p *place) kill(args []string, after time.Duration) {
	p.t.Helper()
	cmd := p.command(args...)
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	time.Sleep(after)
	cmd.Process.Kill() // it may be over
	cmd.Wait()
}

// unfinished checks what else is left that did not exist before, removes it, and counts it.
func (p *place) unfinished(over string, before map[string]string) (n int) {
	p.t.Helper()
	for name, data := range p.files() {
		if _, was := before[name]; was || name == over || strings.HasSuffix(name, ".names") { // kept on purpose
			continue
		}
		n++
		recording := strings.HasSuffix(name, ".partial")
		if !recording && !strings.HasSuffix(name, ".tmp") {
			p.t.Errorf("%s is left", name)
		}
		if recording && len(data) > 1<<16 && !p.opens(name) {
			p.t.Errorf("%s does not open", name)
		}
		p.remove(name)
	}
	return n
}

// opens reports whether the program reads a file of the place.
func (p *place) opens(name string) bool {
	return run(p.t, p.command("info", name)).code == 0
}
