// Package capture is how a trace comes to be: what the user chose to record (RecordChoice), the
// command and the file that follow from it (RecordPlan), the recorder and the live view of this
// system, and recipes for the tools of others.
package capture
