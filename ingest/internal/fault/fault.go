// Package fault converts the memory fault of reading a mapped file that another program has
// truncated to an error. Reading a missing page would otherwise end the process. Every goroutine
// that reads mapped bytes must guard itself.
package fault

import (
	"errors"
	"runtime/debug"
)

// ErrShrunk is the error for a mapped file that lost the bytes being read.
var ErrShrunk = errors.New("the file was truncated while it was being read")

// Guard sets *err to ErrShrunk when the deferring function reads mapped memory that is gone. Use
// as: defer fault.Guard(&err)().
func Guard(err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // only memory faults have an address
			*err = ErrShrunk
		default:
			panic(r)
		}
	}
}
