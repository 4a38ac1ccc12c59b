package payload

import "testing"

// TestHotDecodersAllocateNothing checks the decoders of the most frequent events.
func TestHotDecodersAllocateNothing(t *testing.T) {
	b := zeros(64)
	for _, l := range []Layout{narrow, wide} {
		var (
			cswitch CSwitch
			ready   ReadyThread
			walk    StackWalk
			key     StackKeyRef
			sample  SampledProfile
			dpc     DPC
			isr     ISR
			enter   SysCallEnter
			exit    SysCallExit
			disk    DiskIO
			fault   HardFault
			thread  Thread
			sum     uint64
		)
		n := testing.AllocsPerRun(10, func() {
			cswitch.Decode(b, l)
			ready.Decode(b, l)
			walk.Decode(b, l)
			for i := range walk.Frames.Len() {
				sum += walk.Frames.At(i)
			}
			key.Decode(b, l)
			sample.Decode(b, l)
			dpc.Decode(b, l)
			isr.Decode(b, l)
			enter.Decode(b, l)
			exit.Decode(b, l)
			disk.Decode(b, l)
			fault.Decode(b, l)
			thread.Decode(b, Layout{Version: 2, Wide: false})
		})
		if n != 0 {
			t.Errorf("%+v: %v allocations", l, n)
		}
	}
}
