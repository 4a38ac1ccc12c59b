package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"threadlens/model"
)

// A recording contains how its target processes were started, what they may use, and the kernel's
// accounts of their quotas; without a target it contains all processes that have a quota. That is
// read as the recording begins, as a process of the target executes another program, and at the
// end. What cannot be read is left out.

const (
	maxSurroundings = 4096    // processes
	maxArguments    = 4 << 10 // bytes of a command line
	maxAllArguments = 1 << 20 // bytes of all together
	maxGroups       = 4096    // control groups that are examined in total
)

// surroundings are what is known so far.
type surroundings struct {
	mounts groupMounts
	target map[uint32]bool // nil where the recording has no target process
	of     map[uint32]*surrounding
	groups map[string]*model.Group // with a quota, by path
	memory map[string]int64        // limits of the groups found, by path
	bytes  int                     // of all arguments
}

// surrounding is what is known of a process.
type surrounding struct {
	model.Surroundings
	faults int64 // at the first reading
	began  string
}

// newSurroundings is empty.
func newSurroundings() *surroundings {
	return &surroundings{
		mounts: findGroupMounts(), of: map[uint32]*surrounding{}, groups: map[string]*model.Group{}, memory: map[string]int64{},
	}
}

// find reads the target process and its descendants; with 0, for no target, all processes that have
// a quota.
func (s *surroundings) find(pid int) {
	if pid == 0 {
		for _, pid := range s.limited() {
			s.read(pid)
		}
		return
	}
	s.target = map[uint32]bool{}
	list := children()
	var add func(pid int)
	add = func(pid int) {
		if s.target[uint32(pid)] || len(s.target) >= maxSurroundings {
			return
		}
		s.target[uint32(pid)] = true
		s.read(uint32(pid))
		for _, child := range list[pid] {
			add(child)
		}
	}
	add(pid)
}

// limited are the processes in control groups with a quota.
func (s *surroundings) limited() (pids []uint32) {
	root, looked := s.mounts.cpu.dir, 0
	if root == "" {
		return nil
	}
	_ = filepath.WalkDir(root, func(dir string, d os.DirEntry, err error) error {
		switch {
		case err != nil: // it is gone, or not ours
			return filepath.SkipDir
		case !d.IsDir():
			return nil
		}
		if looked++; looked > maxGroups {
			return filepath.SkipAll
		}
		if _, _, ok := s.mounts.cpu.quota(dir); !ok {
			return nil
		}
		text, _ := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
		for line := range strings.Lines(string(text)) {
			if pid, err := strconv.ParseUint(strings.TrimSpace(line), 10, 32); err == nil {
				pids = append(pids, uint32(pid))
			}
		}
		return nil
	})
	return pids
}

// begun notes processes that processes began, and processes that executed other programs, as
// reported by the CPUs' buffers in one pass.
func (s *surroundings) begun(forks [][2]uint32, execs []uint32) {
	if s == nil || s.target == nil {
		return
	}
	for grown := true; grown; { // a buffer may report a child before its parent is reported
		grown = false
		for _, f := range forks {
			if s.target[f[0]] && !s.target[f[1]] && len(s.target) < maxSurroundings {
				s.target[f[1]], grown = true, true
			}
		}
	}
	for _, pid := range execs {
		if s.target[pid] {
			s.read(pid)
		}
	}
}

// read reads what is available about a process.
func (s *surroundings) read(pid uint32) {
	dir := fmt.Sprintf("/proc/%d", pid)
	stat, err := os.ReadFile(dir + "/stat")
	if err != nil {
		return
	}
	fields := statFields(string(stat))
	if fields == nil {
		return
	}
	p := s.of[pid]
	if p == nil || p.began != fields[statStart] {
		if p == nil && len(s.of) >= maxSurroundings {
			return
		}
		p = &surrounding{faults: statNumber(fields, statFaults), began: fields[statStart]}
		s.of[pid] = p
	}
	p.PID, p.At = pid, model.Time(monotonic())
	p.MajorFaults = statNumber(fields, statFaults) - p.faults
	p.Nice = int(statNumber(fields, statNice))
	if n := statNumber(fields, statPolicy); int(n) < len(model.Policies) {
		p.Policy = model.Policies[n]
	}
	p.Arguments = s.arguments(p.Arguments, dir)
	var set unix.CPUSet
	if unix.SchedGetaffinity(int(pid), &set) == nil {
		p.CPUs = cpuText(&set)
	}
	text, _ := os.ReadFile(dir + "/cgroup")
	p.Group = s.mounts.cpu.path(string(text))
	memory := s.mounts.memory.path(string(text))
	key := p.Group + "\x00" + memory
	limit, met := s.memory[key]
	if !met {
		s.account(p.Group)
		limit = s.mounts.memory.least(memory)
		s.memory[key] = limit
	}
	p.MemoryLimit = limit
}

