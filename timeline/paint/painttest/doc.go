// Package painttest helps tests of pictures: it draws lists in the simplest way, from the
// documentation of paint and not with its code, measures colours as eyes see them, and makes
// random lanes.
package painttest
