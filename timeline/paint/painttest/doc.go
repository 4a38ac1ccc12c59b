// Package painttest helps tests of pictures: it draws lists plainly, from what paint says of
// its parts and not as paint does it, measures colours as eyes see them, and makes lanes at
// random.
package painttest
