//go:build !linux

package record

import "fmt"

func checkTree(string) error {
	return fmt.Errorf("%w: recording a single process with its child processes is supported only on Linux", ErrUnsupported)
}
