import { fork } from 'node:child_process';
import autocannon from 'autocannon';
const child = fork('test/api/http/bench.tmp.mjs', ['serve', process.argv[2]!], {
  execArgv: [
    ...process.execArgv,
    '--cpu-prof',
    '--cpu-prof-dir=/tmp/prof',
    '--cpu-prof-name=' + process.argv[2] + '.cpuprofile',
  ],
});
const port = await new Promise<number>((r) => child.once('message', (m) => r(m as number)));
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
await autocannon({
  url: `http://127.0.0.1:${port}/v1/companies/AbCdEfGh1234/entries`,
  method: 'POST',
  body,
  connections: 64,
  duration: 5,
  headers: { 'content-type': 'application/json', authorization: 'Bearer 1|session' },
});
child.on('exit', () => process.exit(0));
child.kill('SIGINT');
setTimeout(() => process.exit(1), 5000);
