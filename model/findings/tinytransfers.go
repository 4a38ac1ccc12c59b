package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// findTinyTransfers searches for files that the target transfers in tiny pieces.
func findTinyTransfers(l *ruleContext) (list []Finding) {
	among := make([]bool, len(l.t.Threads))
	for _, ix := range l.target {
		among[ix] = true
	}
	byFile := map[model.StringID][]*model.IOTransfer{}
	var files []model.StringID
	for d := range l.t.Disks {
		for _, way := range []model.Direction{model.Read, model.Write} {
			c := &l.t.Disks[d].Channels[way]
			for k := range c.In(l.Range) {
				x := &l.t.IOs[c.List[k]]
				if x.File == model.NoString || x.Thread == model.NoThread || !among[x.Thread] {
					continue
				}
				if byFile[x.File] == nil {
					files = append(files, x.File)
				}
				byFile[x.File] = append(byFile[x.File], x)
			}
		}
	}
	for _, file := range files {
		if f, ok := judgeTransfers(l, file, byFile[file]); ok {
			list = append(list, f)
		}
	}
	return list
}

// judgeTransfers reports whether the transfers of a file are tiny and many.
func judgeTransfers(l *ruleContext, file model.StringID, list []*model.IOTransfer) (f Finding, ok bool) {
	n := len(list)
	span := list[0].Range
	bytes := make([]int64, n)
	var busy model.Time
	for i, x := range list {
		span = model.Range{From: min(span.From, x.From), To: max(span.To, x.To)}
		bytes[i] = x.Bytes
		busy += x.Clip(l.Range).Len()
	}
	slices.Sort(bytes)
	median, rate := bytes[n/2], 1e9*quotient(n, span.Len())
	if float64(n) < l.number("E10.transfers") || float64(median) > l.number("E10.bytes") || rate < l.number("E10.rate") {
		return f, false
	}
	name := l.t.String(file)
	f = Finding{
		Severity: Warning, Range: span.Clip(l.Range), Cost: busy,
		Sentence: fmt.Sprintf("%s was transferred in tiny pieces: %s transfers, %.0f per second, median size %s bytes.",
			name[strings.LastIndexAny(name, `\/`)+1:], measure.Count(int64(n)), rate, measure.Count(median)),
		Details: []Detail{
			{"File", name, ""},
			{"Service time", measure.Duration(busy), "total service time of the file's transfers"},
		},
		Try: "Read and write larger pieces, buffered or in batches.",
	}
	slices.SortStableFunc(list, func(a, b *model.IOTransfer) int { return cmp.Compare(b.Len(), a.Len()) })
	for _, x := range list {
		f.Evidence = append(f.Evidence, Evidence{x.Thread, x.Range})
		if !slices.Contains(f.Threads, x.Thread) {
			f.Threads = append(f.Threads, x.Thread)
		}
	}
	return f, true
}