// arguments is the command line, replacing what was read before.
func (s *surroundings) arguments(before []string, dir string) (list []string) {
	line, err := os.ReadFile(dir + "/cmdline")
	if line = line[:min(len(line), maxArguments)]; err != nil || len(line) == 0 || s.bytes+len(line) > maxAllArguments {
		return before // a process that has ended has none
	}
	for _, a := range before {
		s.bytes -= len(a)
	}
	for a := range strings.SplitSeq(strings.TrimSuffix(string(line), "\x00"), "\x00") {
		list = append(list, strings.ToValidUTF8(a, "\ufffd"))
		s.bytes += len(list[len(list)-1])
	}
	return list
}

// account reads the kernel's accounts of a control group and its ancestors, for each that has a
// quota.
func (s *surroundings) account(path string) {
	for at := path; at != ""; at = parentGroup(at) {
		dir := s.mounts.cpu.of(at)
		quota, period, limited := s.mounts.cpu.quota(dir)
		now, ok := groupAccount(dir)
		if !limited || !ok {
			continue
		}
		g := s.groups[at]
		if g == nil {
			g = &model.Group{Path: at}
			s.groups[at] = g
		}
		if g.Period != period || g.Quota != quota { // the earlier account is of another
			g.First, g.Quota, g.Period = now, quota, period
		}
		g.Last = now
	}
}

// parentGroup is the parent of a control group, "" for the root.
func parentGroup(path string) string {
	if path == "/" {
		return ""
	}
	return filepath.Dir(path)
}

// again reads the accounts once more: a group may be gone at the end.
func (s *surroundings) again() {
	if s == nil {
		return
	}
	for _, path := range slices.Sorted(maps.Keys(s.groups)) {
		s.account(path)
	}
}

// last reads everything once more at the end.
func (s *surroundings) last() {
	for _, pid := range slices.Sorted(maps.Keys(s.of)) {
		s.read(pid)
	}
	s.again()
}

// feature is their form in a file: JSON values, one behind another.
func (s *surroundings) feature() []byte {
	b := bytes.NewBufferString(recorderMagic)
	e := json.NewEncoder(b) // it cannot fail
	for _, path := range slices.Sorted(maps.Keys(s.groups)) {
		_ = e.Encode(struct{ Group *model.Group }{s.groups[path]})
	}
	for _, pid := range slices.Sorted(maps.Keys(s.of)) {
		_ = e.Encode(struct{ Process *model.Surroundings }{&s.of[pid].Surroundings})
	}
	return b.Bytes()
}

// Fields of /proc/PID/stat behind the name (proc_pid_stat(5) counts from 1, and the name
// is the second).
const (
	statFaults = 12 - 3
	statNice   = 19 - 3
	statStart  = 22 - 3
	statPolicy = 41 - 3
)

// statFields are the fields behind the name, which may contain anything; nil where they are too
// few.
func statFields(stat string) []string {
	_, rest, ok := cutLast(stat, ") ")
	if f := strings.Fields(rest); ok && len(f) > statPolicy {
		return f
	}
	return nil
}

func cutLast(s, sep string) (before, after string, ok bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func statNumber(fields []string, i int) int64 {
	n, err := strconv.ParseInt(fields[i], 10, 64)
	if err != nil {
		return math.MaxInt64 // of no policy, and never seen
	}
	return n
}

// cpuText is a set of CPUs as the kernel writes it: "0-3,8".
func cpuText(set *unix.CPUSet) string {
	var b strings.Builder
	for from, n := 0, len(set)*64; from < n; from++ {
		if !set.IsSet(from) {
			continue
		}
		to := from
		for to+1 < n && set.IsSet(to+1) {
			to++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(from))
		if to > from {
			b.WriteString("-" + strconv.Itoa(to))
		}
		from = to
	}
	return b.String()
}
