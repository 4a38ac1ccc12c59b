package markers

import (
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
)

// count is how many markers of each kind have each name, without the fields.
func count(rs []Record) map[string]int {
	n := map[string]int{}
	d := learn(rs).Decoder()
	for i := range rs {
		if m, ok := d.Mark(&rs[i]); ok {
			n[m.Kind.String()+" "+string(m.Name[:m.Plain])]++
		}
	}
	return n
}

// msbuildTasks are the spans in the trace of a build: starts and ends, counted by the ids in the
// headers, with the names in the file's schemas.
var msbuildTasks = []struct {
	name        string
	begin, ends int
}{
	{"ApplyLazyItemOperations", 1047, 1047},
	{"ExecuteTask", 678, 678},
	{"EvaluateCondition", 399, 399},
	{"Target", 393, 393},
	{"LoadDocument", 112, 112},
	{"Parse", 112, 112},
	{"ExpandGlob", 16, 16},
	{"EvaluatePass0", 6, 6},
	{"EvaluatePass1", 6, 6},
	{"EvaluatePass2", 6, 6},
	{"EvaluatePass3", 6, 6},
	{"EvaluatePass4", 6, 6},
	{"EvaluatePass5", 6, 6},
	{"Evaluate", 6, 0},
	{"EvaluateStop", 0, 6}, // the provider's own mistake
	{"RequestThreadProc", 6, 6},
	{"BuildProject", 6, 6},
	{"RarOverall", 4, 4},
	{"RarComputeClosure", 4, 4},
	{"RarLogResults", 4, 4},
	{"Build", 1, 1},
	{"MSBuildExe", 1, 1},
	{"ProjectGraphConstruction", 1, 1},
}

// TestBuild reads the EventSource of a build, with the names from its manifests,
// from the schemas of merging, and from neither.
func TestBuild(t *testing.T) {
	all := walkFile(t, recorded.ETL(t, "msbuild-PerfViewData.etl.zip"))
	without := func(drop func(*Record) bool) []Record {
		return slices.DeleteFunc(slices.Clone(all), func(r Record) bool { return drop(&r) })
	}
	for name, rs := range map[string][]Record{
		"both":      all,
		"manifests": without((*Record).isSchema),
		"schemas":   without((*Record).isManifest),
	} {
		got := count(rs)
		sum := 0
		for _, x := range msbuildTasks {
			task := x.name
			if name == "schemas" && task == "ProjectGraphConstruction" {
				task = "Task 65481" // the file has no schema for it
			}
			if b, e := got["begin Microsoft-Build/"+task], got["end Microsoft-Build/"+task]; b != x.begin || e != x.ends {
				t.Errorf("%s: %s has %d begins and %d ends, want %d and %d", name, x.name, b, e, x.begin, x.ends)
			}
			sum += x.begin + x.ends
		}
		if total := total(got); total != sum || sum != 5652 {
			t.Errorf("%s: %d marks, want %d: %v", name, total, sum, got)
		}
	}
	bare := count(without(func(r *Record) bool { return r.isSchema() || r.isManifest() }))
	if n := bare["begin Microsoft-Build/Task 65533"]; n != 1047 || total(bare) != 5652 {
		t.Errorf("without names: %d of %d marks: %v", n, total(bare), bare)
	}
}

func TestBuildEvents(t *testing.T) {
	events := int64(0)
	for _, e := range learn(walkFile(t, recorded.ETL(t, "msbuild-PerfViewData.etl.zip"))).SourceEvents() {
		if e.Provider == "Microsoft-Build" || e.Provider == "PerfView" {
			events += e.Count
		}
	}
	if events != 5795 {
		t.Errorf("%d events of EventSource, want 5795", events)
	}
}

func total(n map[string]int) (sum int) {
	for _, x := range n {
		sum += x
	}
	return sum
}

func TestSelfDescribing(t *testing.T) {
	check(t, marksOf(walkFile(t, recorded.ETL(t, "perfview-SelfDescribingSingleEvent.etl"))), []said{
		{"flag", "MySource/TestEvent a.b=Hello a.c=World!", 0, 0},
	})
}

// TestPrimitiveTypes has a schema that declares a signed number unsigned.
func TestPrimitiveTypes(t *testing.T) {
	got := marksOf(walkFile(t, recorded.ETL(t, "perfview-primitive-types.etl.zip")))
	starts := []string{
		"Mercury boolean_type=false char_type=M int16_type=-51 int32_type=-102 uint16_type=51 uint32_type=102 int64_type=18446744073709551412 uint64_type=204 ",
		"Venus boolean_type=true char_type=V int16_type=-95 int32_type=-190 uint16_type=95 uint32_type=190 int64_type=18446744073709551236 uint64_type=380 ",
		"Earth boolean_type=false char_type=E int16_type=-65 int32_type=-130 uint16_type=65 uint32_type=130 int64_type=18446744073709551356 uint64_type=260 ",
	}
	if len(got) != 5 {
		t.Fatalf("%d marks, want 5", len(got))
	}
	for i, s := range starts {
		if want := "solar_system/PrimitiveTypesTest string_type=" + s; !strings.HasPrefix(got[i].name, want) || got[i].kind != "flag" {
			t.Errorf("mark %d is %s %s\nwant %s", i, got[i].kind, got[i].name, want)
		}
	}
}

