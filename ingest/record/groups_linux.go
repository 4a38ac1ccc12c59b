package record

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"threadlens/model"
)

// groupMount is where the control groups of a controller are mounted.
type groupMount struct {
	controller string // "" in version 2, where one hierarchy has all controllers
	dir        string // "" where it is not mounted
	root       string // the group that is mounted there
}

// groupMounts are the mounts that are needed.
type groupMounts struct{ cpu, memory groupMount }

// findGroupMounts finds them among this process's mounts.
func findGroupMounts() groupMounts {
	text, _ := os.ReadFile("/proc/self/mountinfo")
	return groupMountsOf(string(text))
}

// groupMountsOf reads lines of a mountinfo: ID PARENT DEVICE ROOT DIRECTORY OPTIONS
// [TAG...] - TYPE SOURCE SUPER-OPTIONS (proc_pid_mountinfo(5)).
func groupMountsOf(info string) (m groupMounts) {
	var unified groupMount
	for line := range strings.Lines(info) {
		head, tail, _ := strings.Cut(line, " - ")
		at, kind := strings.Fields(head), strings.Fields(tail)
		if len(at) < 5 || len(kind) < 3 {
			continue
		}
		here := groupMount{dir: at[4], root: at[3]}
		switch options := strings.Split(kind[2], ","); {
		case kind[0] == "cgroup2" && unified.dir == "":
			unified = here
		case kind[0] == "cgroup":
			for _, to := range []struct {
				*groupMount
				name string
			}{{&m.cpu, "cpu"}, {&m.memory, "memory"}} {
				if slices.Contains(options, to.name) && to.dir == "" {
					*to.groupMount = groupMount{to.name, here.dir, here.root}
				}
			}
		}
	}
	if m.cpu.dir == "" {
		m.cpu = unified
	}
	if m.memory.dir == "" {
		m.memory = unified
	}
	return m
}

// path is the group of a process, from its cgroup file, lines of ID:CONTROLLERS:PATH; "" where that
// has none.
func (m *groupMount) path(text string) string {
	for line := range strings.Lines(text) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(f) == 3 && m.dir != "" && slices.Contains(strings.Split(f[1], ","), m.controller) && filepath.Clean(f[2]) == f[2] {
			return f[2] // a path outside of what is mounted here begins with /..
		}
	}
	return ""
}

// of is the directory of a group. In a container the group that it runs in is mounted, but paths
// may begin at the root group.
func (m *groupMount) of(path string) string {
	if inside, ok := strings.CutPrefix(path, strings.TrimSuffix(m.root, "/")); ok && (inside == "" || inside[0] == '/') {
		path = inside
	}
	return filepath.Join(m.dir, path)
}

// quota is how much CPU time the threads of a group may use in each period, ns; ok is false where
// there is no limit, or it cannot be read.
func (m *groupMount) quota(dir string) (quota, period model.Time, ok bool) {
	var f []string
	if m.controller == "" {
		text, _ := os.ReadFile(filepath.Join(dir, "cpu.max"))
		f = strings.Fields(string(text))
	} else {
		for _, name := range []string{"cpu.cfs_quota_us", "cpu.cfs_period_us"} {
			text, _ := os.ReadFile(filepath.Join(dir, name))
			f = append(f, strings.TrimSpace(string(text)))
		}
	}
	if len(f) != 2 {
		return 0, 0, false
	}
	q, errQuota := strconv.ParseInt(f[0], 10, 50) // "max" and -1 mean no limit
	p, errPeriod := strconv.ParseInt(f[1], 10, 50)
	return model.Time(q) * 1000, model.Time(p) * 1000, errQuota == nil && errPeriod == nil && q > 0 && p > 0
}

// groupAccount is the kernel's account of a group with a quota.
func groupAccount(dir string) (a model.GroupAccount, ok bool) {
	text, err := os.ReadFile(filepath.Join(dir, "cpu.stat"))
	a.At = model.Time(monotonic())
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n, errNumber := strconv.ParseInt(value, 10, 64)
		if errNumber != nil {
			continue
		}
		switch name {
		case "nr_periods":
			a.Periods, ok = n, err == nil
		case "nr_throttled":
			a.Throttled = n
		case "throttled_time": // version 1, in ns
			a.Time = model.Time(n)
		case "throttled_usec": // version 2
			a.Time = model.Time(n) * 1000
		}
	}
	return a, ok
}

// noMemoryLimit is the value from which version 1 means no limit: whole pages in 63 bits.
const noMemoryLimit = 1 << 62

// least is the lowest memory limit of a group and its ancestors, bytes, 0 for none.
func (m *groupMount) least(path string) (limit int64) {
	name := "memory.max"
	if m.controller != "" {
		name = "memory.limit_in_bytes"
	}
	for at := path; at != ""; at = parentGroup(at) {
		text, _ := os.ReadFile(filepath.Join(m.of(at), name))
		n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && n > 0 && n < noMemoryLimit && (limit == 0 || n < limit) {
			limit = n
		}
	}
	return limit
}
