// Command rooms measures the house: for each package its lines, its largest receiver, its
// small files, and how many of the references from file to file go round in circles. It
// reads the code of the machine that it runs on, without tests; what other packages declare
// it does not know, and does not need.
//
//	go run ./app/rooms ./app/... ./model/...
//	go run ./app/rooms -files app/view      the files of a package from the bottom up
//	go run ./app/rooms -without text.go,box.go app/view   what these files need of the others
package main
