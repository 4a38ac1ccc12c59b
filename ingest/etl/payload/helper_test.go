package payload

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"unicode/utf16"
)

// ansi is a string that raw writes with one byte a character.
type ansi string

// raw writes values one after another, as in payloads: numbers by their size, string as UTF-16 with
// a terminator, ansi as bytes with one, and []byte unchanged.
func raw(values ...any) []byte {
	var b []byte
	for _, v := range values {
		switch v := v.(type) {
		case []byte:
			b = append(b, v...)
		case string:
			b = append(b, units(v)...)
			b = append(b, 0, 0)
		case ansi:
			b = append(b, v...)
			b = append(b, 0)
		case float64:
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		case GUID:
			b = append(b, v[:]...)
		default:
			var err error
			if b, err = binary.Append(b, binary.LittleEndian, v); err != nil {
				panic(fmt.Sprintf("raw(%T): %v", v, err))
			}
		}
	}
	return b
}

// units writes s in UTF-16 without a terminator.
func units(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// zeros are n bytes of nothing.
func zeros(n int) []byte { return make([]byte, n) }

// kernelEvent is a decoder with the events that have it.
type kernelEvent struct {
	newDecoder func() Decoder
	hooks      []HookID
}

func on[T any, P interface {
	*T
	Decoder
}](hooks ...HookID) kernelEvent {
	return kernelEvent{func() Decoder { return P(new(T)) }, hooks}
}

// kernelEvents are the decoders of kernel events.
var kernelEvents = []kernelEvent{
	on[LogFileHeader](HookLogFileHeader),
	on[GroupMasks](HookExtension, HookEndExtension),
	on[Thread](HookThreadStart, HookThreadEnd, HookThreadDCStart, HookThreadDCEnd),
	on[CSwitch](HookCSwitch),
	on[ReadyThread](HookReadyThread),
	on[ThreadName](HookThreadName),
	on[Process](HookProcessStart, HookProcessEnd, HookProcessDCStart, HookProcessDCEnd, HookProcessDefunct),
	on[Image](HookImageLoad, HookImageUnload, HookImageDCStart, HookImageDCEnd),
	on[ImageBase](HookKernelBase, HookHypercallPage),
	on[StackWalk](HookStackWalk),
	on[StackKeyDef](HookStackKeyDeleted, HookStackKeyRundown),
	on[StackKeyRef](HookStackKeyKernel, HookStackKeyUser),
	on[SampledProfile](HookSampledProfile),
	on[ISR](HookISR, HookISRMessage),
	on[SysCallEnter](HookSysCallEnter),
	on[SysCallExit](HookSysCallExit),
	on[DPC](HookDPC, HookThreadedDPC, HookTimerDPC),
	on[Interval](HookIntervalSet, HookIntervalStart, HookIntervalEnd),
	on[DiskIO](HookDiskRead, HookDiskWrite),
	on[DiskInit](HookDiskReadInit, HookDiskWriteInit, HookDiskFlushInit),
	on[DiskFlush](HookDiskFlush),
	on[FileName](HookFileName, HookFileNameCreate, HookFileNameDelete, HookFileRundown),
	on[PageFault](HookTransitionFault, HookDemandZeroFault, HookCopyOnWrite, HookGuardPageFault,
		HookHardPageFault, HookAccessViolation),
	on[HardFault](HookHardFault),
	on[CPU](HookCPU),
	on[PhysicalDisk](HookPhysicalDisk),
}

// newAddresses are the addresses in b.
func newAddresses(b []byte, wide bool) Addresses { return Addresses{b, wide} }

// newKernelDecoder is a decoder for the event h, or nil if it has none.
func newKernelDecoder(h HookID) Decoder {
	for _, e := range kernelEvents {
		if slices.Contains(e.hooks, h) {
			return e.newDecoder()
		}
	}
	return nil
}

// otherDecoders are the decoders of everything else.
func otherDecoders() []Decoder {
	return []Decoder{
		&ImageID{}, &PDB{}, &BuildInfo{}, &PathPair{}, &ItemStack{}, &ItemStackKey{},
		&Method{}, &MethodVerbose{},
		&ContentionStart{}, &Marker{},
		&TraceLogging{}, &ProviderTraits{}, &ManifestChunk{}, &EventInfo{},
	}
}
