//go:build !linux

package record

import "fmt"

func checkTree(string) error {
	return fmt.Errorf("%w: a process can be recorded alone only on Linux", ErrUnsupported)
}
