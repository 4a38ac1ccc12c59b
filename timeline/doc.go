// Package timeline lays a frozen trace out as a picture: from a model.Trace, a
// Viewport and a few options to a display list, from which package paint makes
// pixels. It knows no window and no toolkit; the window shows what it lays out, and
// pictures for files are the same frames.
//
// # The way of a frame
//
//	RowsOptions ─ BuildRows ─→ Rows ┐
//	Trace ── Summary.Build ─→ Summary ┤
//	Viewport, Palette, Metrics, … ────┴→ Scene ─ Layout ─→ DisplayList ─ Raster ─→ *image.RGBA
//
// A Scene is everything that a frame depends on. Layout is a function of it, Raster
// one of the list: the same scene always gives the same pixels, so that a frame can
// be a test. A Painter does both and keeps its buffers.
//
// Everything is in device pixels except Metrics, which are in dp and know how
// many device pixels a dp has. Times are ns from the start of the trace.
//
// What changes with the pointer (hover, cursor, selection, the connector of a wait)
// is not part of a frame: it is drawn over the picture, at places that Hit,
// SegmentRect, Connector, RangeX and Brush return.
//
// # Where to read on
//
// Files refer one way, from the bottom up:
//
//   - viewport.go: time and columns, zoom, pan, limits, exact in integers; metrics.go:
//     sizes.
//   - axis.go, clock.go, format.go, names.go, label.go, bandlabel.go: ticks, instants,
//     numbers, names and labels; the rest of the program writes numbers with them too.
//   - utilization.go, usecolumns.go, classtimes.go: the exact CPU use by class of any
//     stretch of time, and the sampled use.
//   - corestyle.go, corecolours.go, corechoose.go, hues.go, coreipc.go: the colours of
//     slices in the Cores view.
//   - row.go, rowheight.go, rows.go: rows, and where they are; rowsoptions.go, sort.go,
//     relevance.go, threadorder.go: their order and groups. shown.go, bandrows.go,
//     fold.go, threadrows.go, rowsbuild.go build those of the Threads view, corerows.go
//     and coresockets.go those of the Cores view.
//   - path.go: a way from lane to lane.
//   - scene.go, chart.go: what a frame depends on.
//   - Where things are in the picture: rowplace.go, inrow.go, bands.go, overview.go,
//     header.go, chartplaces.go. object.go and objectrect.go: what is in rows that are
//     not a thread's. connector.go: the arrow of a wait.
//   - hit.go, hitbands.go, hitcore.go, snap.go: from a point to what is there (place.go).
//   - lanestyles.go: how lanes look; frame.go: a layout in progress, and what is kept
//     for the next.
//   - lanework.go, laneslot.go, openend.go: what all lanes have in common. Then a file
//     for each kind of lane: layoutlane.go, sampleticks.go, layoutbands.go, corelane.go,
//     stepslane.go, queuelane.go, pathlane.go; makelanes.go makes them on several
//     goroutines. Package lanes goes from segments to the pixel columns of a lane; it
//     explains why millions of them cost nothing.
//   - layoutgutter.go and gutter*.go, coregutter.go: the names of rows. corefollow.go and
//     pathlines.go: the ways of a thread and of a path across the lanes.
//   - layoutchart.go, chartgutter.go, chartframe.go: the CPU use as layers
//     (chartlayers.go) in place of rows.
//   - layoutrows.go, layoutruler.go, layoutoverview.go: the parts of the picture;
//     painter.go lays them out in paint order.
//   - legend.go: what goes around a frame in files.
//   - plot.go, plotlayout.go: charts with axes of their own, of exact and sampled
//     values; flame.go: call trees as bars. Their lists are drawn in the same way.
package timeline
