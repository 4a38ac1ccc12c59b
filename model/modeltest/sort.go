package modeltest

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// sortBy sorts stably by a time.
func sortBy[T any](s []T, key func(T) model.Time) {
	slices.SortStableFunc(s, func(a, b T) int { return cmp.Compare(key(a), key(b)) })
}
