// A server that has little to do.
const fs = require('fs');
const http = require('http');
const { performance } = require('perf_hooks');

http.createServer((req, res) => res.end('ready\n')).listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => {
  fs.writeFileSync('truth.txt', `loop ${(100 * performance.eventLoopUtilization().utilization).toFixed(1)} %\n`);
  process.exit();
});
