import autocannon from 'autocannon';
import express from 'express';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fork } from 'node:child_process';
import { pino } from 'pino';
import { toyRoutes, access, memoryIdempotence, memoryRateLimits, COMPANY } from './support.ts';
import { buildApp } from '../../../api/http/app.ts';
import { createMetrics } from '../../../api/http/metrics.ts';
import { listen } from '../../../api/http/server.ts';

const body = JSON.stringify({
  journal_id: 1,
  entry_date: '2026-01-31',
  label: 'Rent January',
  lines: [1, 2, 3, 4].map((i) => ({
    account_id: i + 600,
    ...(i < 3 ? { debit: '100.50' } : { credit: '100.50' }),
    label: 'line ' + i,
  })),
});
if (process.argv[2] === 'serve') {
  process.on('SIGINT', () => process.exit(0));
  process.on('message', () => {
    const c = process.cpuUsage();
    process.send!(c.user + c.system);
  });
  if (process.argv[3] === 'bare') {
    const app = express();
    app.use(express.json());
    let n = 0;
    app.post('/v1/companies/:company/entries', (req, res) => {
      res.status(201).json({ id: ++n, version: 1 });
    });
    const s = createServer(app).listen(0, '127.0.0.1', () => process.send!((s.address() as AddressInfo).port));
  } else {
    const seen = { calls: [] as never[] };
    seen.calls.push = () => 0;
    const logger = pino(
      { level: 'info' },
      pino.destination({
        dest: '/dev/null',
        sync: process.argv[4] === 'sync',
        minLength: process.argv[4] === 'sync' ? 0 : 4096,
      }),
    );
    const app = buildApp({
      routes: toyRoutes(seen, { wait: Promise.resolve() }),
      services: {} as never,
      access,
      idempotence: memoryIdempotence(),
      rateLimits: memoryRateLimits(),
      config: { baseUrl: 'http://x', trustProxy: 0, checkReplies: false },
      logger,
      metrics: createMetrics(),
    });
    const s = await listen(app, { host: '127.0.0.1', port: 0 });
    process.send!(s.port);
  }
} else {
  const kinds = process.argv[2]!.split(',');
  const servers = await Promise.all(
    kinds.map(async (kind) => {
      const child = fork(process.argv[1]!, ['serve', ...kind.split(' ')], { execArgv: process.execArgv });
      const port = await new Promise<number>((r) => child.once('message', (m) => r(m as number)));
      const cpu = () =>
        new Promise<number>((r) => {
          child.once('message', (m) => r(m as number));
          child.send('cpu');
        });
      const run = async (duration: number) => {
        const before = await cpu();
        const r = await autocannon({
          url: `http://127.0.0.1:${port}/v1/companies/${COMPANY}/entries`,
          method: 'POST',
          body,
          connections: 64,
          duration,
          headers: { 'content-type': 'application/json', authorization: 'Bearer 1|session' },
        });
        if (r.non2xx) console.log(kind, 'non2xx', r.non2xx);
        return [((await cpu()) - before) / r.requests.total, r.requests.average] as const;
      };
      return { kind, child, run, cpu: [] as number[], rps: [] as number[] };
    }),
  );
  for (const s of servers) await s.run(2);
  for (let round = 0; round < 10; round++)
    for (const s of servers) {
      const [c, r] = await s.run(1);
      s.cpu.push(c);
      s.rps.push(r);
    }
  const median = (v: number[]) => [...v].sort((x, y) => x - y)[Math.floor(v.length / 2)]!;
  for (const s of servers) {
    s.child.kill('SIGKILL');
    console.log(
      s.kind,
      'cpu/request min',
      Math.min(...s.cpu).toFixed(1),
      'median',
      median(s.cpu).toFixed(1),
      'rps max',
      Math.max(...s.rps),
      'median',
      median(s.rps),
      'ratios',
      (Math.min(...servers[0]!.cpu) / Math.min(...s.cpu)).toFixed(2),
      (median(servers[0]!.cpu) / median(s.cpu)).toFixed(2),
      (Math.max(...s.rps) / Math.max(...servers[0]!.rps)).toFixed(2),
      (median(s.rps) / median(servers[0]!.rps)).toFixed(2),
    );
  }
  process.exit(0);
}
