// Package fault turns the memory fault of reading a mapped file that another
// program has cut short into an error. Reading a page of it that is gone would
// end the process otherwise. Every goroutine that reads mapped bytes has to
// guard itself.
package fault

import (
	"errors"
	"runtime/debug"
)

// ErrShrunk is the error of a mapped file that lost the bytes being read.
var ErrShrunk = errors.New("the file was cut short while it was being read")

// Guard makes *err an ErrShrunk when the function that defers it reads mapped
// memory that is gone. Use as: defer fault.Guard(&err)().
func Guard(err *error) func() {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // only memory faults know an address
			*err = ErrShrunk
		default:
			panic(r)
		}
	}
}
