// Package command is the program without its window: verbs that read a trace
// and write text, tables or files.
//
// Run takes the arguments and two writers and returns the exit code, so that a test is a transcript
// (testdata/*.txtar). The list of verbs is in command.go, and each verb has its own file: info.go,
// report.go, findings.go, export.go, dump.go, demo.go. They share call.go (the state of one run),
// flags.go (flags before and after the file), scope.go (which part of the trace), output.go (files
// that are written completely or not at all).
package command
