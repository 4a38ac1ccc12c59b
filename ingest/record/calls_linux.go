package record

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// The system call in which a thread waits is known from the kernel's part of its call stack as it
// leaves its CPU, and the call's arguments from the program's registers, which the kernel has
// saved. That costs nothing where no thread waits.

// argumentRegisters are the registers in which programs pass the arguments of system calls to the
// kernel, as bits of attr.sample_regs_user (arch/*/include/uapi/asm/perf_regs.h): on x86 di, si,
// dx, r10 and r8.
var argumentRegisters = map[string]uint64{
	"amd64": 1<<5 | 1<<4 | 1<<3 | 1<<18 | 1<<16,
	"arm64": 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<4,
}

// blocking reports whether the calls in which threads wait are known from call stacks, where they
// are not recorded as events of their own.
func (o *Options) blocking() bool {
	return o.stacksDo() && argumentRegisters[runtime.GOARCH] != 0 && kernelShown()
}

// stacksDo reports whether call stacks show what is requested.
func (o *Options) stacksDo() bool {
	return slices.Contains(o.Groups, Waits) && !slices.Contains(o.Groups, Calls) && !slices.Contains(o.Groups, Syscalls) && !o.Tree
}

// kernelShown reports whether this user may see the addresses of kernel functions.
func kernelShown() bool {
	f, err := os.Open(kallsyms)
	if err != nil {
		return false
	}
	defer f.Close()
	line, err := bufio.NewReader(f).ReadBytes(' ')
	return err == nil && len(bytes.Trim(line, "0 ")) > 0
}

const kallsyms = "/proc/kallsyms"

// showCalls makes an event record the kernel's call stack, and the arguments of the call that the
// thread is in.
func (e *event) showCalls(whole bool) {
	e.attr.Sample_type |= unix.PERF_SAMPLE_CALLCHAIN | unix.PERF_SAMPLE_REGS_USER
	e.attr.Sample_regs_user = argumentRegisters[runtime.GOARCH]
	if !whole {
		e.attr.Bits |= unix.PerfBitExcludeCallchainUser
	}
	e.calls = true
}

// wakeFrames is how many functions the stack of a wake shows, at most. Each one takes time at each
// wake. On Linux 6.18 the 20th, __local_bh_enable_ip, shows that a thread that sends to its own
// machine wakes the receiver itself; most other wakes have fewer than 20 up to the call.
const wakeFrames = 24

// maxStackPath holds the kernel's limit on the functions in a stack. It refuses an event that
// requests more.
const maxStackPath = "/proc/sys/kernel/perf_event_max_stack"

// cutStack limits the functions in an event's stacks, where the kernel's own limit, in the file at
// path, is larger.
func (e *event) cutStack(frames int, path string) {
	if most, ok := numberIn(path); ok && int(most) > frames {
		e.attr.Sample_max_stack = uint16(frames)
	}
}

// Places in samples with call stacks: all of them begin with sampleFields, of 8 bytes each.
const (
	chainCount = recordHeader + 6*8
	chainBegin = chainCount + 8
)

// How many kernel functions in call stacks are kept, and how many stacks are examined.
const (
	maxChains    = 1 << 16
	maxAddresses = 1 << 15
)

// kernelFrames are the kernel addresses in call stacks. Each stack is examined once.
type kernelFrames struct {
	chains    map[uint64]struct{} // by a hash
	addresses map[uint64]struct{}
	functions []function // of the kernel, by address
	named     int        // how many of the addresses are in the file
}

// namesSize is the space that a file reserves for the functions while recording: after a kill it
// holds those met by then. At the end a longer list goes behind the records.
const namesSize = 64 << 10

// roomForNames is the empty feature.
func roomForNames() []byte { return make([]byte, namesSize) }

// meet examines a call stack.
func (k *kernelFrames) meet(chain []byte) {
	hash := uint64(len(chain))
	for b := chain; len(b) >= 8; b = b[8:] {
		hash = (hash ^ binary.NativeEndian.Uint64(b)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	if _, met := k.chains[hash]; met || len(k.chains) >= maxChains {
		return
	}
	if k.chains == nil {
		k.chains, k.addresses = map[uint64]struct{}{}, map[uint64]struct{}{}
	}
	k.chains[hash] = struct{}{}
	const marker = ^uint64(4095 - 1) // PERF_CONTEXT_MAX: anything above is not an address
	for b := chain; len(b) >= 8; b = b[8:] {
		if addr := binary.NativeEndian.Uint64(b); addr >= 1<<63 && addr < marker && len(k.addresses) < maxAddresses {
			k.addresses[addr] = struct{}{}
		}
	}
}

// find reads the functions of the kernel: it takes a tenth of a second, before anything is
// recorded.
func (k *kernelFrames) find() error {
	text, err := os.ReadFile(kallsyms)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	k.functions = parseFunctions(text)
	return nil
}

// name writes the functions met since the last call to the file, as far as there is room.
func (k *kernelFrames) name(f *file) error {
	if len(k.addresses) == k.named {
		return nil
	}
	k.named = len(k.addresses)
	names := k.feature()
	if len(names) > namesSize {
		return nil
	}
	return f.change(featKernel, append(names, make([]byte, namesSize-len(names))...))
}

// feature names the functions met, {u64 begin, u64 end, text} each.
func (k *kernelFrames) feature() []byte {
	functions := k.functions
	met := make([]uint64, 0, len(k.addresses))
	for addr := range k.addresses {
		met = append(met, addr)
	}
	slices.Sort(met)
	var b block
	b.raw([]byte(recorderMagic))
	last := -1
	for _, addr := range met {
		i, ok := slices.BinarySearchFunc(functions, addr, func(f function, a uint64) int { return cmp.Compare(f.begin, a) })
		if !ok {
			i--
		}
		if i <= last || i+1 >= len(functions) {
			continue
		}
		last = i
		b.u64(functions[i].begin, functions[i+1].begin)
		b.text(functions[i].name)
	}
	return b
}

// function is a function of the kernel.
type function struct {
	begin uint64
	name  string
}

// parseFunctions reads the functions in kallsyms, {address, type, name} a line, by address; of
// several names of one address the first.
func parseFunctions(text []byte) (list []function) {
	for len(text) > 0 {
		line, rest, _ := bytes.Cut(text, []byte("\n"))
		text = rest
		const kind = 17 // after 16 digits and a blank
		if len(line) < kind+3 || !bytes.ContainsRune([]byte("tTwW"), rune(line[kind])) {
			continue
		}
		begin, err := strconv.ParseUint(string(line[:kind-1]), 16, 64)
		name, _, _ := bytes.Cut(line[kind+2:], []byte("\t")) // of a module
		if err == nil {
			list = append(list, function{begin, string(name)})
		}
	}
	slices.SortStableFunc(list, func(a, b function) int { return cmp.Compare(a.begin, b.begin) })
	return slices.CompactFunc(list, func(a, b function) bool { return a.begin == b.begin })
}
