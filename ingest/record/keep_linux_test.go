package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// told makes records as the kernel does, one nanosecond apart unless at is set.
type told struct {
	block
	at uint64
}

// stamp writes when the last record was made.
func (b *told) stamp() {
	b.at++
	binary.NativeEndian.PutUint64(b.block[len(b.block)-trailerTime:], b.at)
}

func (b *told) fork(pid, parent, tid, maker uint32) {
	var body block
	body.u32(pid, parent, tid, maker)
	body.u64(7)
	b.record(unix.PERF_RECORD_FORK, 0, body)
	b.stamp()
}

func (b *told) exit(pid, tid uint32) {
	var body block
	body.u32(pid, pid, tid, tid)
	body.u64(7)
	b.record(unix.PERF_RECORD_EXIT, 0, body)
	b.stamp()
}

func (b *told) comm(pid, tid uint32, name string, misc uint16) {
	var body block
	body.u32(pid, tid)
	body.name(name)
	b.record(unix.PERF_RECORD_COMM, misc, body)
	b.stamp()
}

func (b *told) file(pid uint32, name string) {
	var body block
	body.u32(pid, pid)
	body.u64(1, 2, 3)
	body.name(name)
	b.record(unix.PERF_RECORD_MMAP, 0, body)
	b.stamp()
}

// files are the names of the mapped files of a process; all are marked as mapped from the start.
func (c *carried) files(t *testing.T, pid uint32) (names []string) {
	t.Helper()
	for _, r := range c.images[pid].files {
		name, _, _ := bytes.Cut(r[recordHeader+32:], []byte{0})
		names = append(names, string(name))
		if word(r, 0) != pid || word(r, 1) != pid || binary.NativeEndian.Uint64(r[len(r)-trailerTime:]) != 0 {
			t.Errorf("%q of process %d is recorded as % x", name, pid, r)
		}
	}
	return names
}

// TestCarried: threads have the name of their creator until they are named; the memory of a process
// is its parent's until it executes another program, and is forgotten with its last thread.
func TestCarried(t *testing.T) {
	c := newCarried([]*event{{ids: []uint64{40, 41}}})
	var b told
	b.comm(1, 1, "init", 0)
	b.file(1, "/bin/init")
	b.fork(2, 1, 2, 1)
	b.fork(2, 2, 3, 2)
	b.comm(2, 3, "worker", 0)
	b.fork(9, 2, 9, 3)
	b.comm(9, 9, "exec", miscExec)
	b.file(9, "/bin/exec")
	c.take(b.block)
	if got, want := fmt.Sprint(c.tasks), "map[1:{1 0 init} 2:{2 1 init} 3:{2 2 worker} 9:{9 2 exec}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for pid, want := range map[uint32][]string{1: {"/bin/init"}, 2: {"/bin/init"}, 9: {"/bin/exec"}} {
		if got := c.files(t, pid); !slices.Equal(got, want) {
			t.Errorf("process %d: %q, want %q", pid, got, want)
		}
	}
	again := newCarried([]*event{{}})
	again.take(c.programs())
	if fmt.Sprint(again.tasks, again.images) != fmt.Sprint(c.tasks, c.images) {
		t.Errorf("told again: %v %v, was %v %v", again.tasks, again.images, c.tasks, c.images)
	}
	var end told
	end.exit(2, 2)
	end.exit(9, 9)
	end.exit(77, 77)
	c.take(end.block)
	if len(c.files(t, 2)) != 1 || len(c.images) != 2 {
		t.Errorf("left are %v", slices.Sorted(maps.Keys(c.images)))
	}
	for n := range b.block { // cut anywhere, whatever that makes of it
		newCarried([]*event{{}}).take(b.block[:n])
	}
}

// TestCarriedShortLived: a thread that ended does not come back because the CPU on which it was
// created was read after the one on which it ended, in the same pass or in the next one. Another
// thread that gets its id exists.
func TestCarriedShortLived(t *testing.T) {
	c := newCarried([]*event{{}})
	pass := func(make func(b *told)) {
		var b told
		make(&b)
		c.take(b.block)
	}
	pass(func(b *told) {
		b.at = 20
		b.exit(5, 5)
		b.at = 10
		b.fork(5, 1, 5, 1)
		b.comm(5, 5, "short", 0)
		b.at = 30
		b.exit(6, 6)
	})
	if len(c.tasks) != 0 || len(c.images) != 0 {
		t.Errorf("left are %v", c.tasks)
	}
	pass(func(b *told) {
		b.at = 25
		b.fork(6, 1, 6, 1)
		b.comm(6, 6, "short", 0)
		b.at = 40
		b.fork(5, 1, 5, 1)
		b.comm(5, 5, "again", 0)
	})
	if got, want := fmt.Sprint(c.tasks), "map[5:{5 1 again}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	pass(func(b *told) {
		b.at = 30 // the times of the pass before the last no longer matter
		b.fork(6, 1, 6, 1)
	})
	if got, want := fmt.Sprint(c.tasks), "map[5:{5 1 again} 6:{6 1 }]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCarriedSwitches: the last switch of each CPU is kept, without keeping the pass.
