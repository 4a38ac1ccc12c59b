// A server that computes in its handlers.
const fs = require('fs');
const http = require('http');
const { performance } = require('perf_hooks');

http.createServer((req, res) => {
  for (const end = performance.now() + 20; performance.now() < end;);
  res.end('ready\n');
}).listen(Number(process.argv[2]), '127.0.0.1');

let loop;
let cpu;
let at;
setTimeout(() => {
  loop = performance.eventLoopUtilization();
  cpu = process.cpuUsage();
  at = performance.now();
}, 500);
process.on('SIGTERM', () => {
  const share = performance.eventLoopUtilization(loop).utilization;
  const used = process.cpuUsage(cpu);
  const ran = (used.user + used.system) / 1000 / (performance.now() - at);
  fs.writeFileSync('truth.txt', `loop ${(100 * share).toFixed(1)} %\nshare ${(100 * ran).toFixed(1)} %\nran ${(2000 * ran).toFixed(1)} ms\n`);
  process.exit();
});
