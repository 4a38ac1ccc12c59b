// Package xca expands the three compressed forms that Windows knows for the
// buffers of an ETL file: XPRESS (xpress.go), XPRESS-Huffman (huffman.go) and
// LZNT1 (lznt1.go). Only XPRESS was seen in real traces, so that it is the one
// with a path for speed.
//
// The formats are those of Microsoft's open specification MS-XCA, Xpress
// Compression Algorithm: sections 2.3 and 2.4 (plain LZ77), 2.1 and 2.2
// (LZ77+Huffman) and 2.5 (LZNT1). Where it leaves a question open, the comment
// at that place says which answer was taken and from where.
//
// All three functions have one contract. dst is as long as the expanded data,
// which the caller knows (of an ETL buffer SavedOffset less its header); it is
// filled to the last byte or there is an error, after which its contents mean
// nothing. dst and src must not share memory. Input behind the byte that
// completes dst is not looked at, except in the last chunk of LZNT1, which says
// its own size. The input is not trusted: no input makes them panic, write
// outside dst or allocate, and an error names the format, the offset in the
// input of the item that could not be decoded, the offset in the output it
// would have gone to, and the cause.
//
// xca.go has what the three share. Which buffer is compressed and how, the
// package ingest/etl finds out.
package xca
