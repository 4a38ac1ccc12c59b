// Command rooms measures packages: for each its lines, its largest receiver, its small files, and
// how many of the references from file to file are part of cycles. It reads the code for the
// machine that it runs on, without tests; it does not need the declarations of other packages.
//
//	go run ./app/rooms ./app/... ./model/...
//	go run ./app/rooms -files app/view      the files of a package from the bottom up
//	go run ./app/rooms -without text.go,box.go app/view   what these files need of the others
package main
