//go:build linux

package harm

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// page is the unit in which a small disk allocates space to files, bytes.
const page = 4096

// TestFullDisk: a verb that finds the disk full reports that in one line and leaves the old file,
// and nothing else; where there is just enough room it succeeds.
func TestFullDisk(t *testing.T) {
	for _, v := range []verbRun{
		{name: "report", args: "report waits a.data -o disk/out.csv --force --quiet", over: "disk/out.csv"},
		{name: "export", args: "export threads a.data -o disk/out.png --force --quiet", over: "disk/out.png"},
		{name: "dump", args: "dump a.data -o disk/out.tltxt --force --quiet", over: "disk/out.tltxt"},
		{name: "cut", args: "cut a.data -o disk/out.tltxt --force --quiet", over: "disk/out.tltxt"},
		{name: "demo", args: "demo -o disk/out --force", over: "disk/out/", fresh: true},
		{name: "download", args: "symbols w.tltxt --download SERVER --folder disk", over: "disk/" + symbols, fresh: true},
	} {
		t.Run(v.name, func(t *testing.T) {
			p := newFullPlace(t)
			args := strings.Fields(strings.Replace(v.args, "SERVER", p.server(), 1))
			others := p.files()
			p.disk(1 << 14)
			if got := run(t, p.command(args...)); got.code != 0 {
				t.Fatalf("exit %d: %s", got.code, got.errOut)
			}
			whole := p.files()
			needs := v.pages(whole)
			for _, free := range []int{0, needs / 2, needs - 1, needs} {
				p.disk(free + 1)
				old := v.over
				if v.fresh {
					old = "disk/old"
				}
				p.write(old, "old")
				got := run(t, p.command(args...))
				enough := free == needs
				if (got.code == 0) != enough || !enough && !saysFull(&got) {
					t.Errorf("%d pages of %d are free: exit %d, %s", free, needs, got.code, got.errOut)
				}
				left := p.files()
				if (v.fresh || !enough) && left[old] != "old" {
					t.Errorf("%d pages of %d are free: the old file is not there any more", free, needs)
				}
				if left[old] == "old" {
					delete(left, old)
				}
				if name := v.unfinished(left, others, whole); name != "" {
					t.Errorf("%d pages of %d are free: %s is left", free, needs, name)
				}
			}
		})
	}
}

// unfinished is a file that did not exist before and is not complete output of the verb; "" if
// there is none.
func (v *verbRun) unfinished(left, others, whole map[string]string) string {
	for name, data := range left {
		if _, was := others[name]; !was && (data != whole[name] || !v.writes(name)) {
			return name
		}
	}
	return ""
}

// TestFullDiskRecording: a recording that finds the disk full reports where the recorded part is,
// and that opens; one that is kept in memory is written elsewhere, or reported as lost.
func TestFullDiskRecording(t *testing.T) {
	p := newFullPlace(t)
	const name = "disk/out.perf.data"
	record := func(tmp string, programs int, flags ...string) outcome {
		load := fmt.Sprintf("i=0; while [ $i -lt %d ]; do /bin/true; i=$((i+1)); done", programs)
		args := append([]string{"record", "-o", name, "--force", "--quiet", "--samples", "0"}, flags...)
		cmd := p.command(append(args, "--", "sh", "-c", load)...)
		cmd.Env = append(cmd.Env, "TMPDIR="+p.path(tmp))
		return run(t, cmd)
	}
	p.disk(1 << 16)
	skipWithoutRights(t, record("tmp", 300))
	whole := p.files()[name]
	head := int(binary.NativeEndian.Uint64([]byte(whole[40:]))) // where its records begin
	some := pages(head) + 10
	if pages(len(whole)) < some {
		t.Fatalf("only %d bytes were recorded, %d of them before the records", len(whole), head)
	}
	for _, c := range []struct {
		what  string
		free  int
		tmp   string
		flags []string
		says  string
		left  string
	}{
		{"nothing is recorded yet", pages(head) / 2, "tmp", nil, "", ""},
		{"some is recorded", some, "tmp", nil, "the events recorded before this error are in ", name + ".partial"},
		{"kept, and saved elsewhere", some, "tmp", []string{"--keep", "64MiB"}, "the events kept in memory were written to ", "tmp/out.perf.data"},
		{"kept, and nowhere to go", some, "disk", []string{"--keep", "64MiB"}, " of events kept in memory are lost", ""},
	} {
		p.disk(c.free + 1)
		p.write(name, "old")
		before := p.files()
		got := record(c.tmp, 1200, c.flags...) // and without the activity of others during the first one
		if got.code != 1 || !saysFull(&got) || !strings.Contains(got.errOut, c.says) || !strings.Contains(got.errOut, c.left) {
			t.Errorf("%s: exit %d, %s", c.what, got.code, got.errOut)
		}
		after := p.files()
		if after[name] != "old" {
			t.Errorf("%s: the old file is not there any more", c.what)
		}
		if c.left != "" && !p.opens(c.left) {
			t.Errorf("%s: %s does not open", c.what, c.left)
		}
		for file := range after {
			if _, was := before[file]; !was && file != c.left {
				t.Errorf("%s: %s is left", c.what, file)
			}
		}
		if c.left != "" {
			p.remove(c.left)
		}
	}
}

func pages(bytes int) int { return (bytes + page - 1) / page }

// pages is how many pages the files take that the verb has written.
func (v *verbRun) pages(whole map[string]string) (n int) {
	for name, data := range whole {
		if v.writes(name) {
			n += pages(len(data))
		}
	}
	return n
}

func saysFull(got *outcome) bool {
	return oneLine(got.errOut) && strings.Contains(got.errOut, "no space left on device")
}

// newFullPlace is a place with room for a small disk, which only this thread and the programs that
// it starts can see.
func newFullPlace(t *testing.T) *place {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs root, who may make a small disk")
	}
	p := newPlace(t)
	p.demo("a.data")
	p.windows("w.tltxt")
	if err := os.Mkdir(p.path("disk"), 0o755); err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread() // for good: the thread ends with the test
	switch err := unix.Unshare(unix.CLONE_NEWNS); {
	case errors.Is(err, unix.EPERM): // root in a container
		t.Skipf("small disks cannot be made here: %v", err)
	case err != nil:
		t.Fatal(err)
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Unmount(p.path("disk"), unix.MNT_DETACH) })
	return p
}

// disk replaces the disk by an empty one of so many pages.
func (p *place) disk(pages int) {
	p.t.Helper()
	unix.Unmount(p.path("disk"), unix.MNT_DETACH) // the first time there is none
	if err := unix.Mount("none", p.path("disk"), "tmpfs", 0, fmt.Sprintf("size=%d", pages*page)); err != nil {
		p.t.Fatal(err)
	}
}
