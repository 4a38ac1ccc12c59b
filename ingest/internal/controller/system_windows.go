package controller

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Windows is the real System.
func Windows() System {
	lib := windows.NewLazySystemDLL("advapi32.dll")
	return &system{
		start: lib.NewProc("StartTraceW"), control: lib.NewProc("ControlTraceW"), all: lib.NewProc("QueryAllTracesW"),
		set: lib.NewProc("TraceSetInformation"), get: lib.NewProc("TraceQueryInformation"), enable: lib.NewProc("EnableTraceEx2"),
	}
}

type system struct {
	start, control, all, set, get, enable *windows.LazyProc
}

// call calls a function, if the system has it. The objects to which the arguments point do not move
// until the call returns.
//
//go:uintptrescapes
func call(p *windows.LazyProc, args ...uintptr) Code {
	if p.Find() != nil {
		return codeNoCall
	}
	r, _, _ := p.Call(args...)
	return Code(r)
}

// Start implements System.
func (s *system) Start(name string, b *Block) (handle uint64, code Code) {
	wide, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return 0, codeInvalid
	}
	code = call(s.start, uintptr(unsafe.Pointer(&handle)), uintptr(unsafe.Pointer(wide)), uintptr(unsafe.Pointer(b)))
	return handle, code
}

// Control implements System.
func (s *system) Control(handle uint64, name string, b *Block, what Control) Code {
	var wide *uint16
	if handle == 0 {
		var err error
		if wide, err = windows.UTF16PtrFromString(name); err != nil {
			return codeInvalid
		}
	}
	return call(s.control, uintptr(handle), uintptr(unsafe.Pointer(wide)), uintptr(unsafe.Pointer(b)), uintptr(what))
}

// All implements System.
func (s *system) All(blocks []*Block) (n int, code Code) {
	var found uint32
	code = call(s.all, uintptr(unsafe.Pointer(unsafe.SliceData(blocks))), uintptr(len(blocks)), uintptr(unsafe.Pointer(&found)))
	return int(found), code
}

// Set implements System.
func (s *system) Set(handle uint64, what Info, data []byte) Code {
	return call(s.set, uintptr(handle), uintptr(what), uintptr(unsafe.Pointer(unsafe.SliceData(data))), uintptr(len(data)))
}

// Get implements System.
func (s *system) Get(handle uint64, what Info, data []byte) Code {
	return call(s.get, uintptr(handle), uintptr(what), uintptr(unsafe.Pointer(unsafe.SliceData(data))), uintptr(len(data)), 0)
}

// Enable implements System.
func (s *system) Enable(handle uint64, what Taking, p *Provider, wait uint32) Code {
	return call(s.enable, uintptr(handle), uintptr(unsafe.Pointer(&p.GUID)), uintptr(what), uintptr(p.Level), uintptr(p.Keywords), 0, uintptr(wait), 0)
}

// Runs implements System. Where it is unknown the answer is that it does.
func (s *system) Runs(o Owner) bool {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, o.PID)
	if err != nil {
		return !errors.Is(err, windows.ERROR_INVALID_PARAMETER) // there is no such process
	}
	defer windows.CloseHandle(h)
	var exit uint32
	if windows.GetExitCodeProcess(h, &exit) == nil && exit != stillActive {
		return false
	}
	created, err := createdAt(h)
	return err != nil || created == o.Created
}

// stillActive is the exit code of a process that runs (STATUS_PENDING).
const stillActive = 259

func createdAt(process windows.Handle) (uint64, error) {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(process, &created, &exited, &kernel, &user); err != nil {
		return 0, err
	}
	return uint64(created.HighDateTime)<<32 | uint64(created.LowDateTime), nil
}

// Self is this process.
func Self() Owner {
	created, _ := createdAt(windows.CurrentProcess()) // 0 would still be a name of one process
	return Owner{windows.GetCurrentProcessId(), created}
}
