//go:build !windows || !cgo

package kernel

import "context"

// Watch tells what the threads of this machine do until ctx ends, on the goroutine
// that calls it; it gets ErrUnsupported here.
func Watch(context.Context, Options, func(Batch) error) error { return ErrUnsupported }
