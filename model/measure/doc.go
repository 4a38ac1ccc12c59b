// Package measure computes figures from a frozen trace: how long, how often, how many,
// which threads.
//
// An answer is a typed value, computed from a model.Trace and a Scope (which window, which
// threads, whose view). The reports of model/report put such values into tables; findings
// and pictures use the same ones, so that a number shown in two places is computed in one.
// Nothing here knows about tables.
//
// Read on in this order:
//
//   - scope.go and target.go: what is looked at;
//   - share.go, words.go: denominators, and how durations, instants and shares are
//     written for people;
//   - usage.go, concurrency.go, latency.go, emulate.go, sampled.go, vm.go: the questions,
//     each with its definition; blocking, runqueue and calltree are rooms of their own;
//   - partial.go: the notes about a trace that is not complete.
package measure
