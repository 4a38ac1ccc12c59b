package findings

import "sync"

// onceBy keeps what several rules ask for, so that it is computed once. The zero
// value is ready for use.
type onceBy[K comparable, V any] struct {
	mu    sync.Mutex
	known map[K]func() V
}

// get is what find tells for a key; who asks meanwhile waits for it.
func (o *onceBy[K, V]) get(key K, find func() V) V {
	o.mu.Lock()
	once, ok := o.known[key]
	if !ok {
		if o.known == nil {
			o.known = map[K]func() V{}
		}
		once = sync.OnceValue(find)
		o.known[key] = once
	}
	o.mu.Unlock()
	return once()
}
