// Package stage runs a decoder concurrently with the consumer of its events: the two passes over a
// file that all binary formats have in common.
//
// A Decoder fills an Output (output.go) batch by batch. Run passes the batches to the consumer
// while the next ones are being decoded, and Prepass feeds the beginning of the events to the
// model's pre-pass (run.go).
package stage
