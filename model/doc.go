// Package model interprets a scheduler trace. A [Builder] takes normalised events and
// runs the one state machine of the program; the frozen [Trace] answers what every thread
// and CPU did at any time. Everything that is drawn, reported or exported reads a Trace.
// The package uses the standard library only.
//
// The terms are those of the kernels. A thread is Running, Ready (woken, not yet on a
// CPU), Preempted (taken off its CPU while still runnable), Waiting or Unknown. A segment
// is a piece of its life in one state, with a sub-reason and the category that users see;
// an episode is one stay off the CPU with the wake that ended it; a slice is a piece of a
// CPU's time with one occupant. What the trace does not show is Unknown, and what was
// inferred is flagged.
//
// Reading order:
//
//   - time.go, id.go, event.go: the vocabulary of the input
//   - state.go, category.go, sub.go and the tables reason.go, windowsreason.go,
//     linuxstate.go, goreason.go: what a switch-out means on each system
//   - builder.go: the registers and the dispatch; merge.go: the order of events
//     of several CPUs; then one file a rule: switch.go, ready.go, lifetime.go,
//     loss.go, evidence.go, irq.go, call.go; write.go is where rows are written,
//     freeze.go where the Trace is finished; prepass.go is what must be known
//     before the first event
//   - span.go, spanlevel.go, related.go: what markers mean; disk.go, overlap.go:
//     the transfers of a disk, and how those in a window are found; pagefault.go:
//     which page faults waited for one; lockcall.go: calls on locks
//   - column.go: how rows are stored; segment.go, episode.go, core.go: how they
//     are read; query.go: exact sums over any window; scheduling.go, delays.go,
//     runs.go, queued.go, stops.go, episodetimes.go, idle.go: lean walks over millions of rows, each
//     for one question; kept.go: what others keep with a trace
//   - thread.go, process.go, priority.go, nice.go: which threads run, and how urgent they are
//   - steps.go, frequency.go: the frequencies and idle states of CPUs
//   - module.go, naming.go: the files of code, and how a trace gets names for the
//     functions in them after it was made
//   - verdict.go: by which evidence the category of a wait was settled; amend.go: the
//     same trace with other verdicts, which package classify finds
//
// Package measure computes figures, report and findings present them as tables and
// sentences; package modeltest checks the invariants that hold for every trace.
package model
