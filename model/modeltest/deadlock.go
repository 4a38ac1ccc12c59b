package modeltest

import (
	"fmt"
	"testing"

	"threadlens/model"
)

// Deadlock is a trace of 200 ms in which two threads, A 1 and B 2, each get a lock
// that they had to wait for, from C 3, and then wait for that of the other: A from
// 20 ms on, B from the given ms on. end are the events that follow.
func Deadlock(t testing.TB, second int, end string) *model.Trace {
	t.Helper()
	return Parse(t, "deadlock", deadlockLocks+fmt.Sprintf(deadlock, second)+end)
}

// DeadlockFree is a Deadlock in which each thread takes its lock while it is free, so
// that no owner is known; both wait from 20 ms on.
func DeadlockFree(t testing.TB, end string) *model.Trace {
	t.Helper()
	return Parse(t, "deadlock", deadlockLocks+deadlockFree+end)
}

const deadlockFree = `20ms cpu0 call 1 enter futex uaddr=0x40 arg2=128 arg3=2 untimed=1
20ms cpu0 switch 1 idle wait linux=S
20ms cpu1 call 2 enter futex uaddr=0x10 arg2=128 arg3=2 untimed=1
20ms cpu1 switch 2 idle wait linux=S
`

const deadlockLocks = `threadlens-trace 1
cpus 3
span 0ms 200ms
os linux
process 9 app target
thread 1 pid=9 name=A
thread 2 pid=9 name=B
thread 3 pid=9 name=C
0ms cpu0 switch idle 1 preempt
0ms cpu1 switch idle 2 preempt
0ms cpu2 switch idle 3 preempt
1ms cpu0 call 1 enter futex uaddr=0x10 arg2=128 arg3=2 untimed=1
1ms cpu0 switch 1 idle wait linux=S
1ms cpu1 call 2 enter futex uaddr=0x40 arg2=128 arg3=2 untimed=1
1ms cpu1 switch 2 idle wait linux=S
5ms cpu2 call 3 enter futex uaddr=0x10 arg2=129 arg3=1
5ms cpu2 wake 1 kind=waking ctx=thread
5ms cpu2 call 3 exit futex ret=1
5ms cpu0 switch idle 1 preempt
5ms cpu0 call 1 exit futex ret=0
6ms cpu0 call 1 enter futex uaddr=0x10 arg2=129 arg3=1
6ms cpu0 call 1 exit futex ret=0
7ms cpu2 call 3 enter futex uaddr=0x40 arg2=129 arg3=1
7ms cpu2 wake 2 kind=waking ctx=thread
7ms cpu2 call 3 exit futex ret=1
7ms cpu1 switch idle 2 preempt
7ms cpu1 call 2 exit futex ret=0
8ms cpu1 call 2 enter futex uaddr=0x40 arg2=129 arg3=1
8ms cpu1 call 2 exit futex ret=0
`

const deadlock = `9ms cpu0 call 1 enter futex uaddr=0x10 arg2=128 arg3=2 untimed=1
9ms cpu0 switch 1 idle wait linux=S
9ms cpu1 call 2 enter futex uaddr=0x40 arg2=128 arg3=2 untimed=1
9ms cpu1 switch 2 idle wait linux=S
10ms cpu2 call 3 enter futex uaddr=0x10 arg2=129 arg3=1
10ms cpu2 wake 1 kind=waking ctx=thread
10ms cpu2 call 3 exit futex ret=1
10ms cpu0 switch idle 1 preempt
10ms cpu0 call 1 exit futex ret=0
11ms cpu2 call 3 enter futex uaddr=0x40 arg2=129 arg3=1
11ms cpu2 wake 2 kind=waking ctx=thread
11ms cpu2 call 3 exit futex ret=1
11ms cpu1 switch idle 2 preempt
11ms cpu1 call 2 exit futex ret=0
20ms cpu0 call 1 enter futex uaddr=0x40 arg2=128 arg3=2 untimed=1
20ms cpu0 switch 1 idle wait linux=S
%[1]dms cpu1 call 2 enter futex uaddr=0x10 arg2=128 arg3=2 untimed=1
%[1]dms cpu1 switch 2 idle wait linux=S
`

// DeadlockKilled are events that follow a Deadlock: C ends the process by exit_group,
// which wakes A and B.
const DeadlockKilled = `199000us cpu2 call 3 enter exit_group
199010us cpu2 wake 1 kind=waking ctx=thread
199020us cpu2 wake 2 kind=waking ctx=thread
199050us cpu0 switch idle 1 preempt
199050us cpu1 switch idle 2 preempt
199060us cpu0 exit 1
199070us cpu0 switch 1 idle dead
199060us cpu1 exit 2
199070us cpu1 switch 2 idle dead
199080us cpu2 exit 3
199090us cpu2 switch 3 idle dead
`
