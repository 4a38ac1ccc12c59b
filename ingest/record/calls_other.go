//go:build !linux

package record

// calls reports whether the calls in which threads wait are taken from call stacks.
func (o *Options) calls() bool { return false }

func callsShown() bool { return false }
