// Package lanes turns a trace into the pixel columns of lanes, millions of segments at the
// cost of one: pyramid.go explains how.
//
//   - columns.go: the columns of a window.
//   - pieces.go: what a thread did as stretches of one slot each, interrupts cut out.
//   - pyramid.go, summary.go: their shares by powers of two, built once for each trace.
//   - lanewriter.go, lanefeed.go, lanecrowd.go: columns from pieces and from shares.
//   - band.go: lanes that are not threads: marks, disks, CPUs; corefeed.go: the
//     CPUs of the Cores view.
//   - strip.go, stripwriter.go, queuestrip.go: how many threads run, and wait in the run queue.
//
// It knows slots (package paint), but neither rows nor how they look.
package lanes
