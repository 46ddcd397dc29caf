import { sampleEntry } from '../entry.ts';
import type { Request } from '../load.ts';
import { oneAfterAnother } from '../one-by-one.ts';
import { readProcessorTime } from '../processor-time.ts';
import { ratioResult, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import type { Stage } from '../stage.ts';

/** What it costs to find out that an answer is too small to be compressed. */

/** So many times the requests of a round. */
const BLOCKS = 10;

export async function measureAnswers(stage: Stage): Promise<Result[]> {
  const service = await startSignedIn(stage, await stage.createDatabase('answers'));
  try {
    return [await compareThem(stage, service)];
  } finally {
    await service.stop();
  }
}

async function compareThem({ extent, note }: Stage, service: SignedInService): Promise<Result> {
  const file = await service.openFile('Answers');
  const path = `/v1/companies/${file.public_token}/entries`;
  const { id } = await service.call<{ id: number }>('POST', path, sampleEntry(1, file.journalId));
  note('answers: processor time of small ones');
  const measure = async (encoding: string): Promise<number> => {
    const requests = BLOCKS * extent.answerPairs;
    const request: Request = {
      method: 'GET',
      path: `${path}/${id}`,
      headers: { ...service.headers, 'accept-encoding': encoding },
    };
    const before = await readProcessorTime(service.pid);
    await oneAfterAnother(service.url, requests, () => request);
    return (1_000 * ((await readProcessorTime(service.pid)) - before)) / requests;
  };
  await measure('br, gzip');
  const turns = await takeTurns(
    extent.answerRounds,
    () => measure('br, gzip'),
    () => measure('identity'),
  );
  return ratioResult(
    'processor time of a small answer to a client that takes br and gzip',
    'µs',
    compare(turns, (microseconds) => microseconds),
    { atMost: 1.05 },
  );
}
