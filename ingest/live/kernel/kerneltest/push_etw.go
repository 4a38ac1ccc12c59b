//go:build windows && cgo

package kerneltest

/*
#include <windows.h>
#include <evntcons.h>

// What package etw gives to OpenTraceW. It is there once the program is linked, which
// is what weak says.
extern void stdcallHandleEvent(PEVENT_RECORD record) __attribute__((weak));

static int push(void *head, void *data, unsigned long long context) {
	PEVENT_RECORD record = head;
	if (stdcallHandleEvent == NULL)
		return 0;
	record->UserData = data;
	record->UserContext = (PVOID)(ULONG_PTR)context;
	stdcallHandleEvent(record);
	return 1;
}
*/
import "C"

import (
	"errors"
	_ "unsafe" // for go:linkname

	"github.com/Velocidex/etw"
)

// Package etw finds a session by the number that the system passes back.
//
//go:linkname newCallbackKey github.com/Velocidex/etw.newCallbackKey
func newCallbackKey(*etw.Session) uintptr

//go:linkname freeCallbackKey github.com/Velocidex/etw.freeCallbackKey
func freeCallbackKey(uintptr)

// Push delivers events to a session, as the system does: in separate memory, one after another,
// through the callback of package etw.
func Push(s *etw.Session, events []Event) error {
	key := newCallbackKey(s)
	defer freeCallbackKey(key)
	for i := range events {
		h := events[i].Head()
		head, data := C.CBytes(h[:]), C.CBytes(events[i].Body)
		ok := C.push(head, data, C.ulonglong(key))
		C.free(head)
		C.free(data)
		if ok == 0 {
			return errors.New("kerneltest: package etw has no callback of the name that is known")
		}
	}
	return nil
}