// TestScripts has events of one kind, most of them with an activity of their
// own.
func TestScripts(t *testing.T) {
	ids := map[int64]bool{}
	n := 0
	for _, m := range marksOf(walkFile(t, recorded.ETL(t, "airbus-AMSITrace.etl"))) {
		if !strings.HasPrefix(m.name, "AmsiTrace/AmsiScript Engine=") || m.kind != "flag" {
			t.Errorf("%s %s", m.kind, m.name)
		}
		n++
		if m.id != 0 {
			ids[m.id] = true
			if m.id > int64(len(ids)) {
				t.Errorf("number %d, %d are known", m.id, len(ids))
			}
		}
	}
	if n != 19 || len(ids) == 0 {
		t.Errorf("%d marks of %d activities, want 19", n, len(ids))
	}
}

// TestTexts has events that consist of a text, from providers without a name.
func TestTexts(t *testing.T) {
	got := marksOf(walkFile(t, recorded.ETL(t, "pyetw-out.etl")))
	if len(got) != 4 {
		t.Errorf("%d marks, want 4", len(got))
	}
	for _, m := range got {
		if m.kind != "flag" || !strings.HasPrefix(m.name, "<messages.Provider object at 0x00000000") {
			t.Errorf("%s %s", m.kind, m.name)
		}
	}
}

// TestRuntime has many events of the CLR and few of the task library, from before tasks had
// activities.
func TestRuntime(t *testing.T) {
	rs := walkFile(t, recorded.ETL(t, "perfview-net.4.5.2.x64.etl.zip"))
	got := count(rs)
	if got["begin TPL/TaskExecute"] != 3 || got["end TPL/TaskExecute"] != 1 || got["flag TPL/TaskScheduled"] != 3 || total(got) != 7 {
		t.Errorf("marks %v", got)
	}
	events := map[string]int64{}
	for _, e := range learn(rs).SourceEvents() {
		events[e.Provider] += e.Count
	}
	for provider, want := range map[string]int64{
		"Microsoft-Windows-DotNETRuntimeRundown": 33011, "Microsoft-Windows-DotNETRuntime": 32730,
		"Microsoft-Windows-DotNETRuntimePrivate": 1627, "Microsoft-Windows-Kernel-File": 562, "PerfView": 108,
		"Microsoft-Windows-Kernel-EventTracing": 77, "System.Threading.Tasks.TplEventSource": 8,
		"Microsoft-Windows-Immersive-Shell": 8, "System.Diagnostics.Eventing.FrameworkEventSource": 6,
		"Microsoft-Windows-DNS-Client": 4, "Microsoft-Windows-Kernel-Process": 2,
	} {
		if events[provider] != want {
			t.Errorf("%d events of %s, want %d", events[provider], provider, want)
		}
	}
}

// TestKernelProcess has only events of the kernel: they are counted, and give no markers.
func TestKernelProcess(t *testing.T) {
	rs := walkFile(t, recorded.ETL(t, "simpleeventviewer-kernel-process.etl"))
	if got := marksOf(rs); len(got) > 0 {
		t.Errorf("%d marks, the first is %v", len(got), got[0])
	}
	want := map[string]int64{
		"ThreadStart": 40, "ThreadStop": 43, "ImageLoad": 62, "ImageUnload": 51, "CpuBasePriorityChange": 174,
		"CpuPriorityChange": 864, "PagePriorityChange": 20, "ProcessStart": 2, "ProcessStop": 1, "Event 21": 3656,
	}
	for _, e := range learn(rs).SourceEvents() {
		if e.Provider == "Microsoft-Windows-Kernel-Process" && e.Count != want[e.Name] {
			t.Errorf("%s: %d, want %d", e.Name, e.Count, want[e.Name])
		}
		delete(want, e.Name)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

// TestDiagnosticsHub has tasks, and the activities of an EventSource that
// describes each of its events.
func TestDiagnosticsHub(t *testing.T) {
	rs := walkFile(t, recorded.ETLs(t, "perfview-diaghub-dotnetcore3.1.zip")["diaghub.user_paged.1.etl"])
	got := count(rs)
	for name, want := range map[string]int{
		"begin TPL/TaskExecute": 6, "end TPL/TaskExecute": 6, "flag TPL/TaskScheduled": 6,
		"begin Microsoft-Diagnostics-DiagnosticSource/Activity1": 1, "end Microsoft-Diagnostics-DiagnosticSource/Activity1": 2,
		"begin Microsoft-Diagnostics-DiagnosticSource/Activity2": 110, "end Microsoft-Diagnostics-DiagnosticSource/Activity2": 55,
		"flag Microsoft-Diagnostics-DiagnosticSource/Message":               80,
		"flag Microsoft-Diagnostics-DiagnosticSource/NewDiagnosticListener": 8,
	} {
		if got[name] != want {
			t.Errorf("%d of %s, want %d: %v", got[name], name, want, got)
		}
	}
	if n := total(got); n != 274 {
		t.Errorf("%d marks, want 274", n)
	}
	tasks, activities, outer := map[int64]int{}, map[int64]bool{}, 0
	for _, m := range marksOf(rs) {
		switch {
		case strings.HasPrefix(m.name, "TPL/TaskExecute"):
			tasks[m.id]++
		case strings.HasPrefix(m.name, "Microsoft-Diagnostics") && m.id != 0:
			activities[m.id] = true
			outer += int(min(m.outer, 1))
		}
	}
	if len(tasks) != 6 || len(activities) != 111 || outer != 8 {
		t.Errorf("%d tasks, %d activities, %d with a parent; want 6, 111, 8", len(tasks), len(activities), outer)
	}
	for id, n := range tasks {
		if n != 2 {
			t.Errorf("task %d has %d ends, want 2", id, n)
		}
	}
}
