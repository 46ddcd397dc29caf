import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { expectStatus, type Client } from '../support/client.ts';
import { buildPng } from '../support/images.ts';
import { useService, type TestCompany } from '../support/service.ts';
import { isLongRun, itLong } from '../support/long.ts';

const ACCOUNTING = `/proc/self/task/${process.pid}/schedstat`;

/**
 * How long this thread has computed, in milliseconds. Where the system tells, what others on the machine do does not count;
 * elsewhere it is the time that has passed.
 */
function computed(): number {
  return existsSync(ACCOUNTING) ? Number(readFileSync(ACCOUNTING, 'utf8').split(' ')[0]) / 1e6 : performance.now();
}

/** On a machine whose other guests slow the processor down, one attempt in three has to show what the service does. */
const ATTEMPTS = 3;

/** Does it again if a turn took too long. The longest turn of the best attempt. */
async function findLongestTurn(
  work: (attempt: number) => Promise<unknown>,
  prepare?: () => Promise<unknown>,
): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && best >= LONGEST_MS; attempt += 1) {
    await prepare?.();
    best = Math.min(best, await longestTurn(() => work(attempt)));
  }
  return best;
}

/** The longest that the loop computes without looking at what has come in, while something is done. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let since = computed();
  let timer = setImmediate(look);
  function look(): void {
    const now = computed();
    longest = Math.max(longest, now - since);
    since = now;
    timer = setImmediate(look);
  }
  try {
    await work();
  } finally {
    clearImmediate(timer);
  }
  return longest;
}

/**
 * The service aims at turns of 10 ms and stays below 50. Here the client, which is in the same thread, the checks of every
 * answer and the collector of garbage come on top. Done at once, an import alone would take half a second.
 */
const LONGEST_MS = 150;
/** Where next to nothing comes on top. */
const ALLOWED_MS = 50;
const ROWS = isLongRun ? 10_000 : 5_000;
const ENTRIES = isLongRun ? 500 : 250;

describe('One tenant beside another', () => {
  const service = useService({ from: 'books' });
  let client: Client;
  let company: TestCompany;
  let thirdPartyId: number;

  before(async () => {
    ({ client } = await service.newFirm());
    company = await service.newCompany(client);
    const party = await client.post(`${company.path}/third-parties`, { type: 'customer', name: 'Brasserie Dubois' });
    thirdPartyId = party.body.id;
    await expectStatus(logo(16), 200);
    await expectStatus(importOf(1, 'A')(), 200);
  });

  const statement = (format: string) =>
    client.get(`${company.path}/third-parties/${thirdPartyId}/statement?format=${format}&to=2026-12-31`);

  const logo = async (side: number) =>
    client.upload('PUT', `${company.path}/logo`, [
      { field: 'logo', name: 'logo.png', type: 'image/png', content: await buildPng(side, side) },
    ]);

  function importOf(rows: number, letter: string, notes = '', isNatural = 0) {
    const lines = Array.from(
      { length: rows },
      (_, row) => `customer;${letter}${row};Société numéro ${row};${isNatural};Rue ${row} ${notes}`,
    );
    // Put together here, so that the client has nothing left to do.
    const body = Buffer.from(
      [
        '--boundary',
        'Content-Disposition: form-data; name="file"; filename="clients.csv"',
        'Content-Type: text/csv',
        '',
        ['type;code;name;is_natural_person;notes', ...lines].join('\n'),
        '--boundary--',
        '',
      ].join('\r\n'),
    );
    const headers = { 'Content-Type': 'multipart/form-data; boundary=boundary' };
    return () => client.request('POST', `${company.path}/third-parties/import`, { body, headers });
  }

  function postEntries(side: 'debit' | 'credit') {
    const other = side === 'debit' ? 'credit' : 'debit';
    const lines = [
      { account_id: company.account('400000'), third_party_id: thirdPartyId, [side]: '10.00' },
      { account_id: company.account('700000'), [other]: '10.00' },
    ];
    const entry = { journal_id: company.journal('OD'), entry_date: '2026-03-01', label: 'Marchandises', lines };
    return client.post(`${company.path}/entries/batch`, { entries: Array.from({ length: ENTRIES }, () => entry) });
  }

  it('writes the first documents of a process, whose libraries are loaded elsewhere, without stopping the others', async () => {
    for (const format of ['PDF', 'XLSX']) {
      let status = 0;
      const longest = await longestTurn(async () => ({ status } = await statement(format)));
      expect(status, format).to.equal(200);
      expect(longest, format).to.be.below(ALLOWED_MS);
    }
  });

  it('imports thousands of lines, of a kilobyte each, without stopping the others', async () => {
    let counts: unknown;
    const sends = ['C', 'D', 'E'].map((letter) => importOf(ROWS, letter, 'é'.repeat(430)));
    const longest = await findLongestTurn(async (attempt) => (counts = (await sends[attempt]!()).body));
    expect(counts).to.deep.include({ created: ROWS, updated: 0 });
    expect(longest).to.be.below(LONGEST_MS);
  });

  itLong('encrypts ten thousand natural persons, four megabytes, without stopping the others', async () => {
    let counts: unknown;
    const sends = ['N', 'O', 'P'].map((letter) => importOf(ROWS, letter, 'é'.repeat(180), 1));
    const longest = await findLongestTurn(async (attempt) => (counts = (await sends[attempt]!()).body));
    expect(counts).to.deep.include({ created: ROWS, updated: 0 });
    expect(longest).to.be.below(LONGEST_MS);
  });

  it('exports files and letters automatically without stopping the others', async () => {
    const postBoth = async (): Promise<void> => {
      for (const side of ['debit', 'credit'] as const) await expectStatus(postEntries(side), 201);
    };
    await postBoth();
    for (const format of ['XLSX', 'PDF', 'CSV', 'JSON']) {
      let status = 0;
      const longest = await findLongestTurn(async () => ({ status } = await statement(format)));
      expect(status, format).to.equal(200);
      expect(longest, format).to.be.below(LONGEST_MS);
    }
    let matched: unknown;
    const letter = async () => {
      matched = (await client.post(`${company.path}/lettering/auto`, { apply: true })).body.matched_items;
    };
    await letter();
    expect(matched).to.equal(2 * ENTRIES);
    const longest = await findLongestTurn(letter, postBoth);
    expect(matched).to.equal(2 * ENTRIES);
    expect(longest).to.be.below(LONGEST_MS);
  });

  it('takes the largest logo without stopping the others', async () => {
    const content = await buildPng(5_000, 5_000);
    let status = 0;
    const file = { field: 'logo', name: 'logo.png', type: 'image/png', content };
    const longest = await findLongestTurn(
      async () => ({ status } = await client.upload('PUT', `${company.path}/logo`, [file])),
    );
    expect(status).to.equal(200);
    expect(longest).to.be.below(LONGEST_MS);
  });
});
