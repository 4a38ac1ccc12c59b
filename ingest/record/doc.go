// Package record makes trace files with what the operating system offers: on
// Linux perf.data files, from the kernel's perf events, without the program perf; in
// Windows .etl files, which the kernel writes.
//
// Read record.go first: it says what can be asked for and what comes back.
// groups.go lists what is recorded on request, print.go the commands of other
// tools that record the same. On Linux rights_linux.go finds out what is missing
// before anything is opened, processes_linux.go lists what runs, session_linux.go
// runs a recording, fetch_linux.go fetches what comes, program_linux.go runs its command, tree_linux.go narrows it to a
// process and those that it begins, event_linux.go and ring_linux.go hold the kernel's side,
// cost_linux.go measures what an event costs, with the two threads of pair_linux.go,
// existing_linux.go tells what the kernel does not: who was there before;
// markers_linux.go fetches the marks of programs from tracefs, with markbuffer_linux.go
// and ringpage.go; file_linux.go, compress_linux.go, features_linux.go and tracing_linux.go
// write the file.
//
// In Windows rights_windows.go and processes_windows.go are those two, kernelflags.go
// says what the kernel is asked for, session_windows.go runs a recording,
// beside_windows.go what programs tell meanwhile, of the providers in providers.go, in a
// session of its own, file_windows.go claims the files, program_windows.go starts the
// command. What is asked of the system is the business of package controller. What only a
// real machine can show of all that, and how to look at it, is in README.md.
package record
