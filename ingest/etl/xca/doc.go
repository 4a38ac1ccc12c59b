// Package xca expands the three compressed formats that Windows has for the buffers of an ETL file:
// XPRESS (xpress.go), XPRESS-Huffman (huffman.go) and LZNT1 (lznt1.go). Only XPRESS was seen in
// real traces, so only it has a fast path.
//
// The formats are those of Microsoft's open specification MS-XCA, Xpress Compression Algorithm:
// sections 2.3 and 2.4 (plain LZ77), 2.1 and 2.2 (LZ77+Huffman) and 2.5 (LZNT1). Where it leaves a
// question open, a comment states the answer that was chosen and its source.
//
// All three functions have the same contract. dst is as long as the expanded data, which the caller
// knows (of an ETL buffer SavedOffset less its header); it is filled to the last byte or there is
// an error, after which its contents are undefined. dst and src must not share memory. Input after
// the byte that completes dst is not examined, except in the last chunk of LZNT1, which contains
// its size. The input is not trusted: no input makes them panic, write outside dst or allocate, and
// an error names the format, the offset in the input of the item that could not be decoded, the
// offset in the output it would have gone to, and the cause.
//
// xca.go has what the three share. Package ingest/etl finds out which buffers are compressed and
// how.
package xca
