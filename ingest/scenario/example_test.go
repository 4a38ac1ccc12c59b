package scenario_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"

	"threadlens/ingest/scenario"
)

// A program that marks its requests. Open in place of Create makes them part of a
// recording of the system.
func Example() {
	dir, err := os.MkdirTemp("", "scenario")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	r, err := scenario.Create(filepath.Join(dir, "marks.tltxt"), scenario.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()

	runtime.LockOSThread() // so that the trace's thread is this goroutine
	defer runtime.UnlockOSThread()
	request := r.BeginFor(42, "request")
	parse := request.Begin("parse")
	parse.End()
	request.Step("parsed")
	r.Flag("cache full")
	fmt.Println(request.End().Elapsed > 0, r.Lost())
	// Output: true 0
}

// A span of a whole function.
func ExampleRecorder_Begin() {
	var r *scenario.Recorder // nil records nothing
	defer r.Begin("load").End()
	fmt.Println(r.Recorded())
	// Output: false
}
