package explain

import (
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/timeline"
)

// episodeOf is the time off the CPU to which a segment belongs, or that a running one ended.
func episodeOf(t *model.Trace, seg *model.Segment) (model.Episode, bool) {
	r := model.Range{From: seg.To, To: t.End + 1}
	if seg.State == model.Running {
		r = model.Range{From: seg.From, To: seg.From + 1}
	}
	for e := range t.Episodes(seg.Thread, r) {
		return e, seg.State == model.Running || e.First <= seg.Index && seg.Index <= e.Last
	}
	return model.Episode{}, false
}

// OpenLength is a segment's length; "≥" where its start or end is unknown.
func OpenLength(seg *model.Segment) string {
	d := timeline.FormatDuration(seg.Len())
	if seg.Flags&(model.OpenStart|model.OpenEnd|model.LostEnd) != 0 {
		return "≥ " + d
	}
	return d
}

func process(t *model.Trace, ix model.ThreadIx) string {
	p := t.Process(ix)
	if p.Name == "" && !p.Known {
		return ""
	}
	if p.PID == model.NoPID {
		return timeline.Printable(p.Title())
	}
	return strings.TrimSpace(timeline.Printable(p.Title()) + " " + strconv.FormatUint(uint64(p.PID), 10))
}

// countLimit bounds the segments that are examined to number an instance.
const countLimit = 500_000

// joined joins non-empty parts with commas.
func joined(parts ...string) string {
	var list []string
	for _, p := range parts {
		if p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, ", ")
}

func nameOr(t *model.Trace, id model.StringID, other string) string {
	if name := timeline.Printable(t.String(id)); name != "" {
		return name
	}
	return other
}

// splitOffset splits "name+0x1c" or "name+0x1c/0x40".
func splitOffset(name string) (function, offset string) {
	if i := strings.LastIndex(name, "+0x"); i >= 0 {
		return name[:i], name[i:]
	}
	return name, ""
}
