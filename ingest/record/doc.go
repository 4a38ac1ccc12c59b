// Package record makes trace files with the means of the operating system: on Linux perf.data
// files, from the kernel's perf events, without the program perf; on Windows .etl files, which the
// kernel writes.
//
// Read record.go first: it defines the options and the result. groups.go lists what is recorded on request, print.go
// the commands of other tools that record the same. On Linux rights_linux.go checks for missing rights before anything
// is opened, processes_linux.go lists processes, session_linux.go runs a recording, fetch_linux.go empties the buffers,
// program_linux.go runs its command, tree_linux.go restricts it to a process and its descendants, event_linux.go and
// ring_linux.go hold the kernel's side, cost_linux.go measures what an event costs, with the two threads of
// pair_linux.go, existing_linux.go describes the threads that existed before, which the kernel does not;
// markers_linux.go fetches the markers of programs from tracefs, with markbuffer_linux.go and ringpage.go;
// file_linux.go, compress_linux.go, features_linux.go and tracing_linux.go write the file.
//
// On Windows rights_windows.go and processes_windows.go are the counterparts, kernelflags.go
// defines what the kernel records, session_windows.go runs a recording, beside_windows.go records
// the events of programs, from the providers in providers.go, in a separate session,
// file_windows.go claims the files, program_windows.go starts the command. Package controller makes
// the system calls. What only a real machine can show of all that, and how to look at it, is in
// README.md.
package record
