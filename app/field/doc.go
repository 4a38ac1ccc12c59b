// Command field records programs written by others, each with one planted cause of slowness or with
// none, and judges the findings of Threadlens.
//
// A case is a script (folder cases) that sets a program up, runs it, and prints the truth from an
// independent source: the program's statistics, the kernel's accounting, a log. Its first lines
// define what must be found and what must never be claimed. make field runs all cases; it needs
// Linux, root and perf. README.md describes scripts and tables.
//
// Read main.go first, then case.go (reading a script), expect.go (comparing findings with it),
// quantity.go (numbers in sentences), record.go (one recording), disturbance.go (what other
// programs did to it), report.go (the tables).
package main
