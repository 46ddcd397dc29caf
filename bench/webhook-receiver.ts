import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Takes calls of webhooks, and tells how many different deliveries have come and how many of them more than once. */

let seen = new Set<string>();
let doubled = 0;

const server = createServer((request, response) => {
  if (request.url === '/counts') {
    response.end(JSON.stringify({ distinct: seen.size, doubled }));
    return;
  }
  if (request.url === '/forget') {
    seen = new Set();
    doubled = 0;
    response.end();
    return;
  }
  const delivery = request.headers['x-service-delivery'] as string;
  if (seen.has(delivery)) doubled += 1;
  else seen.add(delivery);
  request.resume();
  request.on('end', () => response.writeHead(200, { 'Content-Length': '0' }).end());
});

server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () =>
  process.stderr.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
process.on('SIGTERM', () => process.exit());
