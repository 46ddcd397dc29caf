import type { AddressInfo } from 'node:net';
import express from 'express';
// Answers the benchmark that there were none.
import '../database/round-trips.ts';

/**
 * What an authenticated read is held against, in a process of its own: a bare Express handler that answers the same JSON.
 * No sign-in, no rights, no limit, no log line, no header beyond those that Express sends.
 */

const answer = JSON.parse(process.env['ANSWER'] ?? '{}') as object;

const app = express();
app.disable('etag'); // a digest of each answer, which the service does not compute either

app.get('/v1/auth/me', (_request, response) => void response.json(answer));

const server = app.listen(0, '127.0.0.1', () => {
  process.stderr.write(`ready on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
