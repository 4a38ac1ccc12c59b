// Command mutate shows what the tests do not notice: it makes small changes to the code, runs the
// tests that reach the change, and lists the changes after which none of them failed. make mutate
// runs it.
//
// All mutants are compiled into the test binaries together, as calls of package on, and the
// environment switches on one at a time; nothing is compiled again. A first pass runs every test
// alone to see how long it takes and which mutants it reaches. Tests of live recording, of damaged
// files and of whole stories in the window are left out, and so are fuzz targets and benchmarks.
//
// The seed decides which of the possible mutants are made: the same seed gives the same ones in the
// same code. A survivor is a missing test, or cannot change anything a user could see: then it
// belongs in equivalent.txt, with the reason.
//
// Read main.go first, then code.go (packages and their types), sites.go with
// expressions.go, statements.go and finder.go (what can be mutated), choose.go (the choice), instrument.go (the
// copies with the mutants), trial.go (running the tests), equivalent.go (the list
// of those that no test could notice), report.go (the tables).
package main
