// Package schedtext reads the payloads of kernel events as text, as ftrace's trace files, trace-cmd
// report and perf script print them: what follows the name of the event.
//
// Events finds the event of a name, or of a line that has none (find.go). Parse reads a payload: by
// the pattern of the event (patterns.go, match.go), in the short forms of the plugins of trace-cmd
// and perf (short.go), by a rule of its own (calls.go, other.go), and where none of them fits by the
// names of the fields (fields.go). The name of a thread may contain anything, even what looks like
// fields: a pattern is matched as a whole, with names of at most the kernel's 15 bytes first.
package schedtext
