package report

import (
	"cmp"
	"regexp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

// virtualProcessor matches the names that hypervisors give to the threads that run
// virtual CPUs: QEMU, Firecracker, Cloud Hypervisor, crosvm, VMware and VirtualBox.
var virtualProcessor = regexp.MustCompile(`^(CPU \d+/(KVM|TCG)|fc_vcpu \d+|vcpu\d+|crosvm_vcpu\d+|vmx-vcpu-\d+|EMT(-\d+)?)$`)

// virtualMachine is a guest of a traced host.
type virtualMachine struct {
	proc    model.ProcIx
	threads []model.ThreadIx // its virtual CPUs
}

// virtualMachines finds the guests among the threads of a host.
func virtualMachines(t *model.Trace, threads []model.ThreadIx) []virtualMachine {
	byProc := map[model.ProcIx]int{}
	var list []virtualMachine
	for _, ix := range threads {
		th := &t.Threads[ix]
		if !virtualProcessor.MatchString(th.Name()) {
			continue
		}
		i, ok := byProc[th.Proc]
		if !ok {
			i = len(list)
			byProc[th.Proc] = i
			list = append(list, virtualMachine{proc: th.Proc})
		}
		list[i].threads = append(list[i].threads, ix)
	}
	slices.SortFunc(list, func(a, b virtualMachine) int { return cmp.Compare(a.proc, b.proc) })
	return list
}

// GuestReady is how the virtual CPUs of a guest waited for CPUs of its host.
type GuestReady struct {
	Run, Ready model.Time // of all virtual CPUs together
	// Life is how long they existed, and so could run or wait; Unknown for how much
	// of it the trace does not show what they did.
	Life, Unknown model.Time
	// AllReady is the time in which all of them waited simultaneously. A guest
	// whose CPUs must run together waits as long as one of them does.
	AllReady model.Time
	// Skew is the difference between the virtual CPU that ran longest and the one
	// that ran least, in the time in which all existed. It is unknown if there is
	// no such time, or if the trace does not show all of it.
	Skew    model.Time
	HasSkew bool
}

// guestReady computes the figures of a guest over r, and those of each of its CPUs.
func guestReady(t *model.Trace, threads []model.ThreadIx, r model.Range) (g GuestReady, each []GuestReady) {
	all := r
	for _, ix := range threads {
		s := t.Sums(ix, r)
		one := GuestReady{
			Run: ranFor(&s), Ready: s[model.Preemption] + s[model.Dispatch],
			Life: t.Threads[ix].Life.Clip(r).Len(), Unknown: s[model.UnknownCategory],
		}
		g.Run += one.Run
		g.Ready += one.Ready
		g.Life += one.Life
		g.Unknown += one.Unknown
		all = all.Clip(t.Threads[ix].Life)
		each = append(each, one)
	}
	g.Skew, g.HasSkew = skewOf(t, threads, all)
	q := runqueue.QueueOf(t, threads, r, measure.Clock{Tick: measure.Tick})
	if n := len(threads); n < len(q.H) {
		g.AllReady = q.H[n]
	}
	return g, each
}

func ranFor(s *model.Sums) model.Time { return s[model.Execution] + s[model.Interrupt] }

// skewOf is how much longer in r one of the threads ran than another.
func skewOf(t *model.Trace, threads []model.ThreadIx, r model.Range) (skew model.Time, ok bool) {
	least, most := model.Forever, model.Time(0)
	for _, ix := range threads {
		s := t.Sums(ix, r)
		if s[model.UnknownCategory] > 0 {
			return 0, false
		}
		least, most = min(least, ranFor(&s)), max(most, ranFor(&s))
	}
	return most - least, r.Len() > 0
}

// vcpus has one row per guest of a traced host, and below it one for each of its
// virtual CPUs. A guest's own row has no thread.
func vcpus(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "vcpus", "Virtual CPUs"
	table.Columns = []Column{
		{Name: "vm", Title: "Virtual machine", Kind: KindText},
		{Name: "pid", Title: "PID", Kind: KindID},
		{Name: "thread", Title: "Virtual CPU", Kind: KindThread},
		{Name: "run_ns", Title: "Running", Kind: KindDuration, Group: "time"},
		{Name: "ready_ns", Title: "Ready", Kind: KindDuration, Group: "time"},
		{Name: "ready_percent", Title: "Ready", Kind: KindPercent, Digits: 2},
		{Name: "all_ready_ns", Title: "All vCPUs ready", Kind: KindDuration, Group: "time"},
		{Name: "skew_ns", Title: "vCPU skew", Kind: KindDuration, Group: "time"},
	}
	for _, m := range virtualMachines(t, s.Threads) {
		p := &t.Processes[m.proc]
		g, each := guestReady(t, m.threads, s.Range)
		row := func(g GuestReady, tid Value) []Value {
			partial := g.Unknown > 0
			return []Value{
				processName(p), pid(p), tid, atLeast(duration(g.Run), partial), atLeast(duration(g.Ready), partial),
				atLeast(percent(g.Ready, g.Life), partial),
				{},
				{},
			}
		}
		whole := row(g, Value{})
		whole[6] = atLeast(duration(g.AllReady), g.Unknown > 0)
		if g.HasSkew {
			whole[7] = duration(g.Skew)
		}
		table.Rows = append(table.Rows, whole)
		for i, ix := range m.threads {
			table.Rows = append(table.Rows, row(each[i], thread(t, ix)))
		}
	}
	table.Notes = []string{
		"Ready: the time in which a virtual CPU was runnable but had no host CPU; the guest sees it as steal.",
		"All vCPUs ready: the time in which all virtual CPUs of a guest waited for a host CPU simultaneously. vCPU skew: " +
			"the run time of the virtual CPU that ran longest minus that of the one that ran least, in the time in " +
			"which all existed. It is empty if unknown.",
	}
	if len(table.Rows) == 0 {
		table.None = "no threads of virtual CPUs in " + measure.Window(s.Range) + ": the trace is not of a KVM, VMware or VirtualBox host, or it lacks the names of threads"
		table.Notes = nil
	}
	return nil
}
