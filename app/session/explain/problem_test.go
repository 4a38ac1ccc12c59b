package explain

import (
	"regexp"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestProblemReport: it has the facts about program and trace, and no name of the trace.
func TestProblemReport(t *testing.T) {
	tr := modeltest.Parse(t, "secret.tltxt", `threadlens-trace 1
cpus 2
span 0ms 20ms
os linux
process 9 "secretive" target
thread 1 pid=9 name="secret-1"
thread 2 pid=9 name="secret-2"
0ms cpu0 switch idle 1 preempt
5ms cpu0 switch 1 2 preempt
9ms cpu0 switch 2 idle wait
`)
	tr.Info.Diagnostics = append(tr.Info.Diagnostics, model.Diagnostic{Code: "odd-record", Text: "/home/secret/x", Count: 7})
	tr.Info.LostEvents, tr.Info.OS.Processor, tr.Info.Command = 11, "secret CPU", "secret --key"
	tr.Info.Files = []string{"/secret/a", "/secret/b"}
	text := ProblemReport(tr, []Fact{{Label: "Window", Value: "1600 × 950"}, {Label: "Nothing"}})
	for _, want := range []string{
		`Window +1600 × 950`, `Format +\S+`, `Files +2`, `System +linux`, `Length \(ns\) +20000000`, `CPUs +2`, `Processes +\d`, `Threads +\d`,
		`Context switches +3`, `Stacks +no`, `Only some threads recorded +no`, `Lost events +11`, `odd-record +7`, `Compiler +go1`,
	} {
		if !regexp.MustCompile(`(?m)^  ` + want).MatchString(text) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "secret") || strings.Contains(text, "Nothing") || strings.Contains(text, "Lost buffers") {
		t.Errorf("names or empty facts in\n%s", text)
	}
	if none := ProblemReport(nil, nil); strings.Contains(none, "Trace") || !strings.Contains(none, "What happened?") || !strings.Contains(none, "\nProgram\n") {
		t.Errorf("without a trace:\n%s", none)
	}
}
