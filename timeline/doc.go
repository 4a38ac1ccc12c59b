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
//   - viewport.go: time and columns, zoom, pan, limits, exact in integers.
//   - scene.go, metrics.go: what a frame depends on.
//   - rows.go, rowsoptions.go, rowsbuild.go: which rows there are, and where;
//     sort.go: their order and groups.
//   - package lanes: from segments to the pixel columns of a lane, and why millions of
//     them cost nothing.
//   - bandrows.go: the rows that are not threads: markers, disks, CPUs;
//     layoutbands.go draws them, object.go finds what is in them.
//   - path.go: a way from lane to lane, marked on them; pathlane.go: the same as a
//     lane of its own, hop by hop.
//   - utilization.go, usecolumns.go: the exact CPU use by class of any stretch of
//     time; chart.go, chartlayers.go, layoutchart.go and chartgutter.go show it as
//     layers in place of rows.
//   - corerows.go, corelane.go, corecolours.go: the rows of the Cores view and the
//     colours of their slices; coregutter.go, coreobject.go, corefollow.go: names,
//     what is there, and the way of a thread; queuelane.go: the run queue.
//   - painter.go, frame.go and layout*.go: the parts of the picture, in paint order;
//     lanework.go: lanes made on several goroutines; lanestyles.go: how they look;
//     label.go: the words on segments.
//   - legend.go: what goes around a frame in files.
//   - plot.go, plotlayout.go: charts with axes of their own, of exact and sampled
//     values; flame.go: call trees as bars. Their lists are drawn in the same way.
//   - hit.go, overlay.go: from a point to what is there, and back.
//   - clock.go, axis.go, format.go: instants, ticks and numbers; the rest of the
//     program writes numbers with them too.
package timeline
