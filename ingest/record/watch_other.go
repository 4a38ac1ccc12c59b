//go:build !linux

package record

type watcher struct{}

func (*watcher) save(string) error { return ErrUnsupported }

func watch(*WatchOptions, func(*Cut)) (*Watcher, error) { return nil, ErrUnsupported }
