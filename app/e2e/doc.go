// Package e2e tests the program from outside: it builds the binary, starts it in an X server, and
// operates the real window with mouse and keyboard through xdotool. The results are read from the
// file of the flag --state-file, and from screenshots.
//
// The tests have the build tag e2e:
//
//	go test -tags e2e ./app/e2e
//
// They use the server that DISPLAY names, or start an Xvfb of their own; without either, and
// without xdotool, they are skipped. harness_test.go has the helpers, window_test.go the tests. Two
// go through a whole session of work: story_test.go, and tour_test.go, which compares the numbers
// of all views with the reports.
package e2e
