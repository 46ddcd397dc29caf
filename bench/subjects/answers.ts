import { hash } from 'node:crypto';
import { openLedgerFile, sampleInvoice } from '../booking.ts';
import { sampleEntry } from '../entry.ts';
import { median, type Request } from '../load.ts';
import { oneAfterAnother, oneByOne } from '../one-by-one.ts';
import { processorTimeOf } from '../processor-time.ts';
import { plainResult, ratioResult, type Requirement, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** What the service adds to its own answers: compression, digests, an order of one's choice, the look for doubles. */

const ENTRIES = 5_000;
const AT_ONCE = 100;
const PER_PAGE = 50;
/** So many times the requests of a round, where they are not timed one by one. */
const BLOCKS = 10;
/** Hashing takes microseconds: many at a time, many times. */
const DIGESTS = 50;
const SAMPLES = 41;

export async function measureAnswers(stage: Stage): Promise<Result[]> {
  const databaseUrl = await stage.createDatabase('answers');
  const service = await startSignedIn(stage, databaseUrl);
  try {
    return await compareThem(stage, service, databaseUrl);
  } finally {
    await service.stop();
  }
}

async function compareThem({ extent, settle, note }: Stage, service: SignedInService, databaseUrl: string) {
  const { answerRounds, answerPairs } = extent;
  note('answers: filling');
  const file = await openLedgerFile(service, 'Answers', true);
  const path = `/v1/companies/${file.public_token}`;
  for (let first = 0; first < ENTRIES; first += AT_ONCE) {
    const entries = Array.from({ length: AT_ONCE }, (_, index) => sampleEntry(first + index, file.journals.OD));
    await service.call('POST', `${path}/entries/batch`, { entries });
  }
  const page = `${path}/entries?per_page=${PER_PAGE}`;
  const shown = await service.call<{ data: { id: number }[] }>('GET', page);
  const small = `${path}/entries/${shown.data[0]!.id}`;
  await runStatement(databaseUrl, 'ANALYZE');
  await settle();

  const results: Result[] = [];
  const hold = async (
    subject: string,
    one: () => Request,
    other: () => Request,
    requirement: Requirement,
  ): Promise<void> => {
    note(`answers: ${subject}`);
    await oneByOne(service.url, 1, answerPairs, one, other);
    const times = await oneByOne(service.url, answerRounds, answerPairs, one, other);
    results.push(
      ratioResult(
        subject,
        'ms',
        compare(times, (milliseconds) => milliseconds),
        requirement,
      ),
    );
  };
  const get = (where: string, encoding: string) => (): Request => ({
    method: 'GET',
    path: where,
    headers: { ...service.headers, 'accept-encoding': encoding },
  });
  let number = 0;
  const invoice = (reference: (count: number) => string | null) => (): Request => {
    const body = sampleInvoice((number += 1), { ...file, journalId: file.journals.ACH });
    return {
      method: 'POST',
      path: `${path}/entries/invoice`,
      headers: service.headers,
      body: JSON.stringify({ ...body, reference: reference(number) }),
    };
  };

  // Nothing is compressed that is below the threshold: what is measured is what finding that out costs. Throughput is limited by what
  // the service computes for an answer, which a busy machine does not change.
  note('answers: processor time of small ones');
  const computing = async (encoding: string): Promise<number> => {
    const requests = BLOCKS * answerPairs;
    const before = await processorTimeOf(service.pid);
    await oneAfterAnother(service.url, requests, get(small, encoding));
    return (1_000 * ((await processorTimeOf(service.pid)) - before)) / requests;
  };
  await computing('br, gzip');
  const computed = await takeTurns(
    answerRounds,
    () => computing('br, gzip'),
    () => computing('identity'),
  );
  results.push(
    ratioResult(
      'processor time of a small answer to a client that takes br and gzip',
      'µs',
      compare(computed, (microseconds) => microseconds),
      { atMost: 1.05 },
    ),
  );
  await hold('a small answer to a client that takes br and gzip', get(small, 'br, gzip'), get(small, 'identity'), null);
  await hold(`a page of ${PER_PAGE} entries, compressed (br)`, get(page, 'br'), get(page, 'identity'), null);
  for (const sort of ['total_debit', 'reference'])
    await hold(
      `a page of ${PER_PAGE} of ${ENTRIES} entries, sort=${sort}`,
      get(`${page}&sort=${sort}`, 'identity'),
      get(page, 'identity'),
      null,
    );
  await hold(
    'POST entries/invoice with a reference, which is looked for in the books',
    invoice((count) => `R-${count}`),
    invoice(() => null),
    null,
  );
  const text = JSON.stringify(shown);
  const size = Math.round(text.length / 1024);
  results.push(plainResult(`digest of such a page (${size} KiB) for its ETag`, 'µs', digestMicroseconds(text), null));
  return results;
}

function digestMicroseconds(text: string): number {
  const samples = Array.from({ length: SAMPLES }, () => {
    const start = performance.now();
    for (let count = 0; count < DIGESTS; count += 1) hash('sha256', `fr\n${text}`, 'base64url');
    return ((performance.now() - start) * 1000) / DIGESTS;
  });
  return median(samples);
}
