package controller

import (
	"testing"

	"threadlens/ingest/etl/payload"
)

// TestStackEvents: the events that get stacks are those that the reader of the files
// knows by the same class and type.
func TestStackEvents(t *testing.T) {
	for _, x := range []struct {
		event ClassicEvent
		want  payload.HookID
	}{
		{StackSwitch, payload.HookCSwitch},
		{StackReady, payload.HookReadyThread},
		{StackThreadStart, payload.HookThreadStart},
		{StackSample, payload.HookSampledProfile},
		{StackSystemCall, payload.HookSysCallEnter},
	} {
		if got, ok := payload.ClassHook(payload.GUID(x.event.Class), x.event.Type); !ok || got != x.want {
			t.Errorf("%v type %d is %v, want %v", payload.GUID(x.event.Class), x.event.Type, got, x.want)
		}
	}
}
