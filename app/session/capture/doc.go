// Package capture is about recording traces: what the user chose to record (RecordChoice), the
// resulting command and file (RecordPlan), the recorder and the live view of this system, and
// recipes for other tools.
package capture
