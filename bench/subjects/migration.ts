import { setTimeout as pause } from 'node:timers/promises';
import { fecFile } from '../fec-file.ts';
import { openPastCore, rebuildFromNothing } from '../past.ts';
import { residentMegabytes } from '../processes.ts';
import { plainResult, ratioResult, spaced, type Result } from '../report.ts';
import { compare } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/** Books of another program: from the upload of one large file to the last of its letterings, against a rebuild of what it has left. */

const YEAR = 2025;
const LOOK_MS = 200;

interface Progress {
  readonly id: number;
  readonly status: string;
  readonly problems: readonly unknown[];
  readonly trial_balance: { readonly is_equal: boolean | null } | null;
}

export async function measureMigration(stage: Stage): Promise<Result[]> {
  const lines = stage.extent.migratedLines;
  const databaseUrl = await stage.createDatabase('migration');
  const service = await startSignedIn(stage, databaseUrl);
  let seconds: number;
  let growth: number;
  try {
    const file = await service.call<{ public_token: string }>('POST', '/v1/companies', {
      name: 'Reprise',
      country_pack: 'FR',
      vat_regime: 'monthly',
      fiscal_year: { starts_on: `${YEAR}-01-01`, ends_on: `${YEAR}-12-31` },
    });
    stage.note(`migration: a file of ${spaced(lines)} lines`);
    const content = Buffer.concat([...fecFile(lines, YEAR)].map((piece) => Buffer.from(piece)));
    const before = await residentMegabytes(service.pid);
    const startedAt = performance.now();
    const most = await migrate(service, `/v1/companies/${file.public_token}/migrations`, content);
    seconds = (performance.now() - startedAt) / 1000;
    growth = Math.max(0, most - before);
  } finally {
    await service.stop();
  }
  await stage.settle();
  stage.note('migration: rebuild of the same log');
  const core = await openPastCore({ databaseUrl }, stage.folder);
  try {
    const { milliseconds } = await rebuildFromNothing(core);
    const rates = { measured: [lines / seconds], baseline: [(lines * 1000) / milliseconds] };
    return [
      ratioResult(
        `migration of a FEC of ${spaced(lines)} lines, against a rebuild of the same log`,
        'lines/s',
        compare(rates, (one) => one),
        { atLeast: 0.3 },
      ),
      plainResult(`growth of the process while ${spaced(lines)} lines are brought along`, 'MB', growth, {
        atMost: 500,
      }),
    ];
  } finally {
    await core.stop();
  }
}

/** Gives the most memory that the process was seen to hold, in megabytes. */
async function migrate(service: SignedInService, path: string, content: Buffer): Promise<number> {
  const { 'content-type': _json, ...headers } = service.headers;
  const form = new FormData();
  form.append('files[]', new Blob([content]), `732829320FEC${YEAR}1231.txt`);
  const response = await fetch(service.url + path, { method: 'POST', headers, body: form });
  if (response.status !== 202) throw new Error(`The upload was answered ${response.status}: ${await response.text()}`);
  const { id } = (await response.json()) as Progress;
  for (let most = 0; ;) {
    const now = await service.call<Progress>('GET', `${path}/${id}`);
    most = Math.max(most, await residentMegabytes(service.pid));
    if (now.status === 'completed' && now.trial_balance?.is_equal === true) return most;
    if (!['queued', 'checking', 'running'].includes(now.status))
      throw new Error(`The migration is ${now.status}: ${JSON.stringify(now.problems.slice(0, 3))}`);
    await pause(LOOK_MS);
  }
}
