package frames

import (
	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/spaces"
)

// Change is what an event reports about an image, a method or a module.
type Change = spaces.Change

// The changes. A rundown at the start of a recording and one at its end mean the same: what is
// listed is there now. It has been since the last thing known in its place, or else since before
// the trace, and it stays until another event changes that.
const (
	Load    = spaces.Load   // it appears
	Unload  = spaces.Unload // it disappears
	Rundown = spaces.Listed // it is there
)

// ImageChange is what a kernel event reports about the image in its payload; false if the event is
// not about images.
func ImageChange(h payload.HookID) (c Change, ok bool) {
	switch h {
	case payload.HookImageLoad:
		return Load, true
	case payload.HookImageUnload:
		return Unload, true
	case payload.HookImageDCStart, payload.HookImageDCEnd:
		return Rundown, true
	}
	return 0, false
}

// MethodChange is what an event of the .NET runtime reports about the method in its payload; false
// if the event is not about methods.
func MethodChange(provider payload.GUID, id uint16) (c Change, ok bool) {
	if id < payload.CLRMethodLoad || id > payload.CLRMethodUnloadVerbose {
		return 0, false
	}
	switch {
	case provider == payload.ProviderCLRRundown:
		return Rundown, true
	case provider != payload.ProviderCLR:
		return 0, false
	case id == payload.CLRMethodLoad || id == payload.CLRMethodLoadVerbose:
		return Load, true
	}
	return Unload, true
}

// ModuleChange is what an event of the .NET runtime reports about the module in its payload; false
// if the event is not about modules, or only about a module's part in an application domain.
func ModuleChange(provider payload.GUID, id uint16) (c Change, ok bool) {
	switch {
	case provider == payload.ProviderCLR && id == payload.CLRModuleLoad:
		return Load, true
	case provider == payload.ProviderCLR && id == payload.CLRModuleUnload:
		return Unload, true
	case provider == payload.ProviderCLRRundown && (id == payload.CLRModuleDCStart || id == payload.CLRModuleDCEnd):
		return Rundown, true
	}
	return 0, false
}
