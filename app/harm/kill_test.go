//go:build linux

package harm

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestKilled: a verb that is killed at any moment leaves the old file or the new one,
// whole; besides it at most an unfinished one, whose name says so.
func TestKilled(t *testing.T) {
	kills := setting(t, "THREADLENS_KILLS", 12)
	for _, v := range []struct {
		name string
		args []string
		over string
		less int // as often
	}{
		{"report", []string{"report", "waits", "a.data", "-o", "out.csv", "--force"}, "out.csv", 1},
		{"export", []string{"export", "threads", "a.data", "-o", "out.png", "--force"}, "out.png", 1},
		{"dump", []string{"dump", "a.data", "-o", "out.tltxt", "--force"}, "out.tltxt", 1},
		{"record", []string{"record", "-o", "out.perf.data", "--force", "--for", "100ms"}, "out.perf.data", 4},
	} {
		t.Run(v.name, func(t *testing.T) {
			p := newPlace(t)
			p.demo("a.data")
			start := time.Now()
			whole := run(t, p.command(v.args...))
			if strings.Contains(whole.errOut, "perf_event") || strings.Contains(whole.errOut, "rights") {
				t.Skip(whole.errOut)
			}
			if whole.code != 0 {
				t.Fatal(whole.errOut)
			}
			takes := time.Since(start)
			known := map[string]bool{"old": true}
			if v.name != "record" {
				known[p.files()[v.over]] = true
			}
			random := rand.New(rand.NewPCG(1, uint64(len(v.name))))
			olds := 0
			for range kills / v.less {
				p.write(v.over, "old")
				cmd := p.command(v.args...)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(random.Int64N(int64(takes * 5 / 4))))
				cmd.Process.Kill()
				err := cmd.Wait()
				files := p.files()
				now, there := files[v.over]
				switch {
				case !there:
					t.Fatalf("neither the old file nor the new one is there (%v)", err)
				case now == "old":
					olds++
				case !known[now] && (v.name != "record" || !p.opens(v.over)):
					t.Fatalf("%s is neither the old file nor the new one: %d bytes", v.over, len(now))
				}
				for name, data := range files {
					if name == v.over || name == "a.data" || strings.HasSuffix(name, ".names") { // kept on purpose
						continue
					}
					if base := filepath.Base(name); !strings.HasSuffix(base, ".partial") && !strings.HasSuffix(base, ".tmp") {
						t.Errorf("%s is left", name)
					} else if strings.HasSuffix(base, ".partial") && len(data) > 1<<16 && !p.opens(name) {
						t.Errorf("%s does not open", name)
					}
					p.remove(name)
				}
			}
			t.Logf("%d kills in %v: %d left the old file", kills/v.less, takes, olds)
		})
	}
}

// opens reports whether the program reads a file of the place.
func (p *place) opens(name string) bool {
	return run(p.t, p.command("info", name)).code == 0
}
