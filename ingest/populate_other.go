//go:build !linux

package ingest

import "errors"

// populate is not to be had here: pages are mapped when they are touched.
func populate([]byte) error { return errors.ErrUnsupported }
