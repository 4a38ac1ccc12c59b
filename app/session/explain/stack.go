package explain

import (
	"sort"
	"strconv"
	"strings"

	"threadlens/app/session/capture"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// StackFrame is one frame of a stack in the window.
type StackFrame struct {
	Number   int // 0 is the innermost
	Module   string
	Function string // or the address, where the name is unknown
	Offset   string // "+0x1c", "" where unknown
	User     bool   // code of the program, as far as the trace shows
}

// File is the module without its folder.
func (f *StackFrame) File() string { return f.Module[strings.LastIndexAny(f.Module, `\/`)+1:] }

// StackView is a stack with notes about it, or the reason why there is none.
type StackView struct {
	Title  string // bold
	Note   string // next to or below the title
	Frames []StackFrame
	// Missing explains why there are no frames, Command how to record them.
	Missing, Command string
}

// CurrentStackOf is where a thread was in a segment: where it left the CPU for waits, preemptions
// and the ready time after them, and the nearest sample for execution.
func CurrentStackOf(t *model.Trace, seg model.Segment, terms naming.Terms) StackView {
	switch seg.State {
	case model.Running:
		return runningStack(t, &seg, terms)
	case model.Ready:
		e, ok := episodeOf(t, &seg)
		v := StackView{Title: "Stack before the wake-up", Note: leftAt(t)}
		if !ok {
			e.Stack = model.NoStack
		}
		return v.with(t, e.Stack)
	case model.Unknown:
		return StackView{Missing: "The thread's state in this segment is unknown."}
	}
	v := StackView{Title: "Stack at switch-out", Note: "where the thread left the CPU"}
	if t.Info.OS.Family == "windows" {
		v = StackView{Title: "Stack at switch-in", Note: "recorded at switch-in (where the thread resumes)"}
	}
	return v.with(t, seg.Stack)
}

// leftAt names the event from which a wait has its stack.
func leftAt(t *model.Trace) string {
	if t.Info.OS.Family == "windows" {
		return "recorded at switch-in"
	}
	return "recorded at switch-out"
}

// with adds the frames of a stack, or explains why there are none.
func (v StackView) with(t *model.Trace, id model.StackID) StackView {
	v.Frames = framesOf(t, id)
	switch {
	case len(v.Frames) > 0:
	case capture.SwitchStacks(t):
		v.Missing = "No stack was recorded at this context switch."
	default:
		v.Missing, v.Command = capture.NoSwitchStacks(t)
	}
	return v
}

// sampleReach bounds the samples of other threads that are skipped in looking for the nearest one
// of a thread.
const sampleReach = 200_000

// runningStack is the sample nearest to the middle of a running segment; where it contains none,
// the stack of its switch-in takes precedence.
func runningStack(t *model.Trace, seg *model.Segment, terms naming.Terms) StackView {
	middle := seg.From + seg.Len()/2
	sample, ok := nearestSample(t, seg.Thread, middle)
	inside := ok && seg.Contains(sample.Time)
	switch {
	case !inside && seg.Stack != model.NoStack:
		return StackView{Title: "Stack at switch-in", Note: "no stack sample is in this segment"}.with(t, seg.Stack)
	case !ok && !t.Info.Has.Samples:
		v := StackView{Title: "Stack while running"}
		v.Missing, v.Command = capture.NoSamples(t)
		return v
	case !ok:
		return StackView{Title: "Stack while running", Missing: "No sample of this thread is near this segment."}
	}
	v := StackView{Title: "Nearest sample", Frames: framesOf(t, sample.Stack)}
	v.Note = "at " + terms.Clock.Instant(sample.Time, seg.Len()) + ", "
	switch {
	case inside:
		v.Note += microseconds(max(sample.Time-middle, middle-sample.Time)) + " from the middle of this segment"
	case sample.Time < seg.From:
		v.Note += microseconds(seg.From-sample.Time) + " before this segment"
	default:
		v.Note += microseconds(sample.Time-seg.To) + " after this segment"
	}
	if len(v.Frames) == 0 {
		v.Missing, v.Command = capture.NoSamples(t)
		if t.Info.Has.Stacks {
			v.Missing = "This sample has no stack."
		}
	}
	return v
}

// nearestSample is the sample of a thread nearest to an instant.
func nearestSample(t *model.Trace, ix model.ThreadIx, at model.Time) (best model.Sample, ok bool) {
	list := t.Samples
	hi := sort.Search(len(list), func(i int) bool { return list[i].Time >= at })
	lo := hi - 1
	for steps := 0; steps < sampleReach && (lo >= 0 || hi < len(list)); steps++ {
		var s *model.Sample
		if hi >= len(list) || lo >= 0 && at-list[lo].Time <= list[hi].Time-at {
			s = &list[lo]
			lo--
		} else {
			s = &list[hi]
			hi++
		}
		if s.Thread == ix {
			return *s, true
		}
	}
	return best, false
}

// microseconds formats a distance in µs.
func microseconds(d model.Time) string {
	return strconv.FormatFloat(float64(d)/1e3, 'f', 1, 64) + " µs"
}

// framesOf are the frames of a stack, the innermost first.
func framesOf(t *model.Trace, id model.StackID) []StackFrame {
	if id == model.NoStack {
		return nil
	}
	frames := t.Tables.Stacks.Frames(id)
	list := make([]StackFrame, len(frames))
	for i, f := range frames {
		s := &list[i]
		s.Number, s.Module = i, timeline.Printable(t.String(f.Module))
		s.Function, s.Offset = splitOffset(timeline.Printable(t.String(f.Name)))
		if s.Function == "" && s.Offset == "" {
			s.Function = "0x" + strconv.FormatUint(f.Addr, 16)
		}
		if s.Module == "" && f.Kernel {
			s.Module = "kernel"
		}
		s.User = measure.UserFrame(t, f)
	}
	return list
}

// JustMyCode keeps the frames of the program and those that it calls directly.
func JustMyCode(frames []StackFrame) []StackFrame {
	var list []StackFrame
	for i, f := range frames {
		if f.User || i+1 < len(frames) && frames[i+1].User {
			list = append(list, f)
		}
	}
	return list
}

// Text is the stack as lines of text, for the clipboard.
func (v *StackView) Text() string {
	var b strings.Builder
	b.WriteString(strings.TrimSpace(v.Title+" "+v.Note) + "\n")
	for _, f := range v.Frames {
		name := f.Function + f.Offset
		if f.Module != "" {
			name = f.Module + "!" + name
		}
		b.WriteString(strconv.Itoa(f.Number) + "\t" + name + "\n")
	}
	if v.Missing != "" {
		b.WriteString(v.Missing + "\n")
	}
	return b.String()
}
