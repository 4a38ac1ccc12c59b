//go:build !linux

package record

import "fmt"

func checkTree(string) error { return fmt.Errorf("%w: a process alone on Linux only", ErrUnsupported) }
