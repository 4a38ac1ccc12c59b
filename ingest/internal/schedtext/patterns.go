package schedtext

// Patterns of the kernel's print formats, in the order in which they print the fields; those of
// trace-cmd report -R, which prints the fields themselves, differ in some. A field without use here
// is unused.
var (
	switchPattern = []item{
		{"prev_comm=", comm, 0, false},
		{" prev_pid=", number, 1, false},
		{" prev_prio=", number, 2, false},
		{" prev_state=", either, 3, false},
		{" ==>", none, unused, true},
		{" next_comm=", comm, 4, false},
		{" next_pid=", number, 5, false},
		{" next_prio=", number, 6, false},
	}
	wakePattern = []item{
		{"comm=", comm, 0, false},
		{" pid=", number, 1, false},
		{" prio=", word, unused, false},
		{" success=", number, 3, true},
		{" target_cpu=", number, 2, false},
	}
)

// patterns are those of the other events, tried in their order.
var patterns = map[string][][]item{
	"sched_migrate_task": {{
		{"comm=", comm, 3, false},
		{" pid=", number, 0, false},
		{" prio=", word, unused, false},
		{" orig_cpu=", number, 1, false},
		{" dest_cpu=", number, 2, false},
	}},
	"sched_stat_runtime": {{
		{"comm=", comm, unused, false},
		{" pid=", number, 0, false},
		{" runtime=", number, 1, false},
	}},
	"sched_blocked_reason": {{
		{"pid=", number, 0, false},
		{" iowait=", number, 1, true},
		{" io_wait=", number, 1, true},
		{" caller=", either, 2, true},
	}},
	"sched_process_fork": {{
		{"comm=", comm, unused, false},
		{" pid=", number, 0, false},
		{" child_comm=", comm, 2, false},
		{" child_pid=", number, 1, false},
	}, {
		{"parent_comm=", comm, unused, false},
		{" parent_pid=", number, 0, false},
		{" child_comm=", comm, 2, false},
		{" child_pid=", number, 1, false},
	}},
	"sched_process_exec": {{
		{"filename=", anything, 1, false},
		{" pid=", number, 0, false},
		{" old_pid=", word, unused, false},
	}},
	"sched_process_exit": {{
		{"comm=", comm, unused, false},
		{" pid=", number, 0, false},
		{" prio=", word, unused, false},
	}},
	"task_newtask": {{
		{"pid=", number, 0, false},
		{" comm=", comm, 1, false},
		{" clone_flags=", hexa, 2, false},
	}},
	"task_rename": {{
		{"pid=", number, 0, false},
		{" oldcomm=", comm, unused, false},
		{" newcomm=", comm, 1, false},
		{" oom_score_adj=", word, unused, false},
	}},
	"irq_handler_entry": {{
		{"irq=", number, 0, false},
		{" name=", anything, 1, true},
	}},
	"softirq_entry": {softirqPattern},
	"softirq_exit":  {softirqPattern},
	"hrtimer_expire_entry": {{
		{"hrtimer=", word, unused, false},
		{" function=", either, 0, false},
	}},
}

var softirqPattern = []item{
	{"vec=", number, 0, false},
	{" [action=", bracketed, 1, true},
}
