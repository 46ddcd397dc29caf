import { randomUUID } from 'node:crypto';
import { sampleEntry } from '../entry.ts';
import { fire, type Request, type Throughput } from '../load.ts';
import { programArguments, residentMegabytes, startProgram, type Program } from '../processes.ts';
import { plainResult, ratioResult, type Requirement, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type CompanyFile, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/** `POST entries` with four lines: over many company files, on one, and by one connection alone. */

/** On two cores, sizes from 6 to 32 could not be told apart. */
const BASELINE_POOL = 16;
const DIFFERENT_ENTRIES = 20;

export async function measurePosting(stage: Stage): Promise<Result[]> {
  const service = await startSignedIn(stage, await stage.createDatabase('posting'));
  try {
    const baseline = await startBaseline(stage);
    try {
      return await compareThem(stage, service, baseline);
    } finally {
      await baseline.stop();
    }
  } finally {
    await service.stop();
  }
}

export async function startBaseline(stage: Stage, database = 'baseline'): Promise<Program> {
  const settings = {
    DATABASE_URL: await stage.createDatabase(database),
    POOL_SIZE: String(BASELINE_POOL),
    PREPARED: process.env['PREPARED'] ?? '',
  };
  return startProgram(process.execPath, programArguments('bench/baseline'), settings, /ready on (\S+)/);
}

async function compareThem(
  { extent, settle, note }: Stage,
  service: SignedInService,
  baseline: Program,
): Promise<Result[]> {
  const { connections, postingSeconds: seconds, rounds } = extent;
  const files: CompanyFile[] = [];
  for (let number = 1; number <= extent.companyFiles; number += 1)
    files.push(await service.openFile(`Company ${number}`));
  const one = files.slice(0, 1);

  const bareBurst = (count: number, length: number): Promise<Throughput> =>
    fire({ url: baseline.url, connections: count, seconds: length, requestsOf: bareRequests });
  const post = (into: readonly CompanyFile[], count: number, length: number): Promise<Throughput> =>
    fire({ url: service.url, connections: count, seconds: length, requestsOf: entryRequests(service.headers, into) });

  await settle();
  note('posting: warm-up');
  await post(files, connections, extent.warmUpSeconds);
  await bareBurst(connections, extent.warmUpSeconds);

  const results: Result[] = [];
  const compareAt = async (subject: string, into: readonly CompanyFile[], count: number, requirement: Requirement) => {
    note(`posting: ${subject}`);
    const turns = await takeTurns(
      rounds,
      () => post(into, count, seconds),
      () => bareBurst(count, seconds),
    );
    results.push(
      ratioResult(
        subject,
        '/s',
        compare(turns, ({ perSecond }) => perSecond),
        requirement,
      ),
    );
    return turns;
  };
  await compareAt(`POST entries, ${connections} connections, ${files.length} company files`, files, connections, {
    atLeast: 0.6,
  });
  await compareAt(`POST entries, ${connections} connections, one company file`, one, connections, { atLeast: 0.5 });
  const alone = await compareAt('POST entries, 1 connection', one, 1, { atLeast: 0.4 });
  results.push(
    ratioResult(
      'POST entries, 1 connection, median answer',
      'ms',
      compare(alone, ({ p50 }) => p50),
      { atMost: 2.5 },
    ),
  );

  note('posting: with X-Client-Mutation-Id');
  const keyed = (): Promise<Throughput> =>
    fire({
      url: service.url,
      connections,
      seconds,
      requestsOf: entryRequests(service.headers, files, () => ({ 'x-client-mutation-id': randomUUID() })),
    });
  const turns = await takeTurns(Math.min(rounds, 2), keyed, () => bareBurst(connections, seconds));
  results.push(
    ratioResult(
      `the same over ${files.length} files, each with an idempotence key`,
      '/s',
      compare(turns, ({ perSecond }) => perSecond),
      null,
    ),
  );
  results.push(plainResult('memory of the service after these', 'MB RSS', await residentMegabytes(service.pid), null));
  return results;
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
