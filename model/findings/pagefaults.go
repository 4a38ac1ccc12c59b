package findings

import (
	"fmt"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

var pageFaultLimits = []Limit{
	{"E25.share", 20, "%", "of a thread's life that it waits for pages to be read, below which that hardly matters to it"},
	{"E25.cost", 5, "%", "of the window in which such threads wait and none of the target runs, below which little is to be gained"},
	{"E25.overlap", 20, "%", "of the time in which such threads wait for pages, below which hardly any thread runs meanwhile"},
}

// pageFaults is E25: threads wait for pages of memory that are on a disk.
var pageFaults = Rule{
	ID: "E25", Name: "Page faults from a disk",
	Doc:    "a thread waits much for pages of its memory to be read from a file or from swap, while nothing else is done",
	rests:  onReasons,
	Report: "waits",
	limits: pageFaultLimits,
	check:  findPageFaults,
}

func findPageFaults(l *ruleContext) []Finding {
	b := l.waiters(l.part("E25.share"), []model.Category{model.MemoryManagement}, func(s *model.Segment) bool {
		return s.Sub == model.SubHardFault && s.Category == model.MemoryManagement
	})
	if !b.overlap(l, l.part("E25.cost")) || b.working(l) >= l.part("E25.overlap") {
		return nil
	}
	together, lives := b.together()
	source := l.pageSource(b)
	f := Finding{
		Severity: Warning, Range: l.Range, Threads: b.threads, Cost: b.idle(), Evidence: b.evidence(l),
		Details: append(b.details(), Detail{"Faults", measure.Count(int64(b.times)), "the longest wait took " + measure.Duration(b.longest.Clip(l.Range).Len())}),
		Sentence: fmt.Sprintf("%s waited %s%s%s for pages of memory to be read from %s, %s of %s: %s of %s each; %s.",
			l.nameList(b.threads), b.upTo(), measure.Duration(b.waited), together, source, share(b.waited, b.alive), lives,
			plural(b.times, "page fault", "page faults"), measure.Duration(b.waited/model.Time(b.times)), b.meanwhile()),
		Try: "Read a mapped file ahead (madvise, MAP_POPULATE) or in large pieces; where it is swap, use less memory.",
	}
	if limit := l.memoryLimit(b.threads[0]); limit > 0 {
		text := fmt.Sprintf("%.3g MiB", float64(limit)/(1<<20))
		f.Sentence = strings.TrimSuffix(f.Sentence, ".") + "; its control group may use " + text + " of memory."
		f.Details = append(f.Details, Detail{"Memory limit", text, "of the control group, when that was read"})
		f.Try = "Raise the memory limit of the control group, or use less at a time: pages for which there is no room are dropped and read again. " + f.Try
	}
	return []Finding{f}
}

// memoryLimit is how much memory a thread's process may use, bytes, 0 if unknown or
// unlimited.
func (l *ruleContext) memoryLimit(ix model.ThreadIx) int64 {
	if s := l.t.Process(ix).Surroundings; s != nil {
		return s.MemoryLimit
	}
	return 0
}

// pageSource is what the pages were read from: the device, or the file, if all known
// reads share it.
func (l *ruleContext) pageSource(b *bareWaits) string {
	device, file := model.NoString, model.NoString
	files, devices := true, true
	for _, ix := range b.threads {
		for s := range l.t.Segments(ix, l.Range) {
			i, ok := l.t.PageRead(&s)
			if !ok {
				continue
			}
			x := &l.t.IOs[i]
			devices = devices && (device == model.NoString || device == x.Device)
			files = files && (file == model.NoString || file == x.File)
			device, file = x.Device, x.File
		}
	}
	switch {
	case files && file != model.NoString:
		return l.t.String(file)
	case devices && device != model.NoString:
		return l.t.String(device)
	}
	return "a disk"
}
