package model_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// likelyWaits is a thread with a wait whose category is likely but not known, others
// whose category is known or not even likely, and a gap.
func likelyWaits(t *testing.T) *model.Trace {
	t.Helper()
	plain := modeltest.Parse(t, "likely", `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
thread 8 pid=7
10us cpu0 switch idle 8 preempt
20us cpu0 switch 8 idle wait sub=Interruptible
100us cpu0 wake 8
110us cpu0 switch idle 8 preempt
120us cpu0 switch 8 idle wait sub=Futex
200us cpu0 wake 8
210us cpu0 switch idle 8 preempt
220us cpu0 switch 8 idle wait
300us cpu0 wake 8
310us cpu0 switch idle 8 preempt
320us cpu0 switch 8 idle wait sub=Futex
400us cpu0 loss 500us
900us cpu0 switch idle 8 preempt
`)
	// The first wait has a likely reason of its own, whatever the table has for the
	// task's state.
	return plain.Amended(func(model.ThreadIx) func(*model.Segment) {
		return func(s *model.Segment) {
			if s.From == 20_000 {
				s.Judge(model.Sleep, s.Sub, model.ByWake, true)
			}
		}
	})
}

// TestCountLikely: a trace in which likely reasons are counted is marked as such, once,
// and leads back to the one in which they are not.
func TestCountLikely(t *testing.T) {
	judged := likelyWaits(t)
	counted := judged.CountLikely()
	if !counted.LikelyCounted() || judged.LikelyCounted() || counted.Attested() != judged || judged.Attested() != judged {
		t.Error("what is counted is not marked")
	}
	if counted.CountLikely() != counted {
		t.Error("counting twice makes another trace")
	}
	if p := counted.Plain(); p.LikelyCounted() {
		t.Error("the Builder's verdicts are marked as counted")
	}
	settled := modeltest.Parse(t, "settled", "threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\nthread 8 pid=7\n10us cpu0 switch idle 8 preempt\n20us cpu0 switch 8 idle wait sub=Futex\n")
	if c := settled.CountLikely(); !c.LikelyCounted() || c.Sums(0, c.Whole()) != settled.Sums(0, settled.Whole()) {
		t.Error("a trace without unclassified waits is not marked, or changed")
	}
}

// TestCountLikelySums: a wait without strong evidence counts as what it probably was;
// gaps and waits of which nothing is likely do not change.
func TestCountLikelySums(t *testing.T) {
	const us = 1000
	judged := likelyWaits(t)
	counted := judged.CountLikely()
	ix := model.ThreadIx(0)
	before, after := judged.Sums(ix, judged.Whole()), counted.Sums(ix, counted.Whole())
	if before[model.Unclassified] != 160*us || after[model.Unclassified] != 80*us || before[model.Sleep] != 0 || after[model.Sleep] != 80*us {
		t.Errorf("%v became %v", before, after)
	}
	before[model.Sleep], before[model.Unclassified] = after[model.Sleep], after[model.Unclassified]
	if before != after || after[model.UnknownCategory] < 100*us {
		t.Errorf("other categories changed: %v, %v", before, after)
	}
	for i := range judged.Threads[ix].Len() {
		a, b := judged.Segment(ix, i), counted.Segment(ix, i)
		if a.Likely != b.Likely || a.State != b.State || a.Range != b.Range || a.Evidence != b.Evidence {
			t.Errorf("segment %d: %+v became %+v", i, a, b)
		}
	}
}
