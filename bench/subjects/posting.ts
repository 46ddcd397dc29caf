import { randomUUID } from 'node:crypto';
import { createMeter, type Meter } from '../costs/meter.ts';
import { takeMeteredTurns, type Side, type Turns } from '../costs/turns.ts';
import { sampleEntry } from '../entry.ts';
import { createBursts, fire, type Request } from '../load.ts';
import { COUNTED, programArguments, startProgram, type Program } from '../processes.ts';
import { meteredResult, ratioResult, type Result } from '../report.ts';
import { compare } from '../rounds.ts';
import { startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/** `POST entries` with four lines: over many company files, on one, and by one connection alone. */

/** On two cores, sizes from 6 to 32 could not be told apart. */
const BASELINE_POOL = 16;
const DIFFERENT_ENTRIES = 20;

export async function measurePosting(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('posting');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    const baseline = await startBaseline(stage);
    try {
      return await compareThem(stage, service, createMeter(stage, service, databaseUrl, 'service'), baseline);
    } finally {
      await baseline.stop();
    }
  } finally {
    await service.stop();
  }
}

export interface Baseline extends Program {
  readonly meter: Meter;
}

export async function startBaseline(stage: Stage, database = 'baseline'): Promise<Baseline> {
  const databaseUrl = await stage.createDatabase(database);
  const settings = {
    ...COUNTED,
    DATABASE_URL: databaseUrl,
    POOL_SIZE: String(BASELINE_POOL),
    PREPARED: process.env['PREPARED'] ?? '',
  };
  const program = await startProgram(process.execPath, programArguments('bench/baseline'), settings, /ready on (\S+)/);
  return { ...program, meter: createMeter(stage, program, databaseUrl, 'baseline') };
}

export const createBareSide = ({ url, meter }: Baseline, connections: number): Side => ({
  meter,
  run: createBursts({ url, connections, requestsOf: bareRequests }),
});

async function compareThem(
  { extent, settle, note }: Stage,
  service: SignedInService,
  meter: Meter,
  baseline: Baseline,
): Promise<Result[]> {
  const { connections, postingSeconds: seconds, warmUpSeconds, rounds } = extent;
  const files: CompanyFile[] = [];
  for (let number = 1; number <= extent.companyFiles; number += 1)
    files.push(await service.openFile(`Company ${number}`));
  const one = files.slice(0, 1);

  const compareAt = async (
    subject: string,
    count: number,
    into: readonly CompanyFile[],
    freshHeaders?: Request['freshHeaders'],
  ): Promise<Turns> => {
    note(`posting: ${subject}`);
    const requestsOf = entryRequests(service.headers, into, freshHeaders);
    const run = createBursts({ url: service.url, connections: count, requestsOf });
    const bare = createBareSide(baseline, count);
    await run(warmUpSeconds / 2);
    await bare.run(warmUpSeconds / 2);
    return takeMeteredTurns(rounds, seconds, { meter, run }, bare);
  };
  await settle();
  note('posting: warm-up');
  const requestsOf = entryRequests(service.headers, files);
  await fire({ url: service.url, connections, seconds: warmUpSeconds, requestsOf });
  await fire({ url: baseline.url, connections, seconds: warmUpSeconds, requestsOf: bareRequests });

  const many = `POST entries, ${connections} connections, ${files.length} company files`;
  const single = `POST entries, ${connections} connections, one company file`;
  const keyed = `the same over ${files.length} files, each with an idempotence key`;
  const overFiles = await compareAt(many, connections, files);
  const onOneFile = await compareAt(single, connections, one);
  const alone = await compareAt('POST entries, 1 connection', 1, one);
  const withKey = await compareAt(keyed, connections, files, () => ({ 'x-client-mutation-id': randomUUID() }));
  return [
    meteredResult('posting-20-files', many, '/s', overFiles, { atLeast: 0.6 }),
    meteredResult('posting-one-file', single, '/s', onOneFile, { atLeast: 0.5 }),
    meteredResult('posting-one-connection', 'POST entries, 1 connection', '/s', alone, { atLeast: 0.4 }),
    ratioResult(
      'POST entries, 1 connection, median answer',
      'ms',
      compare(alone.speeds, ({ p50 }) => p50),
      { atMost: 2.5 },
    ),
    meteredResult('posting-idempotent', keyed, '/s', withKey, null),
  ];
}

/** Each connection goes round all files, starting at another one. */
export function entryRequests(
  headers: SignedInService['headers'],
  files: readonly CompanyFile[],
  freshHeaders?: Request['freshHeaders'],
) {
  return (connection: number): Request[] =>
    Array.from({ length: Math.max(files.length, DIFFERENT_ENTRIES) }, (_, index) => {
      const { public_token, journalId } = files[(connection + index) % files.length]!;
      const body = JSON.stringify(sampleEntry(connection * DIFFERENT_ENTRIES + index, journalId));
      return {
        method: 'POST',
        path: `/v1/companies/${public_token}/entries`,
        headers,
        body,
        ...(freshHeaders && { freshHeaders }),
      };
    });
}

export function bareRequests(connection: number): Request[] {
  return Array.from({ length: DIFFERENT_ENTRIES }, (_, index) => ({
    method: 'POST',
    path: `/companies/${((connection + index) % DIFFERENT_ENTRIES) + 1}/entries`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sampleEntry(connection * DIFFERENT_ENTRIES + index, 1)),
  }));
}
