// Package gauge has code whose tests notice some changes and others not.
package gauge

import "time"

// Level is tested on both sides of its limit.
func Level(n int) string {
	if n < 10 {
		return "low"
	}
	return "high"
}

// Late is tested far from its limit only.
func Late(d time.Duration) bool { return d > 5*time.Second }

// Sum hangs when its step is lost.
func Sum(list []int) (sum int) {
	for i := 0; ; {
		if i == len(list) {
			return sum
		}
		sum += list[i]
		i++
	}
}

// Untested is called by nothing.
func Untested(a, b bool) bool { return a && b }

// Kept is tested by another package.
func Kept(a, b int) int { return a - b }