func TestCarriedSwitches(t *testing.T) {
	c := newCarried([]*event{{ids: []uint64{40, 41}}})
	sample := func(id uint64, fill byte) []byte {
		var b block
		b.u32(unix.PERF_RECORD_SAMPLE, (recordHeader+16)<<16)
		b.u64(id)
		b.raw(bytes.Repeat([]byte{fill}, 8))
		return b
	}
	pass := slices.Concat(sample(41, 1), sample(40, 2), sample(99, 3), sample(40, 4))
	c.take(pass)
	clear(pass)
	if want := [][]byte{sample(40, 4), sample(41, 1)}; !slices.EqualFunc(c.switches, want, bytes.Equal) {
		t.Errorf("%v, want %v", c.switches, want)
	}
	c.take(sample(41, 5))
	if !bytes.Equal(c.records(), append(sample(40, 4), sample(41, 5)...)) {
		t.Errorf("%v", c.records())
	}
}

// TestKeeper: the newest passes stay, and what the others reported about programs.
func TestKeeper(t *testing.T) {
	k := &keeper{most: 200, before: newCarried([]*event{{}})}
	var size int64
	for i := range uint32(10) {
		var b told
		b.comm(i, i, "thread", 0)
		b.record(unix.PERF_RECORD_SAMPLE, 0, bytes.Repeat([]byte{byte(i)}, 16))
		size = int64(len(b.block))
		k.append(pass{int64(i), b.block})
	}
	if k.size < k.most || k.size-size >= k.most || k.size != int64(len(k.passes))*size {
		t.Errorf("%d bytes in %d passes are kept", k.size, len(k.passes))
	}
	gone := 10 - len(k.passes)
	if k.dropped != int64(gone)*size || len(k.before.tasks) != gone {
		t.Errorf("%d bytes dropped, %d threads kept of %d passes", k.dropped, len(k.before.tasks), gone)
	}
	if last := k.passes[len(k.passes)-1].data; word(last, 0) != 9 {
		t.Errorf("the last pass is %v", last)
	}
}

// TestKeeperForATime: what is kept covers the requested time, and not much more.
func TestKeeperForATime(t *testing.T) {
	k := &keeper{most: 1 << 30, span: 250, before: newCarried([]*event{{}})}
	for at := int64(0); at <= 1000; at += 100 {
		k.append(pass{at, make([]byte, recordHeader)})
	}
	// The pass at an instant covers the time since the one before.
	if len(k.passes) != 4 || k.passes[0].at != 700 || k.dropped != 7*recordHeader {
		t.Errorf("kept are %v", k.passes)
	}
}

// TestCarriedLosses: a CPU's losses are kept until it switches.
func TestCarriedLosses(t *testing.T) {
	c := newCarried([]*event{{ids: []uint64{40, 41}}})
	var b block
	lost := func(cpu uint32, n uint64) []byte {
		var b block
		b.u32(unix.PERF_RECORD_LOST, (recordHeader+16+trailer)<<16)
		b.u64(77, n)
		b.u32(1, 1, 5, 0, cpu, 0)
		b.u64(77)
		return b
	}
	switched := func(id uint64, cpu uint32) []byte {
		var b block
		b.u32(unix.PERF_RECORD_SAMPLE, (recordHeader+48)<<16)
		b.u64(id, 1, 1, 1)
		b.u32(cpu, 0)
		b.u64(1)
		return b
	}
	b.raw(switched(41, 3))
	b.raw(lost(3, 7))
	b.raw(lost(3, 8))
	b.raw(lost(2, 9))
	c.take(b)
	c = c.clone()
	if want := slices.Concat(switched(41, 3), lost(2, 9), lost(3, 8)); !bytes.Equal(c.records(), want) {
		t.Errorf("% x, want % x", c.records(), want)
	}
	c.take(switched(41, 3))
	if want := slices.Concat(switched(41, 3), lost(2, 9)); !bytes.Equal(c.records(), want) {
		t.Errorf("% x, want % x", c.records(), want)
	}
}
