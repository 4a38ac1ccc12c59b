// Package use tests another package.
package use

import "gauge"

// Two is 3 - 1.
func Two() int { return gauge.Kept(3, 1) }
