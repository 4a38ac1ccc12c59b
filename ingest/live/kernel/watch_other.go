//go:build !windows || !cgo

package kernel

import "context"

// Watch would deliver what the threads of this machine do; here it returns ErrUnsupported.
func Watch(context.Context, Options, func(Batch) error) error { return ErrUnsupported }
