// Package naming has the names of things in a trace on screen (threads under the user's names for
// them, reasons, states) and parses typed times.
package naming
