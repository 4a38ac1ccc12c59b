// Package text reads and writes the Threadlens text format (.tltxt): a trace as lines that a person
// can read and write. It represents the normalised events of package model one to one: reading what
// was written gives the same events, and writing those gives the same bytes.
//
// Read reader.go first (how a file is opened and delivered, line by line), then parser.go (the state
// of a pass), header.go and events.go (one function for each statement, in the order of the tables
// at the top), disposition.go (the keys of a switch), and writer.go with write.go and line.go for
// writing; stack.go reads and writes stacks. words.go, number.go and statement.go are the tools: splitting a line into
// words, converting words to numbers, and consuming words with one error for a line.
// [WriteSegments] prints a finished trace instead of events.
//
// # The language
//
// One statement per line; # starts a comment outside quotes; words are separated by blanks; a word
// may be quoted, with the escapes of Go. A word that begins with key= is a setting, in any place;
// the others are positional. A dash stands for "none" where an id may be absent. Numbers are
// decimal, or hexadecimal after 0x; times are decimal numbers with a unit (ns, us, ms, s) that make
// whole nanoseconds. The writer prints times in microseconds with as many decimals as needed.
//
// Header statements, before the first event:
//
//	threadlens-trace 1                        first of all
//	cpus N                                    missing: one more than the highest used
//	place CPU [socket=N] [node=N] [core=N] [class=TEXT]   siblings share socket and core
//	span T0 [T1]                              times in the file count from T0
//	cut FROM TO                               the file was cut to this window: events before it only
//	                                          show the states at FROM, those after it what ended later
//	os windows|linux|go|other [version=TEXT] [machine=TEXT] [processor=TEXT]
//	process PID NAME [other|target|system|idle] [parent=PID]
//	thread TID [pid=PID] [name=TEXT]          also the process of its first start
//	clock NAME [start=NS] [res=NS]            value at trace start; resolution
//	wall TIME                                 time of day at trace start, RFC 3339
//	target PID                                missing: the first process of that class
//	recorder PID                              missing: not known
//	eventcost TIME                            CPU time of recording one event, as measured;
//	                                          missing: not known
//	command TEXT                              the recorded command line
//	pertask                                   only some threads were recorded
//	partialran                                some of the ran events are missing, so that their sums mean nothing
//	sampleperiod TIME                         between two samples of a CPU; missing: not known, or counted
//	                                          in cycles or other events
//	has [switches] [wakes] [stacks] ...       missing: taken from the events
//	recorded [faults] [faultstarts] [calls] [blocking] [CALL...]   page faults, all calls, those in
//	                                          which threads wait, these calls (CALL:exit of
//	                                          their ends) were recorded all the time
//	twoclocks                                 faults are stamped by another clock than switches
//	group PATH QUOTA PERIOD ACCOUNT ACCOUNT   a control group that may have the CPUs for a quota
//	                                          in each period; an ACCOUNT is the four words AT PERIODS
//	                                          THROTTLED TIME that the kernel had counted at a time
//	around PID [ARG...] [at=TIME] [group=PATH] [policy=NAME] [nice=N] [cpus=LIST] [memory=BYTES]
//	       [majorfaults=N]                    how a process was started, and what it may use
//
// NS is a bare number of nanoseconds, or a time with a unit.
//
// Statements for any place, because a writer may learn their contents late:
//
//	stack ID FRAME...                         before its first use
//	lost EVENTS [buffers=N]                   what the source reports as lost
//	module NAME [path=TEXT] [buildid=HEX] [imageid=TEXT] [pdb=TEXT] [kernel=1] [base=N] [size=N]
//	       [symbols=TEXT] [missing=TEXT]      a file of code that was in memory; where the names of
//	                                          its functions are from, and what would find the others
//	records NAME COUNT [provider=TEXT] [id=N] [version=N]   what the file held that this one
//	                                          was made from, including what is not here
//	eventsof PID COUNT                        in that process so many events were recorded; 0: on
//	                                          CPUs that idled, -: not known in which
//	diagnostic info|warning|error CODE TEXT [n=COUNT] [from=TIME] [to=TIME]
//
// A frame is "module!function", cut at the first "!", or a bare address (0x7f001234, not quoted).
// Settings after a frame belong to it: at=ADDRESS, kernel=1, and in=MODULE for a module that
// contains a "!".
//
// Events are TIME cpuN VERB ARGUMENTS. "all" instead of cpuN is for losses, "-" for events without
// a CPU. Any event may have pid=PID, the process of its thread, and stack=ID. What an event does
// not name is "none" in model.Event: NoTID, NoPID, NoCPU, NoPrio.
//
//	switch OLD NEW wait|preempt|yield|dead [win=R] [linux=L] [go=TEXT] [sub=NAME]
//	       [prio=OLD,NEW] [stacknew=ID] [arrival=1]   arrival: only that NEW came was
//	                                          recorded, not that OLD, idle, left
//	wake TID [kind=ready|waking|wakeup|new] [ctx=CONTEXT] [to=CPU] [flag=BITS]
//	       [by=TID]                           by: the thread in the event's header
//	irq END nmi|isr|dpc [routine=NAME] [vector=N] [timer=1] [net=1] [block=1] [ipi=1]
//	irq-enter LEVEL ..., irq-exit LEVEL ...   the two ends apart, settings as for irq
//	start TID [by=TID] [name=NAME]
//	exit TID
//	exists TID [state=STATE] [sub=NAME]
//	name TID NAME [exec=1]
//	process PID NAME [CLASS] [parent=PID]     parent: the process that started it
//	migrate TID FROM TO [bound=1]             bound: TO is the only CPU it may run on,
//	                                          - for several
//	sample TID [in=nmi|isr|dpc]               in: an interrupt that was served meanwhile
//	ran TID NS [by=TID]                       executed so long up to now; by: who was
//	                                          running then, TID when not said
//	call TID enter NAME [arg=N] [arg2=N] [arg3=N] [untimed=1] [until=TIME]
//	                                          uaddr is another name of arg;
//	call TID exit NAME [arg=N] [ret=N] [unknown=1]   unknown: ret is not what it returned;
//	                                          both: [inferred=1], something else shows that
//	                                          the thread is in the call; further settings are
//	                                          skipped
//	issue TID read|write|flush|discard [dev=NAME] [bytes=N] a device is asked for a transfer
//	descriptor PID FD TYPE [cloexec=1]        what a descriptor refers to: file, pipe, socket,
//	                                          terminal, eventfd, timerfd, signalfd, inotify, other
//	descriptor PID all                        of the process all are known that are none of
//	                                          the first four
//	fault TID START hard|soft [addr=N] [file=NAME]
//	io TID ISSUE read|write|flush|discard [dev=NAME] [bytes=N] [file=NAME]
//	blocked TID [iowait=1] [fn=NAME]
//	loss END [n=COUNT] [ring=1]               ring: outside what a ring buffer kept
//	offline, online
//	count NAME VALUE [enabled=NS] [running=NS]   a hardware counter of the processor
//	frequency CPU HZ                          a CPU, not always the one of the event, runs
//	                                          at a frequency from now on
//	idle-state CPU STATE                      and enters an idle state; - leaves it
//	mark TID begin|end|step|flag NAME [id=N] [parent=N] [span=N] [cpu=NS]
//	                                          span: its number; parent is one then
//
// With exists and state=running the thread occupies that CPU at that time; the state is in
// Event.Arg, its sub-reason in Event.Sub. "T cpuN exists idle state=running" means that the CPU is
// idle.
//
// sub= is the sub-reason regardless of the other settings; without it win=, linux= or go= decide,
// and without those the disposition does. flag= holds the bits of a Windows ReadyThread: 0x1 means
// ctx=dpc unless ctx= is given.
package text
