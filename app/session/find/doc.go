// Package find looks for what a person typed: among the names of a trace (find.Index), in the
// order of how well they fit, and says at which places a hit is to be seen.
package find
