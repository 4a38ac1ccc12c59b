package frames

import (
	"testing"

	"threadlens/ingest/etl/payload"
)

func TestImageChange(t *testing.T) {
	for h, want := range map[payload.HookID]Change{
		payload.HookImageLoad:    Load,
		payload.HookImageUnload:  Unload,
		payload.HookImageDCStart: Rundown,
		payload.HookImageDCEnd:   Rundown,
	} {
		if c, ok := ImageChange(h); c != want || !ok {
			t.Errorf("%v is %d, %v, want %d", h, c, ok, want)
		}
	}
	for _, h := range []payload.HookID{payload.HookKernelBase, payload.HookProcessStart, payload.HookOf(payload.GroupImage, 10)} {
		if _, ok := ImageChange(h); ok {
			t.Errorf("%v is no event of images", h)
		}
	}
}

func TestChangesOfTheRuntime(t *testing.T) {
	none := Change(0xFF)
	for _, c := range []struct {
		id                        uint16
		method, methodRundown     Change
		moduleChange, moduleAtEnd Change
	}{
		{140, none, none, none, none},
		{141, Load, Rundown, none, none},
		{142, Unload, Rundown, none, none},
		{143, Load, Rundown, none, none},
		{144, Unload, Rundown, none, none},
		{145, none, none, none, none},
		{151, none, none, none, none},
		{152, none, none, Load, none},
		{153, none, none, Unload, Rundown},
		{154, none, none, none, Rundown},
		{155, none, none, none, none},
	} {
		for _, f := range []struct {
			name     string
			change   func(payload.GUID, uint16) (Change, bool)
			provider payload.GUID
			want     Change
		}{
			{"method", MethodChange, payload.ProviderCLR, c.method},
			{"method of a rundown", MethodChange, payload.ProviderCLRRundown, c.methodRundown},
			{"module", ModuleChange, payload.ProviderCLR, c.moduleChange},
			{"module of a rundown", ModuleChange, payload.ProviderCLRRundown, c.moduleAtEnd},
			{"method of others", MethodChange, payload.ProviderTPL, none},
			{"module of others", ModuleChange, payload.ProviderTPL, none},
		} {
			got, ok := f.change(f.provider, c.id)
			if !ok {
				got = none
			}
			if got != f.want {
				t.Errorf("%s, event %d: %d, want %d", f.name, c.id, got, f.want)
			}
		}
	}
}
