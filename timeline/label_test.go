package timeline

import (
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

func TestLabels(t *testing.T) {
	tr := story(t)
	all := tr.Whole()
	part := model.Range{From: 20 * millisecond, To: 30 * millisecond}
	for _, c := range []struct {
		tid    model.TID
		index  int
		window model.Range
		detail int
		want   string
	}{
		{42, 3, all, labelReason, "Synchronization 38.0 ms · futex, woken by 41"},
		{42, 3, all, labelDuration, "Synchronization 38.0 ms"},
		{42, 3, all, labelCategory, "Synchronization"},
		{42, 3, part, labelCategory, "‹ Synchronization ›"},
		{41, 3, all, labelReason, "Preemption 18.0 ms · time slice ended, 44 dispatched"},
		{41, 3, part, labelDuration, "Preemption 18.0 ms ›"},
		{42, 4, all, labelReason, "Ready 4.00 ms"},
		{41, 8, all, labelReason, "Unknown ≥ 25.0 ms · events lost, probably still waiting"},
		{42, 8, all, labelReason, "Unknown 10.0 ms · events lost, probably running"},
		{44, 0, all, labelReason, "Ready 2.00 ms · new thread, woken by 41"},
	} {
		seg := tr.Segment(thread(t, tr, c.tid), c.index)
		if got := labelText(tr, &seg, c.window, c.detail); got != c.want {
			t.Errorf("segment %d of %d (%s): %q, want %q", c.index, c.tid, seg.Label(), got, c.want)
		}
	}
}

func TestSubWords(t *testing.T) {
	for sub, want := range map[model.Sub]string{
		model.SubFutex: "futex", model.SubPageIn: "page in", model.SubPollTimeout: "poll with timeout",
		model.SubExecutiveResource: "executive resource", model.SubUnknown: "", model.SubNone: "",
		model.SubHigherPriority: "higher priority", model.SubNotHigher: "same or lower priority", model.SubGcEnd: "waiting for GC to end",
	} {
		if got := SubWords(sub); got != want {
			t.Errorf("%v: %q, want %q", sub, got, want)
		}
	}
}

// TestFitText: a text that is too wide is truncated to the most that fits, at its end or,
// for a path, in the middle, so that a third of what is left is its start.
func TestFitText(t *testing.T) {
	f := paint.NewFace(false, 13)
	for _, c := range []struct {
		in, want string
		more     string // one character more, too wide
	}{
		{"short", "short", ""},
		{"", "", ""},
		{"ThreadContentionGenerator.exe", "ThreadConten…", "ThreadContent…"},
		{"/usr/lib/jvm/bin/java", "/usr…/bin/java", "/usr…m/bin/java"},
		{`C:\Windows\System32\svchost.exe`, `C:\W…chost.exe`, `C:\W…vchost.exe`},
	} {
		got := f.Fit(c.in, 100)
		if got != c.want || f.Width(got) > 100 || c.more != "" && f.Width(c.more) <= 100 {
			t.Errorf("%q in 100 pixels: %q (%d pixels), want %q; %q has %d", c.in, got, f.Width(got), c.want, c.more, f.Width(c.more))
		}
		if whole := f.Width(c.in); f.Fit(c.in, whole) != c.in || c.in != "" && f.Fit(c.in, whole-1) == c.in {
			t.Errorf("%q in %d pixels, just as wide: %q, in one less %q", c.in, whole, f.Fit(c.in, whole), f.Fit(c.in, whole-1))
		}
	}
	if f.Width("\u024f\u0250\u0251") != f.Width("\u024f")+f.Width("\u0250\u0251") && f.Width("\u0250") <= 0 { // around the last ones that are looked up quickly
		t.Error("letters of phonetics have no width")
	}
	for width, want := range map[int]string{3: "", f.Width("…"): "", f.Width("w…"): "w…", f.Width("w…") - 1: ""} { // never the ellipsis alone
		if got := f.Fit("wide", width); got != want {
			t.Errorf("in %d pixels: %q, want %q", width, got, want)
		}
	}
}
