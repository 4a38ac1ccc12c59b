// Package undecorate turns the names that Microsoft's compiler makes of functions
// in C++ and C for the linker into those that stand in the source: with namespaces,
// classes and the arguments of templates, without result, parameters and keywords
// of types.
//
// Nobody has published the grammar; it is followed here as far as names of
// functions need it, as the demangler of LLVM understands it (name.go: names,
// special.go: operators and what compilers make themselves, types.go: types, which
// stand among the arguments of templates and in the names of scopes). A name that is
// not understood to its end, or that grows beyond a bound, stays as it is: names come
// from untrusted files.
package undecorate
