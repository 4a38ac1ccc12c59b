package export

import (
	"image"

	"threadlens/app/export/profiles"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// FlameGraph draws call trees next to each other, each below its category.
type FlameGraph struct {
	profiles.Stacks
	// Title is at the top of the page: the name of the trace.
	Title   string
	Clock   timeline.Clock
	Palette *paint.Palette
	Scale   float32 // device pixels per dp
	Width   float32 // dp
	// Bare leaves out everything but the graph.
	Bare bool
}

// Draw lays the page out.
func (g *FlameGraph) Draw() *Drawing {
	m := timeline.NewMetrics(timeline.Comfortable, g.Scale, 1)
	page := newSheet(g.Palette, m, m.Px(g.Width))
	page.paper()
	margin := 0
	if !g.Bare {
		margin = page.px(pageMargin)
		page.heading(g.Title, g.Clock.Range(g.Range)+" · "+timeline.FormatDuration(g.Range.Len()))
		page.text(g.Kind.Title(), page.bold, g.Palette.Text, margin, page.px(pageHead))
		page.y += page.px(pageHead)
	}
	flame := FlameOf(g.Trace, g.Trees)
	flame.Width, flame.Palette, flame.Metrics = page.list.Size.X-2*margin, g.Palette, m
	if flame.Whole == 0 && !g.Bare {
		page.text("The call tree is empty: the time window contains nothing that this kind of call tree counts.", page.body, g.Palette.Text2, margin, page.px(pageHead))
		page.y += page.px(pageHead)
	}
	page.list.Put(flame.Layout(), image.Pt(margin, page.y))
	page.y += max(flame.Height(), 1)
	if !g.Bare {
		page.y += page.px(pageGap)
		page.note(g.Trace)
	}
	page.end()
	return &Drawing{list: page.list, metrics: m}
}

// flameWidth is the width of a bar: its time. Samples without a time are as wide as 1 ms each, so
// that they show next to times.
func flameWidth(tree *calltree.CallTree, s calltree.CallSum) model.Time {
	if tree.Counts() {
		return model.Time(s.Count) * 1e6
	}
	return s.Time
}

// flameTotal describes the whole of a tree.
func flameTotal(tree *calltree.CallTree) string {
	all := tree.Nodes[0].All
	if tree.Counts() {
		return timeline.FormatCount(all.Count) + " samples"
	}
	return timeline.FormatDuration(all.Time)
}

// FlameOf makes the bars of call trees, one per node, in the order of trees and nodes: their roots
// next to each other, with their times, and below each those that were called.
func FlameOf(t *model.Trace, trees []calltree.CallTree) timeline.Flame {
	var g timeline.Flame
	for i := range trees {
		g.Whole += flameWidth(&trees[i], trees[i].Nodes[0].All)
	}
	at := model.Time(0)
	user := map[model.StringID]bool{} // by module, for frames that are not the kernel's
	mine := func(f model.Frame) bool {
		is, ok := user[f.Module]
		if !ok {
			is = measure.UserFrame(t, model.Frame{Module: f.Module})
			user[f.Module] = is
		}
		return is && !f.Kernel
	}
	for i := range trees {
		nodes := trees[i].Nodes
		next := make([]model.Time, len(nodes)) // where the next one below each begins
		for k := range nodes {
			n := &nodes[k]
			width := flameWidth(&trees[i], n.All)
			from, name := at, n.Name
			if n.Parent >= 0 {
				from = next[n.Parent]
				next[n.Parent] += width
			} else {
				name += "  " + flameTotal(&trees[i]) + " (" + timeline.FormatPercent(width, g.Whole) + ")"
			}
			next[k] = from
			g.Bars = append(g.Bars, timeline.FlameBar{
				Name: name, From: from, To: from + width, Depth: n.Depth, Category: trees[i].Category,
				Faint: n.Parent >= 0 && (n.Frame == model.Frame{} || !mine(n.Frame)),
			})
		}
		at += flameWidth(&trees[i], nodes[0].All)
	}
	return g
}
