// Package analysis asks questions of a frozen trace and answers them with
// tables.
//
// An Analysis is a name and a pure function of a model.Trace and a Scope: which
// window, which threads, whose view. Its answer is a Table of plain typed
// values, which the writers of app/export turn into text, CSV or JSON and which
// a window shows as a grid, so that a number shown in two places is computed in
// one.
//
// Read on in this order:
//
//   - table.go: what an answer looks like;
//   - analysis.go: Scope, Analysis and the list, the table of contents;
//   - profile.go, threads.go, cpu.go, … : one analysis a file, with the
//     definition it implements (the sections named are those of the
//     thread-state model, design/thread_model.md);
//   - filter.go, target.go: how a user names threads, and whose view a trace is;
//   - partial.go: what is said about a trace that is not complete;
//   - clock.go, emulate.go, interval.go: what tools that sample at the clock tick
//     would have shown, beside the truth;
//   - queuesweep.go, queue.go, queuechart.go, delay.go, slices.go, clump.go: the
//     run queue, whom it delays, and what fills it;
//   - criticalpath.go, pathreport.go, waitchain.go: what a thread's time was spent
//     on, and whom it waited for; calltree.go, callquery.go, callpieces.go,
//     callframes.go, callreport.go: stacks summed up, callinstances.go: the stretches
//     that a function of them counts, mycode.go: whose code a frame is;
//   - starved.go, forkjoin.go, iooverlap.go: what findings ask beside the reports;
//   - sweep.go, latency.go: two computations that several analyses share;
//   - queueindex.go, pick.go, numbersort.go, mergesorted.go, groupvalues.go,
//     timebox.go: what makes them quick over ten million segments;
//   - locks.go, lockhistory.go: who held which lock, contention.go: who waited for
//     whom; inherited.go: what those did for whom a wait waited; convoy.go;
//   - words.go: how durations, instants and shares are written for people.
//
// A new analysis is one file here and one line in List.
package analysis
