//go:build !linux && !windows

package live

import "threadlens/ingest/record"

// Ending is the file name ending of what Watching.Save makes.
const Ending = ".tltxt"

func watch(Options, func(*Moment, error)) (*Watching, error) { return nil, record.ErrUnsupported }
