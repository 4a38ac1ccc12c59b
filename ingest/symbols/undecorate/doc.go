// Package undecorate converts the decorated names of C++ and C functions by Microsoft's compiler to
// those in the source code: with namespaces, classes and template arguments, without result,
// parameters and keywords of types.
//
// The grammar is unpublished; this follows LLVM's demangler as far as names of functions need it
// (name.go: names, special.go: operators and compiler-generated functions, types.go: types, which
// occur in template arguments and in the names of scopes). A name that cannot be parsed to its end,
// or that grows beyond a bound, is left unchanged: names come from untrusted files.
package undecorate
