package counters

import (
	"strconv"
	"testing"

	"threadlens/model"
)

// TestPDHProcessors: which CPU an instance is, with groups and without.
func TestPDHProcessors(t *testing.T) {
	last := strconv.Itoa(model.MaxCPUs - 1)
	for instance, want := range map[string]model.CPU{
		"0": 0, "3": 3, "0,3": 3, last: model.MaxCPUs - 1, "0," + last: model.MaxCPUs - 1,
		strconv.Itoa(model.MaxCPUs): model.NoCPU, "0," + strconv.Itoa(model.MaxCPUs): model.NoCPU,
		"1,3": model.NoCPU, "0,_Total": model.NoCPU, "": model.NoCPU, "-1": model.NoCPU, "x": model.NoCPU, "3,": model.NoCPU,
	} {
		subject, cpu := pdhProcessor(instance)
		if known := want != model.NoCPU; cpu != want || (subject == model.CounterProcessor) != known || !known && subject != model.CounterOther {
			t.Errorf("%q: %v, %v, want CPU %v", instance, subject, cpu, want)
		}
	}
	if subject, cpu := pdhProcessor("_Total"); subject != model.CounterMachine || cpu != model.NoCPU {
		t.Errorf("all: %v, %v", subject, cpu)
	}
}

// TestPDHProcesses: which process an instance is: the number after # distinguishes those with one
// name, and that after : is an id.
func TestPDHProcesses(t *testing.T) {
	for instance, want := range map[string]model.CounterSeries{
		"_Total": {}, "Idle": {},
		"app":      {Subject: model.CounterProcess, Process: "app"},
		"app#1":    {Subject: model.CounterProcess, Process: "app"},
		"app#12":   {Subject: model.CounterProcess, Process: "app"},
		"a#b":      {Subject: model.CounterProcess, Process: "a#b"},
		"a#b#2":    {Subject: model.CounterProcess, Process: "a#b"},
		"#1":       {Subject: model.CounterProcess, Process: "#1"},
		"a#1":      {Subject: model.CounterProcess, Process: "a"},
		"app:1234": {Subject: model.CounterProcess, Process: "app", PID: 1234},
		"app:x":    {Subject: model.CounterProcess, Process: "app:x"},
		"app#1:7":  {Subject: model.CounterProcess, Process: "app#1", PID: 7},
	} {
		var s model.CounterSeries
		pdhProcess(&s, instance)
		if s.Subject != want.Subject || s.Process != want.Process || s.PID != want.PID {
			t.Errorf("%q: %v %q %d, want %v %q %d", instance, s.Subject, s.Process, s.PID, want.Subject, want.Process, want.PID)
		}
	}
}
