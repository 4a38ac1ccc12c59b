package controller

import (
	"testing"

	"threadlens/ingest/etl/payload"
)

// TestStackEvents: the events that get stacks are those that the reader knows by the same class and
// type.
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

// TestProviders: the requested providers are those that the reader knows.
func TestProviders(t *testing.T) {
	for _, x := range []struct {
		asked GUID
		known payload.GUID
	}{
		{Marks()[1].GUID, payload.ProviderMarkers},
		{Methods().GUID, payload.ProviderCLR},
		{ModulesThere().GUID, payload.ProviderCLRRundown},
		{MethodsThere().GUID, payload.ProviderCLRRundown},
	} {
		if payload.GUID(x.asked) != x.known || x.asked.String() != x.known.String() {
			t.Errorf("%v is asked for, %v is known", x.asked, x.known)
		}
	}
}
