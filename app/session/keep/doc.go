// Package keep is what survives a restart, and how it is read and written: settings
// (settings.go), the keys of commands (keymap.go), the thresholds of findings (limitsfile.go),
// and how a trace was looked at: a ViewFile, of which a ViewStore keeps one for every trace by
// its Identity.
//
// A file that cannot be read is set aside with a message, never overwritten; a value that
// cannot be is left out (namedvalues.go). All files are written under another name first
// (package save).
package keep
