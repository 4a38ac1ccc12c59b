// Package keep is what survives a restart, and how it is read and written: settings (settings.go),
// the keys of commands (keymap.go), the thresholds of findings (limitsfile.go), and how a trace was
// looked at: a ViewFile, which a ViewStore keeps for every trace by its Identity.
//
// An unreadable file is set aside with a message, never overwritten; an unreadable value is left
// out (namedvalues.go). All files are written under a temporary name first (package save).
package keep
