//go:build !linux

package ingest

import "errors"

// populate is not available here: pages are mapped when they are touched.
func populate([]byte) error { return errors.ErrUnsupported }
