// Package modeltest is the test kit of the model: traces from text, a checker
// of the invariants that hold for every trace, and a generator of random ones
// with known truth.
//
// Read check.go first: it lists what must be true of any trace, however broken its
// source was, and any test that has a trace may call it. generate.go simulates a
// machine and perturb.go damages what it recorded.
package modeltest
