// Package callnumbers names the system calls of Linux by their numbers.
package callnumbers

import (
	"embed"
	"strconv"
	"strings"
	"sync"
)

// callFiles are the system calls of Linux: a file for each machine, named as uname(1) prints it,
// with a line for each call, its number and its name in the kernel's table.
//
//go:embed calls/*.txt
var callFiles embed.FS

// all names the system calls by machine.
var all = sync.OnceValue(func() map[string]map[int64]string {
	files, err := callFiles.ReadDir("calls")
	if err != nil {
		panic(err) // embedded files exist
	}
	all := map[string]map[int64]string{}
	for _, f := range files {
		data, err := callFiles.ReadFile("calls/" + f.Name())
		if err != nil {
			panic(err)
		}
		calls := map[int64]string{}
		for line := range strings.Lines(string(data)) {
			number, name, _ := strings.Cut(strings.TrimSpace(line), " ")
			n, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				panic(err) // a test reads them all
			}
			calls[n] = name
		}
		all[strings.TrimSuffix(f.Name(), ".txt")] = calls
	}
	return all
})

// Of is the names of a machine's system calls by number, nil for an unknown machine. Nobody may
// change it.
func Of(machine string) map[int64]string { return all()[machine] }
