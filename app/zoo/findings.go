package main

import (
	"context"
	"slices"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
)

// findingTally compares findings with the faults of programs, by rule.
type findingTally struct {
	Rules map[string]ruleTally
	// Missed and Wrong name the programs, with how often: a fault that was not found, a finding
	// that is false.
	Missed, Wrong map[about]int
	// Targets counts the Recordings whose default target is the program.
	Recordings, Targets int
}

// about is a rule in a program, with the text of one of the findings.
type about struct{ rule, program, says string }

// ruleTally counts the recordings in which a rule found something: for a fault of its own, for
// another fault that explains it, for no fault; and the faults of the rule, and those of them that
// were not found and that the program declares invisible, or that were absent.
type ruleTally struct{ Faults, Unseen, Absent, Found, Also, Wrong int }

func (t ruleTally) plus(o ruleTally) ruleTally {
	return ruleTally{t.Faults + o.Faults, t.Unseen + o.Unseen, t.Absent + o.Absent, t.Found + o.Found, t.Also + o.Also, t.Wrong + o.Wrong}
}

func newFindingTally() findingTally {
	return findingTally{Rules: map[string]ruleTally{}, Missed: map[about]int{}, Wrong: map[about]int{}}
}

func (t *findingTally) add(o *findingTally) {
	for k, v := range o.Rules {
		t.Rules[k] = t.Rules[k].plus(v)
	}
	for k, v := range o.Missed {
		t.Missed[k] += v
	}
	for k, v := range o.Wrong {
		t.Wrong[k] += v
	}
	t.Recordings += o.Recordings
	t.Targets += o.Targets
}

// findingsOf are the findings of all rules about the processes of the program, which need not be
// the default target, and the rules that the recording cannot support.
func findingsOf(ctx context.Context, r *recorded) (list []findings.Finding, unseen []string, err error) {
	o := findings.Options{Scope: measure.Scope{Target: measure.Target{Why: "as the log says", Procs: r.own}}}
	if list, err = findings.Find(ctx, r.Trace, o); err != nil {
		return nil, nil, err
	}
	rules, err := findings.UnseenIn(r.Trace, o, list)
	for _, u := range rules {
		for _, rule := range u.Rules {
			unseen = append(unseen, rule.ID)
		}
	}
	return list, unseen, err
}

// ofIdle are the rules about idle CPUs: uneven work, idle CPUs while work is ready, and idle gaps
// of fork and join. Where other programs take those CPUs, the fault is absent.
var ofIdle = []string{"E4", "E11", "E15"}

// judgeFindings compares findings with a program's faults. A program that declares neither a fault
// nor health is not judged.
func judgeFindings(program string, log *programLog, list []findings.Finding, unseen, absent []string) findingTally {
	t := newFindingTally()
	if len(log.Faults) == 0 && !log.Healthy {
		return t
	}
	says := map[string]string{}
	for i := range list {
		if id := list[i].Rule.ID; says[id] == "" {
			says[id] = list[i].Severity.String() + ": " + list[i].Sentence
		}
	}
	for _, rule := range log.Faults {
		n := ruleTally{Faults: 1, Found: 1}
		if says[rule] == "" {
			n.Found = 0
			switch {
			case slices.Contains(absent, rule):
				n.Absent = 1
			case slices.Contains(unseen, rule):
				n.Unseen = 1
			default:
				t.Missed[about{rule, program, ""}]++
			}
		}
		t.Rules[rule] = t.Rules[rule].plus(n)
	}
	for rule, sentence := range says {
		switch {
		case slices.Contains(log.Faults, rule):
		case slices.Contains(log.Also, rule):
			t.Rules[rule] = t.Rules[rule].plus(ruleTally{Also: 1})
		default:
			t.Rules[rule] = t.Rules[rule].plus(ruleTally{Wrong: 1})
			t.Wrong[about{rule, program, sentence}]++
		}
	}
	return t
}

// sums are those over all rules.
func (t *findingTally) sums() (sum ruleTally) {
	for _, r := range t.Rules {
		sum = sum.plus(r)
	}
	return sum
}

// rightTarget reports whether the default target is the program.
func rightTarget(r *recorded) bool {
	return slices.ContainsFunc(r.Targets(), func(ix model.ProcIx) bool { return r.Processes[ix].PID == r.log.PID })
}
