import { expect } from 'chai';
import fc from 'fast-check';
import type { AnswerBody, Client } from '../../support/client.ts';
import { findBrokenFecRules, parseFecRecords, type FecRecord } from '../../support/fec-rules.ts';
import type { TestCompany } from '../../support/service.ts';
import { errorsOf, migrate, type Source } from '../book-migrations/support.ts';
import { useAbroad } from './support.ts';

/** Years of random business whose own FEC is imported again: the same items are open. */

const YEARS = ['2025', '2026', '2027'] as const;
const spans = YEARS.map((year) => ({ starts_on: `${year}-01-01`, ends_on: `${year}-12-31` }));

interface OpenItem {
  readonly third_party: { readonly name: string };
  readonly reference: string | null;
  readonly entry_date: string;
  readonly number: number;
  readonly journal: { readonly code: string };
  readonly amount: string;
}

interface Item {
  readonly id: number;
  readonly side: 'debit' | 'credit';
}

const step = fc.record({
  kind: fc.constantFrom('invoice', 'invoice', 'payment', 'payment', 'credit', 'purchase', 'paid'),
  party: fc.nat({ max: 1 }),
  cents: fc.integer({ min: 100, max: 90_000 }),
  /** Days since the start of the first year. */
  day: fc.nat({ max: 900 }),
  /** Which open items are settled with it; the rest stays open. */
  settles: fc.array(fc.nat({ max: 5 }), { maxLength: 3 }),
  hasReference: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const formatDay = (day: number): string => new Date(Date.UTC(2025, 0, 2) + day * 86_400_000).toISOString().slice(0, 10);
const amountOf = (cents: number): string => (cents / 100).toFixed(2);

describe('The FEC of the service, imported by its own migration', function () {
  this.timeout(120_000);
  const books = useAbroad({ country_pack: 'FR', enterprise_number: '732829320' });
  /** A firm for each run, because its licence counts company files. */
  let client: Client;
  const newFile = (index = 0): Promise<TestCompany> =>
    books.service.newCompany(client, {
      country_pack: 'FR',
      enterprise_number: '732829320',
      fiscal_year: spans[index],
    });

  it('gives the same open items, of whole years and of the last year alone', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
        client = (await books.service.newFirm()).client;
        const file = await newFile();
        await post(file, '/settings', { auto_entries: { reconciliation_difference: { max_amount: '3.00' } } }, 'patch');
        const parties = [
          (await post(file, '/third-parties', { type: 'customer', name: 'Hôtel Été', code: 'C1' })).id,
          (await post(file, '/third-parties', { type: 'supplier', name: 'Papier', code: 'F1' })).id,
        ];
        await closeAfter(file, steps, parties);
        const sources = await listSources(file);
        for (const source of sources) expectRules(source);
        const expected = await listItems(file);
        for (const some of [sources, sources.slice(-1)]) {
          const other = await newFile(some.length === 1 ? YEARS.length - 1 : 0);
          const done = await migrate(client, other, some);
          expect(errorsOf(done), JSON.stringify(done.problems)).to.deep.equal([]);
          expect(done.status).to.equal('completed');
          expect(await listItems(other), `${some.length} files`).to.deep.equal(expected);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

  async function post(file: TestCompany, path: string, body: object, method: 'post' | 'patch' = 'post') {
    const { status, body: answer, text } = await client[method](`${file.path}${path}`, body);
    expect(status, text).to.be.oneOf([200, 201]);
    return answer;
  }

  /** Posts the steps by date, and closes the first two years when all is posted. */
  async function closeAfter(file: TestCompany, steps: readonly Step[], parties: readonly number[]): Promise<void> {
    const items: Item[][] = [[], []];
    const inOrder = steps.toSorted((one, other) => one.day - other.day);
    // Years after the first exist only once the one before is closed or opened by hand.
    for (const span of spans.slice(1)) await post(file, '/fiscal-years', span);
    for (const [index, one] of inOrder.entries()) {
      const isSale = one.kind === 'invoice' || one.kind === 'payment' || one.kind === 'credit';
      const side = one.kind === 'invoice' || one.kind === 'paid' ? 'debit' : 'credit';
      const account = isSale ? '411000' : '401000';
      const other = one.kind === 'payment' || one.kind === 'paid' ? '512000' : isSale ? '706000' : '606100';
      const amount = amountOf(one.cents);
      const party = parties[isSale ? 0 : 1]!;
      const entry = await post(file, '/entries', {
        journal_id: file.journal('OD'),
        entry_date: formatDay(one.day),
        label: `Pièce ${index}`,
        reference: one.hasReference ? `R${index}` : null,
        lines: [
          { account, [side]: amount, third_party_id: party },
          { account: other, [side === 'debit' ? 'credit' : 'debit']: amount },
        ],
      });
      const line = (entry.lines as { id: number; account: { number: string } }[]).find(
        (candidate) => candidate.account.number === account,
      )!;
      await settle(file, one, { id: line.id, side }, items[isSale ? 0 : 1]!);
    }
    await postOffsetting(file, parties[0]!);
    for (const year of (await listYears(file)).slice(0, -1)) await post(file, `/fiscal-years/${year.id}/close`, {});
  }

  /** Two open items on one account, whose balance is zero: no closing carries a balance of it forward. */
  async function postOffsetting(file: TestCompany, third_party_id: number): Promise<void> {
    for (const [side, other] of [
      ['debit', 'credit'],
      ['credit', 'debit'],
    ] as const)
      await post(file, '/entries', {
        ...{ journal_id: file.journal('OD'), entry_date: '2025-06-01', label: side, reference: side },
        lines: [
          { account: '416000', [side]: '70.00', third_party_id },
          { account: '512000', [other]: '70.00' },
        ],
      });
  }

  /** Matches the new line with some open ones of the other side, in part; a small difference is written off. */
  async function settle(file: TestCompany, { settles }: Step, item: Item, items: Item[]): Promise<void> {
    const opposite = items.filter(({ side }) => side !== item.side);
    const chosen = new Set(settles.flatMap((place) => opposite[opposite.length - 1 - place]?.id ?? []));
    items.push(item);
    if (chosen.size === 0) return;
    const line_ids = [item.id, ...chosen];
    const whole = await client.post(`${file.path}/lettering`, { line_ids });
    if (whole.status >= 300) await client.post(`${file.path}/lettering`, { line_ids, partial: true });
  }

  async function listYears(file: TestCompany) {
    const { body } = await client.get<{ id: number; starts_on: string; ends_on: string }[]>(
      `${file.path}/fiscal-years`,
    );
    return body.toSorted((one, other) => (one.starts_on < other.starts_on ? -1 : 1));
  }

  async function listSources(file: TestCompany): Promise<Source[]> {
    const sources: Source[] = [];
    for (const { id, ends_on } of await listYears(file))
      sources.push({
        name: `732829320FEC${ends_on.slice(0, 10).replaceAll('-', '')}.txt`,
        content: (await client.get(`${file.path}/exports/fec/${id}`)).text,
      });
    return sources;
  }

  /** By third party and reference, or the name of the entry: due dates and ids are not in a FEC. */
  async function listItems(file: TestCompany): Promise<readonly string[]> {
    const { status, body, text } = await client.get<AnswerBody>(
      `${file.path}/open-items?as_of=2027-12-31&per_page=100`,
    );
    expect(status, text).to.equal(200);
    return (body.data as OpenItem[])
      .map(({ third_party, reference, entry_date, number, journal, amount }) => {
        const name = `${journal.code}-${entry_date.slice(0, 4)}-${String(number).padStart(5, '0')}`;
        return `${third_party.name} ${reference ?? name} ${amount}`;
      })
      .sort();
  }
});

function expectRules({ name, content }: Source): void {
  const buffer = Buffer.from(content as string);
  const year = spans.find(({ ends_on }) => name.includes(ends_on.replaceAll('-', '')))!;
  expect(findBrokenFecRules(name, buffer, year)).to.deep.equal([]);
  const sums = new Map<string, bigint>();
  const cents = (text: string) => BigInt(text.replace(',', ''));
  for (const one of parseFecRecords(buffer).filter(({ EcritureLet }) => EcritureLet !== '')) {
    const key = `${one['EcritureLet']} ${one['CompteNum']} ${one['CompAuxNum']}`;
    sums.set(key, (sums.get(key) ?? 0n) + cents(one['Debit']!) - cents(one['Credit']!));
  }
  expect([...sums].filter(([, sum]) => sum !== 0n)).to.deep.equal([]);
  expectOpenings(parseFecRecords(buffer));
}

/** What opens a year names its third parties. */
function expectOpenings(records: readonly FecRecord[]): void {
  const opening = records.filter(({ JournalCode }) => JournalCode === 'AN');
  for (const { CompteNum, CompAuxNum } of opening)
    if (/^4[01]1/.test(CompteNum!)) expect(CompAuxNum, CompteNum).not.to.equal('');
}
