package record

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"threadlens/model"
)

// TestGroupMounts: each controller has its own hierarchy, or one has them all; in a container paths
// may begin with the group that is mounted.
func TestGroupMounts(t *testing.T) {
	const one = "25 1 0:21 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct\n" +
		"26 1 0:22 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n" +
		"27 1 0:23 /docker/a /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
	const two = "30 1 0:26 / /sys/fs/cgroup rw shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	for _, test := range []struct {
		info        string
		cpu, memory groupMount
	}{
		{two, groupMount{"", "/sys/fs/cgroup", "/"}, groupMount{"", "/sys/fs/cgroup", "/"}},
		{one + two, groupMount{"cpu", "/sys/fs/cgroup/cpu,cpuacct", "/"}, groupMount{"memory", "/sys/fs/cgroup/memory", "/docker/a"}},
		{"1 2 3\n25 1 0:21 / /proc rw - proc proc rw\n", groupMount{}, groupMount{}},
	} {
		if m := groupMountsOf(test.info); m.cpu != test.cpu || m.memory != test.memory {
			t.Errorf("%q: %+v", test.info, m)
		}
	}
	const of = "3:cpu,cpuacct:/a b\n2:cpuset:/c\n1:memory:/docker/a/x\n0::/y\n"
	m := groupMountsOf(one)
	unified := groupMount{"", "/sys/fs/cgroup", "/"}
	for got, want := range map[string]string{
		m.cpu.path(of):                          "/a b",
		m.memory.path(of):                       "/docker/a/x",
		unified.path(of):                        "/y",
		unified.path("0::/../y\n"):              "",
		(&groupMount{}).path("0::/y\n"):         "",
		m.cpu.of("/a b"):                        "/sys/fs/cgroup/cpu,cpuacct/a b",
		m.memory.of("/docker/a/x"):              "/sys/fs/cgroup/memory/x",
		m.memory.of("/docker/ab"):               "/sys/fs/cgroup/memory/docker/ab",
		m.memory.of("/"):                        "/sys/fs/cgroup/memory",
		parentGroup("/a/b") + parentGroup("/a"): "/a/",
		parentGroup("/"):                        "",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// groupFiles makes the files of a control group.
func groupFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestQuotas: quotas and accounts are read alike in both versions, and a group has those of its
// ancestors.
func TestQuotas(t *testing.T) {
	root := t.TempDir()
	v1, v2 := groupMount{"cpu", root, "/"}, groupMount{"", root, "/"}
	dir := filepath.Join(root, "a")
	groupFiles(t, dir, map[string]string{
		"cpu.cfs_quota_us": "30000\n", "cpu.cfs_period_us": "100000\n", "cpu.max": "20000 50000\n",
		"memory.max": "max\n", "memory.limit_in_bytes": "9223372036854771712\n",
		"cpu.stat": "usage_usec 5\nnr_periods 7\nnr_throttled 6\nthrottled_usec 81\n",
	})
	groupFiles(t, filepath.Join(dir, "b"), map[string]string{
		"cpu.cfs_quota_us": "-1\n", "cpu.cfs_period_us": "100000\n", "cpu.max": "max 100000\n",
		"memory.max": "4096\n", "memory.limit_in_bytes": "8192\n",
	})
	groupFiles(t, filepath.Join(dir, "c"), map[string]string{"cpu.stat": "nr_periods 7\nnr_throttled 6\nthrottled_time 81\n"})
	for _, test := range []struct {
		m             *groupMount
		dir           string
		quota, period model.Time
	}{{&v1, "a", 30e6, 100e6}, {&v2, "a", 20e6, 50e6}, {&v1, "a/b", 0, 0}, {&v2, "a/b", 0, 0}, {&v2, "a/c", 0, 0}, {&v1, "a/c", 0, 0}} {
		q, p, ok := test.m.quota(filepath.Join(root, test.dir))
		if ok != (test.quota > 0) || ok && (q != test.quota || p != test.period) {
			t.Errorf("%s of %+v: %d of %d, %v", test.dir, test.m, q, p, ok)
		}
	}
	testGroupAccounts(t, root)
	if v1.least("/a/b") != 8192 || v2.least("/a/b") != 4096 || v1.least("/a") != 0 || v2.least("/a") != 0 {
		t.Error("limits of memory", v1.least("/a/b"), v2.least("/a/b"), v1.least("/a"), v2.least("/a"))
	}
}

// testGroupAccounts: an account is read alike in both versions, where there is one.
func testGroupAccounts(t *testing.T, root string) {
	t.Helper()
	for name, want := range map[string]model.Time{"a": 81000, "a/c": 81} {
		if a, ok := groupAccount(filepath.Join(root, name)); !ok || a.Periods != 7 || a.Throttled != 6 || a.Time != want || a.At == 0 {
			t.Errorf("%s: %+v, %v", name, a, ok)
		}
	}
	if _, ok := groupAccount(filepath.Join(root, "a/b")); ok {
		t.Error("an account without a file")
	}
}

// TestQuotaAccounts: the account of a quota is followed while the group exists.
func TestQuotaAccounts(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "a")
	groupFiles(t, dir, map[string]string{"cpu.max": "20000 50000\n", "cpu.stat": "nr_periods 7\nnr_throttled 6\nthrottled_usec 81\n"})
	groupFiles(t, filepath.Join(dir, "b"), map[string]string{"cpu.max": "max 100000\n"})
	s := newSurroundings()
	s.mounts.cpu = groupMount{"", root, "/"}
	s.account("/a/b")
	first := s.groups["/a"].First
	groupFiles(t, dir, map[string]string{"cpu.stat": "nr_periods 9\nnr_throttled 8\nthrottled_usec 99\n"})
	s.again()
	if g := s.groups["/a"]; len(s.groups) != 1 || g.First != first || g.Last.Periods != 9 || g.Quota != 20e6 {
		t.Errorf("%+v of %d groups", g, len(s.groups))
	}
	groupFiles(t, dir, map[string]string{"cpu.max": "10000 50000\n"})
	s.again()
	if g := s.groups["/a"]; g.Quota != 10e6 || g.First != g.Last {
		t.Errorf("with another quota: %+v", g)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	s.again()
	if s.groups["/a"].Last.Periods != 9 {
		t.Error("the account of a group that is gone")
	}
	var got struct{ Group *model.Group }
	if err := json.Unmarshal(bytes.TrimPrefix(s.feature(), []byte(recorderMagic)), &got); err != nil || !reflect.DeepEqual(got.Group, s.groups["/a"]) {
		t.Errorf("%+v, %v", got.Group, err)
	}
}

// TestSurroundings: everything is read of a target process, nothing of others; one that began
// meanwhile is known through its parent, in whatever order they were reported.
func TestSurroundings(t *testing.T) {
	s := newSurroundings()
	s.target = map[uint32]bool{1000001: true}
	me := uint32(os.Getpid())
	s.begun(nil, []uint32{me})
	if len(s.of) != 0 {
		t.Fatal("of no process of the target: ", s.of)
	}
	s.begun([][2]uint32{{1000002, me}, {1000001, 1000002}, {1000003, 1000004}}, []uint32{me, 1000004})
	if got := slices.Sorted(maps.Keys(s.target)); !slices.Equal(got, []uint32{me, 1000001, 1000002}) {
		t.Errorf("the target is %d", got)
	}
	p := s.of[me]
	if p == nil || len(s.of) != 1 {
		t.Fatal("read:", s.of)
	}
	nice, err := unix.Getpriority(unix.PRIO_PROCESS, int(me)) // of its first thread
	if err != nil {
		t.Fatal(err)
	}
	if p.PID != me || p.At <= 0 || p.Policy != "normal" && p.Policy != "batch" || p.Nice != 20-nice || !slices.Equal(p.Arguments, os.Args) || p.CPUs == "" || p.MajorFaults != 0 {
		t.Errorf("%+v; nice %d, arguments %q", p, 20-nice, os.Args)
	}
	s.last()
	if s.of[me] != p {
		t.Error("the same process is another")
	}
}

// TestArguments: a command line is bounded, a process that has ended keeps its own, and so
// do all when they are too long together.
func TestArguments(t *testing.T) {
	dir := t.TempDir()
	line := func(text string) {
		groupFiles(t, dir, map[string]string{"cmdline": text})
	}
	s := newSurroundings()
	line("a\x00\x00b=\xff\x00")
	list := s.arguments(nil, dir)
	if !slices.Equal(list, []string{"a", "", "b=\ufffd"}) || s.bytes != 1+2+3 {
		t.Errorf("%q, %d bytes", list, s.bytes)
	}
	line("")
	if got := s.arguments(list, dir); !slices.Equal(got, list) {
		t.Errorf("of none: %q", got)
	}
	line("x" + strings.Repeat("y", 2*maxArguments))
	if got := s.arguments(list, dir); len(got) != 1 || len(got[0]) != maxArguments || s.bytes != maxArguments {
		t.Errorf("of a long one %d bytes, %d in all", len(got[0]), s.bytes)
	}
	s.bytes = maxAllArguments - maxArguments + 1
	if got := s.arguments(list, dir); !slices.Equal(got, list) {
		t.Errorf("of too many: %d", len(got))
	}
}

// TestStatFields: the name of a process may look like what follows it.
func TestStatFields(t *testing.T) {
	rest := "S 1 2 3 4 5 6 7 8 71 10 11 12 13 14 15 -5 17 18 4711 " + strings.Repeat("0 ", 18) + "3 9\n"
	f := statFields("7 (a) S 1) " + rest)
	if f == nil || statNumber(f, statFaults) != 71 || statNumber(f, statNice) != -5 || f[statStart] != "4711" || statNumber(f, statPolicy) != 3 {
		t.Errorf("%q", f)
	}
	if statFields("7 (a) S 1") != nil || statFields("7") != nil {
		t.Error("fields of a short line")
	}
}

func TestCPUText(t *testing.T) {
	for want, cpus := range map[string][]int{"": nil, "0": {0}, "0-2,5,63-64": {0, 1, 2, 5, 63, 64}, "1023": {1023}} {
		var set unix.CPUSet
		for _, c := range cpus {
			set.Set(c)
		}
		if got := cpuText(&set); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
