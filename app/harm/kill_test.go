//go:build linux

package harm

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// killedRun is a verb that is killed.
type killedRun struct {
	name string
	args []string
	over string // the file that it writes
	less int    // so many times less often than others
	free bool   // each run writes another file
}

// TestKilled: a verb that is killed at any moment leaves the old file or the new one,
// whole; besides it at most an unfinished one, whose name says so.
func TestKilled(t *testing.T) {
	kills := setting(t, "THREADLENS_KILLS", 12)
	for _, v := range []killedRun{
		{"report", []string{"report", "waits", "a.data", "-o", "out.csv", "--force"}, "out.csv", 1, false},
		{"export", []string{"export", "threads", "a.data", "-o", "out.png", "--force"}, "out.png", 1, false},
		{"dump", []string{"dump", "a.data", "-o", "out.tltxt", "--force"}, "out.tltxt", 1, false},
		{"record", []string{"record", "-o", "out.perf.data", "--force", "--for", "100ms"}, "out.perf.data", 4, true},
	} {
		t.Run(v.name, func(t *testing.T) {
			p := newPlace(t)
			p.demo("a.data")
			start := time.Now()
			skipWithoutRights(t, run(t, p.command(v.args...)))
			takes := time.Since(start)
			complete := p.files()[v.over]
			random := rand.New(rand.NewPCG(1, uint64(len(v.name))))
			olds := 0
			for range kills / v.less {
				p.write(v.over, "old")
				p.kill(&v, time.Duration(random.Int64N(int64(takes*5/4))))
				switch now, there := p.files()[v.over]; {
				case !there:
					t.Fatal("neither the old file nor the new one is there")
				case now == "old":
					olds++
				case now != complete && (!v.free || !p.opens(v.over)):
					t.Fatalf("%s is neither the old file nor the new one: %d bytes", v.over, len(now))
				}
				p.unfinished(v.over)
			}
			t.Logf("%d kills in %v: %d left the old file", kills/v.less, takes, olds)
		})
	}
}

// kill starts a verb and kills it after a while.
func (p *place) kill(v *killedRun, after time.Duration) {
	p.t.Helper()
	cmd := p.command(v.args...)
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	time.Sleep(after)
	cmd.Process.Kill() // it may be over
	cmd.Wait()
}

// unfinished looks at what else is left, and removes it.
func (p *place) unfinished(over string) {
	p.t.Helper()
	for name, data := range p.files() {
		if name == over || name == "a.data" || strings.HasSuffix(name, ".names") { // kept on purpose
			continue
		}
		recording := strings.HasSuffix(name, ".partial")
		if !recording && !strings.HasSuffix(name, ".tmp") {
			p.t.Errorf("%s is left", name)
		}
		if recording && len(data) > 1<<16 && !p.opens(name) {
			p.t.Errorf("%s does not open", name)
		}
		p.remove(name)
	}
}

// opens reports whether the program reads a file of the place.
func (p *place) opens(name string) bool {
	return run(p.t, p.command("info", name)).code == 0
}
