// Package naming says what the things of a trace are called on screen (threads under the
// names that the user gave them, reasons, states) and reads the times that a person types.
package naming
