import type { Readable } from 'node:stream';
import { text as wholeText } from 'node:stream/consumers';
import { expect } from 'chai';
import fc from 'fast-check';
import { paginate } from '../../../api/http/reply/pagination.ts';
import { respondWithEntryPage } from '../../../api/ledger/entry-page.ts';
import { toSearchable } from '../../../domain/text.ts';
import { findEntries, type EntryFilter } from '../../../projections/ledger/entry-list.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Entry {
  readonly id: number;
  readonly journal_id: number;
  readonly fiscal_year_id: number;
  readonly entry_date: string;
  readonly number: number;
  readonly label: string | null;
  readonly reference: string | null;
  readonly status: 'posted' | 'reversed';
  readonly journal: { readonly code: string };
  readonly third_party: { readonly id: number; readonly name: string } | null;
  readonly lines: readonly { readonly account_id: number; readonly third_party_id: number | null }[];
}

interface Page {
  readonly data: readonly Entry[];
  readonly total: number;
  readonly last_page: number;
}

const LABELS = [
  'Réparation du véhicule',
  'Loyer du mois',
  'ÉLECTRICITÉ et gaz',
  'Remise 100% client',
  'Code A_B',
  'Chemin C:\\comptes',
  'Straße 12 – Büro',
  null,
];
const REFERENCES = ['F-2026-%', '+++090/9337/55493+++', 'note_1', null, 'Dossier Œuvre'];

