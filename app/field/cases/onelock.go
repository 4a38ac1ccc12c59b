//go:build ignore

// Goroutines that compute inside one mutex most of the time.
package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

func spend(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
	}
}

func main() {
	var lock sync.Mutex
	var all sync.WaitGroup
	begin := time.Now()
	for range 4 {
		all.Go(func() {
			for time.Since(begin) < 2*time.Second {
				lock.Lock()
				spend(3 * time.Millisecond)
				lock.Unlock()
				spend(10 * time.Microsecond)
			}
		})
	}
	all.Wait()
	took := time.Since(begin)
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	ran := time.Duration(use.Utime.Nano() + use.Stime.Nano())
	text := fmt.Sprintf("ran %d ns\ncpus %.3f\n", ran, float64(ran)/float64(took))
	if err := os.WriteFile(os.Args[1], []byte(text), 0o600); err != nil {
		panic(err)
	}
}
