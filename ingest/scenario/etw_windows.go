//go:build windows && (amd64 || arm64)

package scenario

import (
	"fmt"
	"runtime"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

// etw is a provider of events (Windows SDK, evntprov.h).
type etw struct {
	isEnabled, writeTransfer, unregister uintptr // functions of advapi32
	handle                               uintptr
	pid                                  uint32
	traits                               []byte
	schemas                              [message + 1][]byte

	mu    sync.Mutex // guards event
	event *etwEvent
}

// etwEvent is the memory in which an event is composed. It is on the heap, whose addresses do not
// change, unlike those on stacks: an EVENT_DESCRIPTOR, two GUIDs, three EVENT_DATA_DESCRIPTORs, and
// the data of the last of those.
type etwEvent struct {
	descriptor        etwDescriptor
	activity, related [16]byte
	data              [3]etwData
	fields            [maxLine]byte
}

var etwOpcodes = [...]byte{begin: 1, step: 10, end: 2, flag: 0, message: 11}

type etwDescriptor struct {
	id      uint16
	version uint8
	channel uint8
	level   uint8
	opcode  uint8
	task    uint16
	keyword uint64
}

type etwData struct {
	address uint64
	size    uint32
	kind    uint32
}

const (
	etwChannel    = 11 // of self-describing events
	etwLevel      = 4  // information
	etwDataSchema = 1  // kinds of data
	etwDataTraits = 2
	etwSetTraits  = 2 // a class of EventSetInformation
)

func openSystem(*Options) (sink, error) {
	dll := windows.NewLazySystemDLL("advapi32.dll")
	e := &etw{pid: windows.GetCurrentProcessId(), event: &etwEvent{}, traits: etwTraits()}
	var register uintptr
	for name, to := range map[string]*uintptr{
		"EventRegister": &register, "EventUnregister": &e.unregister, "EventProviderEnabled": &e.isEnabled, "EventWriteTransfer": &e.writeTransfer,
	} {
		p := dll.NewProc(name)
		if err := p.Find(); err != nil {
			return nil, fmt.Errorf("scenario: no way to mark: %w", err)
		}
		*to = p.Addr()
	}
	for k := range e.schemas {
		e.schemas[k] = etwSchema(kind(k))
	}
	guid := windows.GUID{Data1: 0xd6434340, Data2: 0x9934, Data3: 0x574f, Data4: [8]byte{0x04, 0x99, 0x97, 0x09, 0x31, 0x9a, 0x48, 0xb8}}
	code, _, _ := syscall.SyscallN(register, uintptr(unsafe.Pointer(&guid)), 0, 0, uintptr(unsafe.Pointer(&e.handle)))
	if code != 0 {
		return nil, fmt.Errorf("scenario: no way to mark: %w", syscall.Errno(code))
	}
	// Windows before version 8 does not have it; the traits go with each event anyway.
	if set := dll.NewProc("EventSetInformation"); set.Find() == nil {
		_, _, _ = syscall.SyscallN(set.Addr(), e.handle, etwSetTraits, uintptr(unsafe.Pointer(&e.traits[0])), uintptr(len(e.traits)))
	}
	return e, nil
}

// heard asks the system, which caches the answer in the process.
func (e *etw) heard(time.Duration) bool {
	on, _, _ := syscall.SyscallN(e.isEnabled, e.handle, etwLevel, 0)
	return byte(on) != 0
}

func (e *etw) write(m mark) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	x := e.event
	x.descriptor = etwDescriptor{channel: etwChannel, level: etwLevel, opcode: etwOpcodes[m.kind]}
	x.activity, x.related = etwActivity(e.pid, m.id), etwActivity(e.pid, m.parent)
	fields := appendEvent(x.fields[:0], &m)
	schema := e.schemas[m.kind]
	x.data = [...]etwData{
		{address(e.traits), uint32(len(e.traits)), etwDataTraits},
		{address(schema), uint32(len(schema)), etwDataSchema},
		{address(fields), uint32(len(fields)), 0},
	}
	var related uintptr
	if m.parent != 0 {
		related = uintptr(unsafe.Pointer(&x.related))
	}
	code, _, _ := syscall.SyscallN(e.writeTransfer, e.handle, uintptr(unsafe.Pointer(&x.descriptor)),
		uintptr(unsafe.Pointer(&x.activity)), related, uintptr(len(x.data)), uintptr(unsafe.Pointer(&x.data)))
	runtime.KeepAlive(e)
	return code == 0
}

// address is the address of bytes on the heap.
func address(b []byte) uint64 { return uint64(uintptr(unsafe.Pointer(&b[0]))) }

func (e *etw) close() error {
	if code, _, _ := syscall.SyscallN(e.unregister, e.handle); code != 0 {
		return fmt.Errorf("scenario: %w", syscall.Errno(code))
	}
	return nil
}
