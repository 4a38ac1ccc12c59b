package record

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Features of a file by number (tools/perf, perf.data-file-format.txt).
const (
	featTracingData = 1
	featHostname    = 3
	featRelease     = 4
	featVersion     = 5
	featArch        = 6
	featCPUs        = 7
	featCPUDesc     = 8
	featMemory      = 10
	featCommand     = 11
	featEvents      = 12
	featTopology    = 13
	featClock       = 23
	featCompressed  = 27
	featClockData   = 29
	// featRecorder describes the recorder: {u64 recorderMagic, u64 its id, u64 time since which all
	// events were kept, 0 for all, u64 samples that were left out, u64 CPU time of recording one
	// event, ns, 0 where it was not measured}. Only Threadlens knows it (ingest/perfdata); other
	// tools skip features that they do not know.
	featRecorder = 63
	// featDescriptors lists the descriptors that processes had open as the recording began, see
	// openFiles; it begins with recorderMagic too.
	featDescriptors = 62
	// featKernel names the kernel functions in call stacks, see kernelFrames.
	featKernel = 61
	// featSurroundings holds what is known of processes and of quotas of CPU time, see
	// surroundings.
	featSurroundings = 60
	// featDisks names the block devices, see diskNames.
	featDisks = 59
)

const recorderMagic = "TLRECORD"

// recorderFacts are what a recording states about itself: from which time on this process kept all
// events, ns, 0 for all, how many samples of other recordings are left out (see ownIDs), and the
// cost of an event (see eventCost).
type recorderFacts struct {
	keptFrom, leftOut int64
	eventCost         time.Duration
}

func (r recorderFacts) feature() []byte {
	var b block
	b.raw([]byte(recorderMagic))
	b.u64(uint64(os.Getpid()), uint64(r.keptFrom), uint64(r.leftOut), uint64(r.eventCost))
	return b
}

// features describe the machine and the recording.
func features(said []string, by recorderFacts, events []*event) map[int][]byte {
	list := map[int][]byte{}
	set := func(bit int, fill func(b *block)) {
		var b block
		fill(&b)
		list[bit] = b
	}
	var uts unix.Utsname
	if unix.Uname(&uts) == nil {
		set(featHostname, func(b *block) { b.text(unix.ByteSliceToString(uts.Nodename[:])) })
		set(featRelease, func(b *block) { b.text(unix.ByteSliceToString(uts.Release[:])) })
		set(featArch, func(b *block) { b.text(unix.ByteSliceToString(uts.Machine[:])) })
	}
	set(featVersion, func(b *block) { b.text("threadlens") })
	set(featCPUs, func(b *block) { b.u32(uint32(configuredCPUs()), uint32(runtime.NumCPU())) })
	if name := infoOf("/proc/cpuinfo", "model name"); name != "" {
		set(featCPUDesc, func(b *block) { b.text(name) })
	}
	if kib, err := strconv.ParseUint(strings.TrimSuffix(infoOf("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		set(featMemory, func(b *block) { b.u64(kib) })
	}
	if slices.ContainsFunc(events, func(e *event) bool { return e.calls }) {
		list[featKernel] = roomForNames()
	}
	list[featCommand] = commandLine(said)
	list[featRecorder] = by.feature()
	list[featDisks] = diskNames(blockDevices)
	set(featEvents, func(b *block) {
		b.u32(uint32(len(events)), events[0].attr.Size)
		for _, e := range events {
			b.raw(attrBytes(&e.attr))
			b.u32(uint32(len(e.ids)))
			b.text(e.name)
			b.u64(e.ids...)
		}
	})
	if topology := topology(); topology != nil {
		list[featTopology] = topology
	}
	var resolution, mono, wall unix.Timespec
	if unix.ClockGetres(unix.CLOCK_MONOTONIC, &resolution) == nil {
		set(featClock, func(b *block) { b.u64(uint64(resolution.Nano())) })
	}
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &mono) == nil && unix.ClockGettime(unix.CLOCK_REALTIME, &wall) == nil {
		set(featClockData, func(b *block) {
			b.u32(1, unix.CLOCK_MONOTONIC)
			b.u64(uint64(wall.Nano()), uint64(mono.Nano()))
		})
	}
	return list
}

// commandLine is the feature that holds the command of the recording.
func commandLine(words []string) []byte {
	var b block
	b.u32(uint32(len(words)))
	for _, word := range words {
		b.text(word)
	}
	return b
}

// infoOf is the text after a key in a file of the kernel, on the first line that begins with it, ""
// for none.
func infoOf(path, key string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// cpuFile is a file that describes a CPU.
func cpuFile(cpu int, name string) string {
	return filepath.Join("/sys/devices/system/cpu", fmt.Sprintf("cpu%d", cpu), name)
}

// configuredCPUs is one more than the highest possible CPU number.
func configuredCPUs() int {
	text, err := os.ReadFile("/sys/devices/system/cpu/present")
	if list, errList := parseCPUs(string(text)); err == nil && errList == nil {
		return list[len(list)-1] + 1
	}
	return runtime.NumCPU()
}

// topology describes which CPUs share a core, and a package; nil where the system does not report
// it.
func topology() []byte {
	var b, numbers block
	lists := map[string][]string{}
	n := configuredCPUs()
	for cpu := range n {
		for _, name := range []string{"core_siblings_list", "thread_siblings_list"} {
			text, err := os.ReadFile(cpuFile(cpu, "topology/"+name))
			if err != nil {
				return nil
			}
			if s := strings.TrimSpace(string(text)); !slices.Contains(lists[name], s) {
				lists[name] = append(lists[name], s)
			}
		}
		core, okCore := numberIn(cpuFile(cpu, "topology/core_id"))
		socket, okSocket := numberIn(cpuFile(cpu, "topology/physical_package_id"))
		if !okCore || !okSocket {
			return nil
		}
		numbers.u32(core, socket)
	}
	for _, name := range []string{"core_siblings_list", "thread_siblings_list"} {
		b.u32(uint32(len(lists[name])))
		for _, s := range lists[name] {
			b.text(s)
		}
	}
	b.raw(numbers)
	return b
}

// numberIn is the number in a file of the kernel; ok is false where it has none.
func numberIn(path string) (n uint32, ok bool) {
	text, err := os.ReadFile(path)
	number, errNumber := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32)
	return uint32(number), err == nil && errNumber == nil
}
