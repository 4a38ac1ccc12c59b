//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// serverTrace writes a trace of two workers that each run for 20 ms ten times, and before that wait
// for a lock for some ms.
func serverTrace(t *testing.T, path string, lock int) {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0ms 1000ms\nos linux\nprocess 10 app target\nthread 21 pid=10 name=\"worker-1\"\nthread 22 pid=10 name=\"worker-2\"\n")
	for at := 0; at < 1000; at += 100 {
		for cpu := range 2 {
			tid := 21 + cpu
			if at > 0 {
				fmt.Fprintf(&b, "%dms cpu%d wake %d ctx=timer\n", at, cpu, tid)
			}
			fmt.Fprintf(&b, "%dms cpu%d switch idle %d wait\n", at, cpu, tid)
		}
		for cpu := range 2 {
			tid := 21 + cpu
			if lock > 0 {
				fmt.Fprintf(&b, "%dms cpu%d call %d enter futex arg=0x100 arg2=0x80\n%[1]dms cpu%[2]d switch %[3]d idle wait linux=S\n", at, cpu, tid)
			}
		}
		for cpu := range 2 {
			tid := 21 + cpu
			if lock > 0 {
				fmt.Fprintf(&b, "%dms cpu%d wake %d ctx=timer\n%[1]dms cpu%[2]d switch idle %[3]d wait\n%[1]dms cpu%[2]d call %[3]d exit futex ret=0\n", at+lock, cpu, tid)
			}
		}
		for cpu := range 2 {
			fmt.Fprintf(&b, "%dms cpu%d call %d enter clock_nanosleep\n%[1]dms cpu%[2]d switch %[3]d idle wait linux=S\n", at+lock+20, cpu, 21+cpu)
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCompareAndHandOn: two traces are compared, the first row names the planted difference as the
// command line does; and the exported page has the figures of the window, also in a browser.
func TestCompareAndHandOn(t *testing.T) {
	dir := t.TempDir()
	before, after := filepath.Join(dir, "before.tltxt"), filepath.Join(dir, "after.tltxt")
	serverTrace(t, before, 0)
	serverTrace(t, after, 30)
	out, err := verb("compare", before, after, "--format", "csv", "--quiet")
	if err != nil {
		t.Fatal(err)
	}
	first := table(t, out)[0]
	if first["name"] != "app / worker-*: Synchronization" || float(t, first["difference_percent"]) != 60 {
		t.Fatalf("the first row is %v", first)
	}

	p := start(t, before)
	p.opened()
	p.command("compare with")
	p.enter(after)
	p.await("the first row", func(s *state) bool {
		return s.Tab == "reports" && s.says("worker-*: Synchronization") && s.says("+60.00")
	})

	page := filepath.Join(dir, "page.html")
	p.command("export html report")
	p.save("before-report.html", page)
	s := p.read()
	want := fmt.Sprintf(`<td>Execution</td><td class="n">%.3f</td>`, float64(s.Profile["Execution"])/1e6)
	if text := string(written(t, page)); s.Profile["Execution"] != 400e6 || !strings.Contains(text, want) {
		t.Errorf("the page lacks %s", want)
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Log("no Chromium opens the page: .ci/setup browser installs it")
		return
	}
	dom, err := exec.Command(browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--dump-dom", "file://"+page).Output()
	if err != nil || !strings.Contains(string(dom), want) || !strings.Contains(string(dom), `<div class="tools">`) {
		t.Errorf("in the browser the page lacks %s, or its script did not run: %v", want, err)
	}
}
