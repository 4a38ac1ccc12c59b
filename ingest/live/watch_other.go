//go:build !linux && !windows

package live

import "threadlens/ingest/record"

// Ending is that of the files that Watching.Save makes.
const Ending = ".tltxt"

func watch(Options, func(*Moment, error)) (*Watching, error) { return nil, record.ErrUnsupported }
