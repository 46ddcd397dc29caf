import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Takes mails, and tells how many different ones have come and how many of them more than once. It can keep whoever connects waiting. */

let seen = new Set<string>();
let doubled = 0;
let isHolding = false;
let held: (() => void)[] = [];

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['AUTH', 'STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onConnect(_session, done) {
    if (isHolding) held.push(() => done());
    else done();
  },
  onData(stream, _session, done) {
    let head = '';
    stream.on('data', (chunk: Buffer) => {
      if (head.length < 4_096) head += chunk.toString('latin1');
    });
    stream.on('end', () => {
      const id = /^message-id: *(\S+)/im.exec(head)?.[1] ?? head;
      if (seen.has(id)) doubled += 1;
      else seen.add(id);
      done();
    });
  },
});
smtp.on('error', () => undefined);

const control = createServer((request, response) => {
  if (request.url === '/hold') isHolding = true;
  if (request.url === '/release') {
    isHolding = false;
    held.splice(0).forEach((go) => go());
  }
  if (request.url === '/forget') [seen, doubled, held] = [new Set(), 0, []];
  const { port } = smtp.server.address() as AddressInfo;
  response.end(JSON.stringify({ distinct: seen.size, doubled, smtp: `smtp://127.0.0.1:${port}` }));
});

smtp.listen(0, '127.0.0.1', () =>
  control.listen(0, '127.0.0.1', () =>
    process.stderr.write(`listening on http://127.0.0.1:${(control.address() as AddressInfo).port}\n`),
  ),
);
process.on('SIGTERM', () => process.exit());
