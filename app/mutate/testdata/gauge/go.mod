module gauge

go 1.26
