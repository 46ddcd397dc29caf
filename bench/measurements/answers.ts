import { hash } from 'node:crypto';
import { openLedgerFile, sampleInvoice, type LedgerFile } from '../booking.ts';
import { sampleEntry } from '../entry.ts';
import { fire, median, type Request, type Throughput } from '../load.ts';
import { plainResult, ratioResult, type Requirement, type Result } from '../report.ts';
import { compare, takeTurns } from '../rounds.ts';
import { startSignedIn, type SignedInService } from '../service.ts';
import { runStatement, type Stage } from '../stage.ts';

/** What one service adds to its own answers: compression, digests, an order of one's choice, the look for doubles. */

const ENTRIES = 2_000;
const AT_ONCE = 50;
const PER_PAGE = 50;
/** Hashing takes microseconds: many at a time, many times. */
const DIGESTS = 200;
const SAMPLES = 21;

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
  const { connections, accessSeconds, accessRounds, warmUpSeconds } = extent;
  const { headers } = service;
  note('answers: filling');
  const file = await openLedgerFile(service, 'Answers', true);
  const path = `/v1/companies/${file.public_token}`;
  for (let first = 0; first < ENTRIES; first += AT_ONCE) {
    const entries = Array.from({ length: AT_ONCE }, (_, index) => sampleEntry(first + index, file.journals.OD));
    await service.call('POST', `${path}/entries/batch`, { entries });
  }
  const page = `${path}/entries?per_page=${PER_PAGE}`;
  const { data } = await service.call<{ data: { id: number }[] }>('GET', page);
  const small = `${path}/entries/${data[0]!.id}`;
  await runStatement(databaseUrl, 'ANALYZE');
  await settle();

  const results: Result[] = [];
  const burst = (requestsOf: (connection: number) => Request[], seconds = accessSeconds): Promise<Throughput> =>
    fire({ url: service.url, connections, seconds, requestsOf });
  const hold = async (
    subject: string,
    one: (connection: number) => Request[],
    other: (connection: number) => Request[],
    requirement: Requirement,
  ): Promise<void> => {
    note(`answers: ${subject}`);
    await burst(one, warmUpSeconds);
    await burst(other, warmUpSeconds);
    const turns = await takeTurns(
      accessRounds,
      () => burst(one),
      () => burst(other),
    );
    const ratios = compare(turns, ({ perSecond }) => perSecond);
    results.push(ratioResult(subject, '/s', ratios, requirement));
  };
  const get = (where: string, encoding: string) => (): Request[] => [
    { method: 'GET', path: where, headers: { ...headers, 'accept-encoding': encoding } },
  ];
  await hold(
    'a small answer to whoever takes br and gzip, against one who does not',
    get(small, 'br, gzip'),
    get(small, 'identity'),
    {
      atLeast: 0.95,
    },
  );
  await hold(
    `a page of ${PER_PAGE} entries, compressed (br) against plain`,
    get(page, 'br'),
    get(page, 'identity'),
    null,
  );
  for (const sort of ['total_debit', 'reference'])
    await hold(
      `a page of ${PER_PAGE} of ${ENTRIES} entries by ${sort}, against the newest first`,
      get(`${page}&sort=${sort}`, 'identity'),
      get(page, 'identity'),
      null,
    );
  await hold(
    'POST entries/invoice with a reference, which is looked for among those of the third party, against none',
    invoices(headers, file, true),
    invoices(headers, file, false),
    { atLeast: 0.9 },
  );
  const text = JSON.stringify(await service.call('GET', page));
  results.push(
    plainResult(
      `digest of such a page (${Math.round(text.length / 1024)} KiB), for its ETag`,
      'µs',
      digestMicroseconds(text),
      null,
    ),
  );
  return results;
}

const invoices =
  (headers: SignedInService['headers'], file: LedgerFile, hasReference: boolean) =>
  (connection: number): Request[] =>
    Array.from({ length: AT_ONCE }, (_, index) => {
      const invoice = sampleInvoice(connection * AT_ONCE + index, { ...file, journalId: file.journals.ACH });
      return {
        method: 'POST',
        path: `/v1/companies/${file.public_token}/entries/invoice`,
        headers,
        body: JSON.stringify({ ...invoice, ...(!hasReference && { reference: null }) }),
        // No two of them are the same document.
        ...(hasReference && { freshBody: () => JSON.stringify({ ...invoice, reference: `R-${(references += 1)}` }) }),
      };
    });

let references = 0;

function digestMicroseconds(text: string): number {
  const samples = Array.from({ length: SAMPLES }, () => {
    const start = performance.now();
    for (let count = 0; count < DIGESTS; count += 1) hash('sha256', `fr\n${text}`, 'base64url');
    return ((performance.now() - start) * 1000) / DIGESTS;
  });
  return median(samples);
}
