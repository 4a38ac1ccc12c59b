// Waits in the ways that programs of Node usually do.
const fs = require('fs').promises;
const http = require('http');
const { execFile } = require('child_process');
const { promisify } = require('util');
const { pbkdf2 } = require('crypto');

const sleep = promisify(setTimeout);

function get(port) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port }, (res) => res.resume().on('end', resolve)).on('error', reject);
  });
}

async function main() {
  const server = http.createServer(async (req, res) => {
    await sleep(2);
    res.end('x'.repeat(5000));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (let i = 0; i < 100; i++) await get(server.address().port);
  server.close();
  for (let i = 0; i < 50; i++) {
    await fs.writeFile('file' + i, 'x'.repeat(10000));
    await fs.readFile('file' + i);
  }
  await Promise.all(Array.from({ length: 8 }, () => promisify(pbkdf2)('a', 'b', 20000, 64, 'sha512')));
  await promisify(execFile)('sleep', ['0.1']);
}

main();
