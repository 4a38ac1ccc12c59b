// Package wire reads integers and strings from untrusted bytes.
//
// Order is a byte order that costs one predictable branch, for fields whose place has been checked
// beforehand. Cursor reads through a block whose contents cannot be trusted: it never reads
// outside, and it remembers the first place where it would have had to.
package wire
