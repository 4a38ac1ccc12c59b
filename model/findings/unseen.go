package findings

import (
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// A rule that finds nothing is meaningful only if the recording could have shown the
// pattern: without the data that it rests on, its silence is no answer.

// mostUnclassified is the part of the waiting time that may be Unclassified before the
// rules that rest on wait reasons are no longer an answer.
const mostUnclassified = 0.5

// mostUnwoken is the part of the waits that ended that may lack a recorded wake before the
// rules that rest on wakes are no longer an answer. Some kernels record nothing while a CPU
// is idle, including wakes by its timers (model.WakeMissing).
const mostUnwoken = 0.25

// Unseen are rules for patterns that a recording cannot show.
type Unseen struct {
	Rules []*Rule
	Why   string // in whole sentences, with what to record
}

// String describes it in sentences.
func (u *Unseen) String() string {
	return "Not detectable in this recording: " + ruleNames(u.Rules) + ". " + u.Why
}

// UnseenIn are the requested rules that found nothing because the trace does not contain
// what they rest on. It fails for a window that does not overlap the trace.
func UnseenIn(t *model.Trace, o Options, found []Finding) (list []Unseen, err error) {
	t = t.Attested()
	s, err := o.Scope.In(t)
	if err != nil || !Askable(t) {
		return nil, err
	}
	add := func(on basis, why string) {
		rules := slices.DeleteFunc(Rules(), func(r *Rule) bool {
			return r.rests != on || !o.asks(r) || slices.ContainsFunc(found, func(f Finding) bool { return f.Rule == r })
		})
		if len(rules) > 0 {
			list = append(list, Unseen{rules, why})
		}
	}
	target := slices.DeleteFunc(slices.Clone(s.Threads), func(ix model.ThreadIx) bool {
		return !slices.Contains(s.Target.Procs, t.Threads[ix].Proc)
	})
	var sums model.Sums
	for _, ix := range target {
		of := t.Sums(ix, s.Range)
		sums.Add(&of)
	}
	if measure.UnclassifiedPart(&sums) > mostUnclassified {
		add(onReasons, measure.UnclassifiedNote(t, &sums))
	}
	if !t.Info.Has.Samples {
		add(onSamples, "The trace has no samples; “threadlens record” takes them by default.")
	}
	if why := wakesMissing(t, target, s.Range); why != "" {
		add(onWakes, why)
	}
	return list, nil
}

// wakesMissing explains why rules that rest on wakes are no answer, "" if they are.
func wakesMissing(t *model.Trace, target []model.ThreadIx, r model.Range) string {
	type waits struct{ ended, unwoken int }
	of := make([]waits, len(target))
	measure.Each(len(target), func() func(int) {
		return func(i int) {
			for e := range t.EpisodeTimes(target[i], r) {
				if e.Kind == model.EpisodeWait && !e.Cut {
					of[i].ended++
					of[i].unwoken += bit(e.Flags&model.WakeMissing != 0)
				}
			}
		}
	})
	ended, unwoken := 0, 0
	for i := range of {
		ended += of[i].ended
		unwoken += of[i].unwoken
	}
	switch {
	case t.NoWakeEvents && ended > 0:
		return "The trace has no wake-up events; “threadlens record” records them."
	case quotient(unwoken, ended) > mostUnwoken:
		return fmt.Sprintf("%s of the waits have no recorded wake-up, probably because the kernel, like some others, hides events on idle CPUs from “threadlens record” and perf.",
			measure.Percent(100*quotient(unwoken, ended), 1))
	}
	return ""
}

// ruleNames names rules: "oversubscription (E3), ping-pong (E14)".
func ruleNames(rules []*Rule) string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = inSentence(r.Name) + " (" + r.ID + ")"
	}
	return strings.Join(names, ", ")
}

// inSentence is a name inside a sentence: abbreviations keep their capitals.
func inSentence(name string) string {
	if strings.ToUpper(name[:2]) == name[:2] {
		return name
	}
	return strings.ToLower(name[:1]) + name[1:]
}
