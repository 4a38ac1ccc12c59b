package calltree

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// Stretch is a part of a thread's life in one state and, as far as known, in one place.
type Stretch struct {
	model.Range
	Category model.Category
	// Sampled is set for a sample on a CPU without context switches, which stands for time itself.
	Sampled bool
	// Time is what counts of Range: for Execution without interrupts, for Interrupt these alone.
	// It is 0 for samples that stand for an unknown time.
	Time  model.Time
	Stack model.StackID
	// Instead is the entry in call trees in place of a stack, "" for states in which a thread is in
	// no place that is known.
	Instead string
}

// Lives are the lives of the threads of a trace in a window.
type Lives struct {
	t       *model.Trace
	r       model.Range
	samples *measure.AllSamples
	sampled *measure.Sampled
}

// NewLives prepares for the threads of a trace.
func NewLives(t *model.Trace, r model.Range) *Lives {
	r = r.Clip(t.Whole())
	return &Lives{t, r, measure.SamplesByThread(t), measure.SampledOf(t, r)}
}

// Of are the stretches of a thread, in order of start. Their times by category are those of
// Trace.Sums; those of sampled ones are on CPUs of which the trace knows no states.
func (l *Lives) Of(ix model.ThreadIx) []Stretch {
	var list []Stretch
	places := l.places(ix)
	for seg := range l.t.Segments(ix, l.r) {
		at := seg.Range.Clip(l.r)
		if seg.State != model.Running {
			s := Stretch{Range: at, Category: seg.Category, Time: at.Len(), Stack: model.NoStack}
			if seg.State == model.Waiting || seg.State == model.Preempted {
				s.Stack, s.Instead = seg.Stack, noStack
			}
			list = append(list, s)
			continue
		}
		n := 0
		for n < len(places) && places[n].instance.From < at.To {
			n++
		}
		net := executedIn(l.t, seg.CPU, at)
		if interrupts := at.Len() - net; interrupts > 0 {
			list = append(list, Stretch{Range: at, Category: model.Interrupt, Time: interrupts, Stack: model.NoStack})
		}
		if n == 0 {
			list = append(list, Stretch{Range: at, Category: model.Execution, Time: net, Stack: model.NoStack, Instead: noSample})
		}
		for _, p := range places[:n] {
			list = append(list, Stretch{Range: p.instance.Range, Category: model.Execution, Time: p.sum.Time, Stack: p.stack, Instead: p.instead})
		}
		places = places[n:]
	}
	return l.addSampled(list, ix)
}

// places are the pieces of execution of which samples show the place.
func (l *Lives) places(ix model.ThreadIx) (list []treePiece) {
	executed(l.t, ix, l.r, l.samples.Of(ix), func(p *treePiece) {
		if p.instance.Thread != model.NoThread {
			list = append(list, *p)
		}
	})
	return list
}

// addSampled adds the samples on CPUs without context switches, where their time has come.
func (l *Lives) addSampled(list []Stretch, ix model.ThreadIx) []Stretch {
	known := len(list)
	eachSampled(l.sampled, l.t, ix, func(p *treePiece) {
		list = append(list, Stretch{
			Range: p.instance.Range, Category: model.Execution, Sampled: true, Time: p.sum.Time, Stack: p.stack, Instead: p.instead,
		})
	})
	if known > 0 && known < len(list) {
		slices.SortStableFunc(list, func(a, b Stretch) int { return int(min(1, max(-1, a.From-b.From))) })
	}
	return list
}

// Functions names what stacks consist of, as call trees do.
type Functions struct {
	frames callFrames
	list   []string
}

// NewFunctions names the frames of a trace; mine keeps only frames of the program and those that it
// calls immediately.
func NewFunctions(t *model.Trace, mine bool) *Functions {
	return &Functions{frames: newCallFrames(t, mine)}
}

// Of are the functions of a stack, from the start of the thread on, or the entry in its place, which
// may be "" for none. The result is valid until the next call.
func (f *Functions) Of(id model.StackID, instead string) []string {
	f.list = f.list[:0]
	if id == model.NoStack {
		if instead != "" {
			f.list = append(f.list, instead)
		}
		return f.list
	}
	for id != model.NoStack {
		caller, frame := f.frames.t.Tables.Stacks.Node(id)
		if f.frames.shown(caller, frame) {
			f.list = append(f.list, f.frames.name(frame))
		}
		id = caller
	}
	if len(f.list) == 0 {
		f.list = append(f.list, noProgram)
	}
	slices.Reverse(f.list)
	return f.list
}
