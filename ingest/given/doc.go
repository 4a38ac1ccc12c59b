// Package given opens the files that users and traces name. Such a name may be anything: a pipe
// that nobody writes to, a device that never ends, a socket. None of them keeps the program
// waiting.
package given
