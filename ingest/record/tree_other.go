//go:build !linux

package record

import "fmt"

func checkTree(string) error {
	return fmt.Errorf("%w: recording only one process and its child processes is supported only on Linux", ErrUnsupported)
}
