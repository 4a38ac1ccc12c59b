//go:build !windows || !cgo

package kernel

import (
	"context"
	"errors"
	"testing"
)

// TestUnsupported: a build that cannot watch reports that immediately.
func TestUnsupported(t *testing.T) {
	err := Watch(context.Background(), Options{}, func(Batch) error { t.Error("a batch"); return nil })
	if !errors.Is(err, ErrUnsupported) {
		t.Error(err)
	}
}
