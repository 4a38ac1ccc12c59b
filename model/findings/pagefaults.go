package findings

import (
	"fmt"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

var pageFaultLimits = []Limit{
	{"E25.share", 20, "%", "minimum share of a thread's lifetime spent waiting for pages to be read"},
	{"E25.cost", 5, "%", "minimum share of the window in which threads wait for pages to be read while no thread of the target runs"},
	{"E25.overlap", 20, "%", "no finding if threads of the target run for at least this share of the time in which threads wait for pages to be read"},
}

// pageFaults is E25: threads wait for pages of memory that are on a disk.
var pageFaults = Rule{
	ID: "E25", Name: "Hard page faults",
	Doc:    "a thread spends much time waiting for memory pages to be read from a file or from swap while the program does nothing else",
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
		Details: append(b.details(), Detail{"Page faults", measure.Count(int64(b.times)), "longest wait " + measure.Duration(b.longest.Clip(l.Range).Len())}),
		Sentence: fmt.Sprintf("%s waited %s%s%s for memory pages from %s (%s of %s): %s, %s each on average; %s.",
			l.nameList(b.threads), b.upTo(), measure.Duration(b.waited), together, source, share(b.waited, b.alive), lives,
			plural(b.times, "page fault", "page faults"), measure.Duration(b.waited/model.Time(b.times)), b.meanwhile()),
		Try: "Read mapped files ahead (madvise, MAP_POPULATE) or in larger pieces; if the pages come from swap, use less memory.",
	}
	if limit := l.memoryLimit(b.threads[0]); limit > 0 {
		text := fmt.Sprintf("%.3g MiB", float64(limit)/(1<<20))
		f.Sentence = strings.TrimSuffix(f.Sentence, ".") + "; the memory limit of the control group is " + text + "."
		f.Details = append(f.Details, Detail{"Memory limit", text, "of the control group when the limit was recorded"})
		f.Try = "Raise the memory limit of the control group, or use less memory at a time: pages that do not fit are dropped and read again. " + f.Try
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
