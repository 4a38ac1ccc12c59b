package controls

import (
	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/app/view/kit"
	"threadlens/app/view/picture"
	"threadlens/model"
	"threadlens/timeline"
)

// UseText describes what the chart shows under the pointer.
func (k *Controls) UseText(p timeline.Place) string {
	scene := k.Surface.Now()
	if scene.Utilization == nil || !p.Classed {
		return ""
	}
	r := scene.Chart.Scope
	if p.Region == timeline.RegionLane {
		r = picture.ColumnAt(&scene, p.Time)
	}
	times, sampled := scene.Utilization.Split(r)
	n, used := scene.Utilization.All(), times[p.Class]+sampled.Times[p.Class]
	text := p.Class.TitleOf(scene.Utilization.Targets) + ": " + timeline.FormatCores(used, r.Len()) + " of " + kit.Plural(n, "CPU")
	if scene.Chart.Of != timeline.OfCores {
		text += ", " + timeline.FormatUse(used, r.Len(), n, scene.Chart.Of)
	}
	if sampled.Times[p.Class] > 0 {
		text += ", sampled"
	}
	return text
}

// SegmentText is TextOf for the open trace.
func (k *Controls) SegmentText(ref timeline.SegmentRef, over bool, p *timeline.Place) string {
	return TextOf(k.Session, ref, over, p)
}

// TextOf is segmentText, or the sample under the pointer if there is one.
func TextOf(s *session.Session, ref timeline.SegmentRef, over bool, p *timeline.Place) string {
	t := s.Trace()
	if over && p.Sampled {
		return kit.ShortTitle(s.Title(ref.Thread)) + ": " + explain.SampleText(t, &p.Sample, s.Terms())
	}
	seg := t.Segment(ref.Thread, ref.Index)
	return segmentText(s, &seg)
}

// segmentText describes a segment briefly: "6420: Execution 29.0 ms, CPU 1".
func segmentText(s *session.Session, seg *model.Segment) string {
	text := kit.ShortTitle(s.Title(seg.Thread)) + ": " + naming.CategoryWords(seg) + " " + explain.OpenLength(seg)
	switch {
	case seg.State == model.Running:
		text += ", CPU " + timeline.FormatCount(int64(seg.CPU))
	case seg.Sub != model.SubNone:
		text += ", " + naming.ReasonWords(seg)
	}
	return text
}

// HopText describes the hop at a place in the picture.
func (k *Controls) HopText(p timeline.Place) string {
	if p.Segment == timeline.NoSegment {
		return k.Session.HopFacts(p.Hop).Text()
	}
	seg := k.Session.Trace().Segment(p.Segment.Thread, p.Segment.Index)
	return segmentText(k.Session, &seg) + ", " + k.Session.HopText(p.Hop)
}