/** Entries of two years in a few journals, on few days, so that many stand on the same. */
describe('Filters of the list of entries', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let other: TestCompany;
  let all: readonly Entry[];
  let nextYearId: number;
  const thirdParties: Record<'dupont' | 'muller' | 'merged' | 'renamed' | 'foreign', number> = {
    dupont: 0,
    muller: 0,
    merged: 0,
    renamed: 0,
    foreign: 0,
  };

  const list = (query: string): Promise<Page> => firm.client.ok<Page>(`${file.path}/entries?${query}`);
  const done = async <Body>(answer: Promise<{ status: number; body: Body; text: string }>): Promise<Body> => {
    const { status, body, text } = await answer;
    expect(status, text).to.be.within(200, 201);
    return body;
  };
  const queryOf = (filter: EntryFilter): string =>
    new URLSearchParams(
      Object.entries(filter).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ).toString();

  before(async () => {
    firm = await service.newFirm();
    const { client } = firm;
    [file, other] = [await service.newCompany(client), await service.newCompany(client)];
    const year = await done(
      client.post(`${file.path}/fiscal-years`, { starts_on: '2027-01-01', ends_on: '2027-12-31' }),
    );
    nextYearId = year.id;
    const thirdParty = async (path: string, name: string, more = {}) =>
      (await done(client.post(`${path}/third-parties`, { type: 'customer', name, ...more }))).id;
    thirdParties.dupont = await thirdParty(file.path, 'Menuiserie Dupont', { city: 'Namur' });
    thirdParties.muller = await thirdParty(file.path, 'Müller & Söhne');
    thirdParties.merged = await thirdParty(file.path, 'Ateliers Lefèvre');
    thirdParties.renamed = await thirdParty(file.path, 'Ancien nom');
    thirdParties.foreign = await thirdParty(other.path, 'Menuiserie Dupont');
    await post(file, 200);
    await post(other, 3);
    all = await everything();
    for (const { id } of all.filter((_, index) => index % 17 === 3))
      await done(client.post(`${file.path}/entries/${id}/reverse`, {}));
    await done(
      client.patch(`${file.path}/entries/${all[5]!.id}`, { label: 'Changé après coup', reference: 'Amendée' }),
    );
    await done(client.post(`${file.path}/third-parties/${thirdParties.merged}/merge`, { into: thirdParties.dupont }));
    await done(client.patch(`${file.path}/third-parties/${thirdParties.renamed}`, { name: 'Électro Wauters' }));
    all = await everything();
  });

  async function post(into: TestCompany, count: number): Promise<void> {
    const parties = [thirdParties.dupont, null, thirdParties.muller, thirdParties.merged, null, thirdParties.renamed];
    const entries = Array.from({ length: count }, (_, number) => {
      const thirdPartyId = into === file ? parties[number % parties.length]! : null;
      const lines = [
        { account: number % 5 === 0 ? '604000' : '611000', debit: '1.00' },
        // Two lines on one account, now and then: the entry still counts once.
        { account: number % 3 === 0 ? '604000' : '615000', debit: '2.00' },
        { account: '400000', credit: '3.00', third_party_id: thirdPartyId },
      ];
      return {
        journal_id: into.journal(['OD', 'ACH', 'OD', 'VEN'][number % 4]!),
        entry_date: `${into === file && number % 3 === 0 ? 2027 : 2026}-0${1 + (number % 2)}-${String(10 + (number % 7)).padStart(2, '0')}`,
        label: LABELS[number % LABELS.length],
        reference: REFERENCES[number % REFERENCES.length],
        lines,
      };
    });
    await done(firm.client.post(`${into.path}/entries/batch`, { entries }));
  }

  async function everything(): Promise<Entry[]> {
    const first = await list('per_page=200');
    const rest = await Promise.all(
      Array.from({ length: first.last_page - 1 }, (_, index) => list(`per_page=200&page=${index + 2}`)),
    );
    return [first, ...rest].flatMap(({ data }) => data);
  }

  /** What the filter means, on entries as a reader sees them. */
  function matches(entry: Entry, filter: EntryFilter): boolean {
    const day = entry.entry_date.slice(0, 10);
    const { from, to, fiscal_year_id, journal_id, account_id, third_party_id, status, q } = filter;
    return (
      (from === undefined || day >= from) &&
      (to === undefined || day <= to) &&
      (fiscal_year_id === undefined || entry.fiscal_year_id === fiscal_year_id) &&
      (journal_id === undefined || entry.journal_id === journal_id) &&
      (account_id === undefined || entry.lines.some((line) => line.account_id === account_id)) &&
      (third_party_id === undefined || entry.lines.some((line) => line.third_party_id === third_party_id)) &&
      (status === undefined || entry.status === status) &&
      (q === undefined || isFound(entry, q))
    );
  }

  function isFound(entry: Entry, q: string): boolean {
    const year = entry.fiscal_year_id === nextYearId ? '2027' : '2026';
    const texts = [
      entry.label,
      entry.reference,
      entry.third_party?.name,
      `${entry.journal.code}-${year}-${String(entry.number).padStart(5, '0')}`,
    ].map((text) => toSearchable(text ?? ''));
    const words = toSearchable(q)
      .split(/\s+/)
      .filter((word) => word !== '');
    return words.every((word) => texts.some((text) => text.includes(word)));
  }

  const idsOf = async (query: string) => (await list(`per_page=200&${query}`)).data.map(({ id }) => id);
  const expected = (filter: EntryFilter) => all.filter((entry) => matches(entry, filter)).map(({ id }) => id);
  const finds = async (filter: EntryFilter): Promise<number> => {
    const { data, total } = await list(`per_page=200&${queryOf(filter)}`);
    expect(
      data.map(({ id }) => id),
      JSON.stringify(filter),
    ).to.deep.equal(expected(filter).slice(0, 200));
    expect(total).to.equal(expected(filter).length);
    return total;
  };

  it('keeps entries of one day in the order of their ids, newest first', () => {
    const sorted = [...all].sort((a, b) => b.entry_date.localeCompare(a.entry_date) || b.id - a.id);
    expect(all.map(({ id }) => id)).to.deep.equal(sorted.map(({ id }) => id));
    expect(all).to.have.length(212);
    expect(new Set(all.map(({ entry_date }) => entry_date)).size).to.be.below(40);
  });

  it('finds by each filter what it names', async () => {
    expect(await finds({ from: '2026-02-12', to: '2027-01-12' })).to.be.above(20);
    expect(await finds({ fiscal_year_id: nextYearId })).to.be.above(60);
    expect(await finds({ journal_id: file.journal('VEN') })).to.be.above(40);
    expect(await finds({ account_id: file.account('604000') })).to.be.above(60);
    expect(await finds({ third_party_id: thirdParties.muller })).to.be.above(30);
    expect(await finds({ status: 'reversed' })).to.equal(12);
    expect(await finds({ status: 'posted' })).to.equal(200);
  });

  it('counts what was posted for a merged third party for the one that stays', async () => {
    expect(await finds({ third_party_id: thirdParties.dupont })).to.be.above(66);
    // Whoever still asks for the one that went finds what was posted for it.
    expect(await idsOf(`third_party_id=${thirdParties.merged}`)).to.have.length.within(30, 40);
  });

  it('searches without accents and case, all the words in any order and in any text', async () => {
    for (const [q, atLeast] of [
      ['VEHICULE repar', 20],
      ['véhicule RÉPARATION', 20],
      ['electricite', 20],
      ['strasse buro', 20],
      ['oeuvre', 30],
      ['loyer dupont', 2],
      ['dupont', 60],
      ['söhne', 30],
      ['electro wauters', 30],
      ['electro', 30],
      ['VEN-2026-00003', 1],
      ['od-2027', 20],
      ['00012', 2],
      ['12', 10],
      ['changé coup', 1],
      ['amendee', 1],
    ] as const) {
      expect(await finds({ q }), q).to.be.at.least(atLeast);
    }
    // Names that are no longer shown, and other facts about a third party, are not what the entry says.
    for (const q of ['ancien nom', 'lefevre', 'namur', 'loyer vehicule', 'ven-2026-99999'])
      expect(await finds({ q }), q).to.equal(0);
  });

  it('takes signs of the pattern language as what they are', async () => {
    expect(await finds({ q: '%' }))
      .to.be.below(80)
      .and.above(20);
    expect(await finds({ q: '100%' })).to.be.above(20);
    expect(await finds({ q: '_' }))
      .to.be.below(80)
      .and.above(20);
    expect(await finds({ q: 'a_b' })).to.be.above(20);
    expect(await finds({ q: '\\' })).to.be.above(20);
    expect(await finds({ q: 'c:\\comptes' })).to.be.above(20);
    for (const q of ['%%', '__', '\\\\', 'a\\b', "'", '"', '100_', '*', '$1'])
      expect(await finds({ q }), q).to.equal(0);
  });

  it('finds a structured communication with or without its separators', async () => {
    const written = expected({ q: '+++090/9337/55493+++' });
    expect(written).to.have.length.above(30);
    for (const q of [
      '+++090/9337/55493+++',
      '090/9337/55493',
      '090933755493',
      '090 9337 55493',
      '***090/9337/55493***',
    ])
      expect(await idsOf(`q=${encodeURIComponent(q)}`), q).to.deep.equal(written);
  });

  it('is not narrowed by a search without words, and takes a long one as it is', async () => {
    for (const q of ['', '%20%20', encodeURIComponent('\u0301')]) expect((await list(`q=${q}`)).total).to.equal(212);
    expect((await list(`q=${'a%20'.repeat(60)}`)).total).to.equal(0);
  });

  it('finds nothing under ids of another company file or of nobody', async () => {
    for (const query of [
      `account_id=${other.account('604000')}`,
      `third_party_id=${thirdParties.foreign}`,
      `account_id=${other.account('604000')}&from=2026-01-01`,
      `account_id=${file.account('604000')}&fiscal_year_id=${other.fiscalYearId}`,
      'account_id=999999999',
      'third_party_id=999999999&q=dupont',
      `status=posted&fiscal_year_id=${other.fiscalYearId}`,
      'from=2027-01-01&to=2026-12-31',
    ])
      expect(await list(query), query).to.deep.include({ data: [], total: 0 });
  });

  it('refuses values that mean nothing', async () => {
    const { status, body } = await firm.client.get(
      `${file.path}/entries?account_id=x&third_party_id=0&status=draft&q=${'x'.repeat(201)}`,
    );
    expect([status, Object.keys(body.errors).sort()]).to.deep.equal([
      422,
      ['account_id', 'q', 'status', 'third_party_id'],
    ]);
    await firm.client.refused(422).get(`${file.path}/entries?q=%00`);
  });

  it('writes a page of very many lines out bit by bit, to the same letters', async () => {
    const { text } = await firm.client.get(`${file.path}/entries?per_page=25&page=2`);
    const { pool } = service.core;
    const { total, ids } = await findEntries(pool, file.id, {}, { page: 2, perPage: 25 });
    const shown = { page: 2, perPage: 25, pathUrl: `${service.url}${file.path}/entries`, language: 'en' } as const;
    const answer = (rows: readonly unknown[]) => paginate({ ...shown, rows, total });
    const page = { companyId: file.id, ids, language: 'en', buildAnswer: answer } as const;
    const reply = (heldLines: number) => respondWithEntryPage({ pool }, page, heldLines);
    expect((await reply(75)).raw, 'three lines each').to.equal(undefined);
    const { raw, headers } = await reply(74);
    expect(await wholeText(raw as Readable)).to.equal(text);
    expect(headers).to.deep.equal({ 'Content-Type': 'application/json; charset=utf-8' });
  });

  const day = fc.constantFrom('2026-01-01', '2026-01-12', '2026-02-10', '2026-02-16', '2027-01-13', '2027-02-28');
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
  const anyFilter = (): fc.Arbitrary<EntryFilter> =>
    fc.record({
      from: optional(day),
      to: optional(day),
      fiscal_year_id: optional(fc.constantFrom(file.fiscalYearId, nextYearId)),
      journal_id: optional(fc.constantFrom('OD', 'ACH', 'VEN', 'NCA').map((code) => file.journal(code))),
      account_id: optional(
        fc.constantFrom('604000', '611000', '400000', '700000').map((number) => file.account(number)),
      ),
      third_party_id: optional(fc.constantFrom(thirdParties.dupont, thirdParties.muller, thirdParties.renamed)),
      status: optional(fc.constantFrom('posted' as const, 'reversed' as const)),
      q: optional(fc.constantFrom('a', '2026', 'dupont', 'du', 'electr', 'od-202', '%', 'wauters gaz', 'ven 1')),
    });

  it('combines all filters, page by page, and finds far pages as it finds near ones', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter(), fc.integer({ min: 1, max: 40 }), fc.double(), async (filter, perPage, where) => {
        const requested = expected(filter);
        const lastPage = Math.max(Math.ceil(requested.length / perPage), 1);
        const page = 1 + Math.floor(Math.abs(Number.isFinite(where) ? where % 1 : 0) * (lastPage + 1));
        const ids = requested.slice((page - 1) * perPage, page * perPage);
        const { pool } = service.core;
        // A far page is found in another way: here, every page is far.
        for (const far of [undefined, 0])
          expect(await findEntries(pool, file.id, filter, { page, perPage, far })).to.deep.equal({
            total: requested.length,
            ids,
          });
      }),
      { numRuns: 300 },
    );
  });

  it('answers combinations over HTTP in the same way', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter(), async (filter) => void (await finds(filter))),
      { numRuns: 25 },
    );
  });
});
