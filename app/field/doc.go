// Command field records programs that nobody here wrote, each with one planted cause of
// slowness or with none, and judges what Threadlens finds.
//
// A case is a script (folder cases) that sets a program up, runs it, and prints the truth
// from a source of its own: the program's statistics, the kernel's accounting, a log. Its
// first lines say what must be found and what must never be said. make field runs all
// cases; it needs Linux, root and perf. README.md describes scripts and tables.
//
// Read main.go first, then case.go (what a script says), expect.go (findings against that),
// quantity.go (numbers in sentences), record.go (one recording), disturbance.go (what
// other programs did to it), report.go (the tables).
package main
