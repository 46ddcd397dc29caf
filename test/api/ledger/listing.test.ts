import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Page {
  readonly data: readonly AnswerBody[];
  readonly total: number;
  readonly per_page: number;
  readonly links: readonly { readonly url: string | null; readonly label: string; readonly active: boolean }[];
  readonly [member: string]: unknown;
}

const PAGE_MEMBERS = [
  'data',
  'current_page',
  'last_page',
  'per_page',
  'total',
  'from',
  'to',
  'first_page_url',
  'last_page_url',
  'next_page_url',
  'prev_page_url',
  'path',
  'links',
];
const DATES = ['2026-03-01', '2026-01-15', '2026-03-01', '2026-12-31', '2026-02-28', '2026-01-01', '2026-03-01'];

describe('Listing entries', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let other: TestCompany;
  const ids: number[] = [];
  const list = (query = '', headers?: Record<string, string>) =>
    firm.client.ok<Page>(`${file.path}/entries${query}`, headers);
  const idsOf = async (query: string) => (await list(query)).data.map(({ id }) => id);
  const lines = [
    { account: '604000', debit: '1.00' },
    { account: '440000', credit: '1.00' },
  ];

  before(async () => {
    firm = await service.newFirm();
    [file, other] = [await service.newCompany(firm.client), await service.newCompany(firm.client)];
    for (const [index, entry_date] of DATES.entries()) {
      const { body } = await firm.client.post(`${file.path}/entries`, {
        journal_id: file.journal(index % 2 === 0 ? 'OD' : 'ACH'),
        entry_date,
        lines,
      });
      ids.push(body.id);
    }
    await firm.client.post(`${other.path}/entries`, {
      journal_id: other.journal('OD'),
      entry_date: '2026-03-01',
      lines,
    });
  });

  const newestFirst = () =>
    ids.map((id, index) => ({ id, date: DATES[index]! })).sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);

  it('is a page object with the newest entry first, by date and then by id', async () => {
    const body = await list();
    expect(body).to.have.all.keys(PAGE_MEMBERS);
    const path = `${service.url}${file.path}/entries`;
    const { data, ...rest } = body;
    expect(data.map(({ id }) => id)).to.deep.equal(newestFirst().map(({ id }) => id));
    expect(rest).to.deep.equal({
      current_page: 1,
      last_page: 1,
      per_page: 50,
      total: 7,
      from: 1,
      to: 7,
      first_page_url: `${path}?page=1`,
      last_page_url: `${path}?page=1`,
      next_page_url: null,
      prev_page_url: null,
      path,
      links: [
        { url: null, label: '&laquo; Previous', active: false },
        { url: `${path}?page=1`, label: '1', active: true },
        { url: null, label: 'Next &raquo;', active: false },
      ],
    });
  });

  it('turns pages without losing or repeating an entry, and without the caller’s filters in the URLs', async () => {
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const body = await list(`?per_page=3&page=${page}&from=2026-01-01`);
      seen.push(...body.data.map(({ id }) => id));
      expect(body).to.include({
        current_page: page,
        last_page: 3,
        per_page: 3,
        total: 7,
        from: (page - 1) * 3 + 1,
        to: Math.min(page * 3, 7),
      });
      expect(body.next_page_url).to.equal(page === 3 ? null : `${String(body.path)}?page=${page + 1}`);
      expect(body.prev_page_url).to.equal(page === 1 ? null : `${String(body.path)}?page=${page - 1}`);
    }
    expect(seen).to.deep.equal(newestFirst().map(({ id }) => id));
  });

  it('answers beyond the end with an empty page', async () => {
    expect(await list('?page=9&per_page=3')).to.deep.include({
      data: [],
      current_page: 9,
      last_page: 3,
      from: null,
      to: null,
      next_page_url: null,
      total: 7,
    });
    expect(await list('?from=2026-06-01&to=2026-06-02')).to.deep.include({
      data: [],
      current_page: 1,
      last_page: 1,
      total: 0,
      from: null,
      to: null,
    });
  });

  it('never refuses page and per_page: it takes the default or the most it gives', async () => {
    for (const [query, page, perPage] of [
      ['per_page=500', 1, 200],
      ['per_page=0', 1, 50],
      ['per_page=-3', 1, 50],
      ['per_page=many', 1, 50],
      ['page=0', 1, 50],
      ['page=-1', 1, 50],
      ['page=x', 1, 50],
      ['page=1.5', 1, 50],
      ['page=&per_page=', 1, 50],
      ['per_page=200', 1, 200],
    ] as const) {
      expect(await list(`?${query}`), query).to.include({ current_page: page, per_page: perPage });
    }
  });

  it('narrows by dates, both included, by fiscal year and by journal', async () => {
    const dated = (matches: (date: string) => boolean) =>
      newestFirst()
        .filter(({ date }) => matches(date))
        .map(({ id }) => id);
    expect(await idsOf('?from=2026-02-28')).to.deep.equal(dated((date) => date >= '2026-02-28'));
    expect(await idsOf('?to=2026-02-28')).to.deep.equal(dated((date) => date <= '2026-02-28'));
    expect(await idsOf('?from=2026-03-01&to=2026-03-01')).to.deep.equal(dated((date) => date === '2026-03-01'));
    expect(await idsOf(`?fiscal_year_id=${file.fiscalYearId}`)).to.have.length(7);
    expect(await idsOf(`?journal_id=${file.journal('ACH')}`)).to.deep.equal(
      newestFirst()
        .filter(({ id }) => ids.indexOf(id) % 2 === 1)
        .map(({ id }) => id),
    );
    const both = await list(
      `?journal_id=${file.journal('OD')}&fiscal_year_id=${file.fiscalYearId}&from=2026-03-01&to=2026-03-31&per_page=2`,
    );
    expect([both.total, both.data.length]).to.deep.equal([3, 2]);
    const counted = await list(`?journal_id=${file.journal('OD')}&fiscal_year_id=${file.fiscalYearId}&per_page=2`);
    expect([counted.total, counted.data.length]).to.deep.equal([4, 2]);
  });

  it('finds nothing under ids of another company file or of nobody', async () => {
    expect((await list(`?fiscal_year_id=${other.fiscalYearId}`)).total).to.equal(0);
    expect((await list(`?journal_id=${other.journal('OD')}`)).total).to.equal(0);
    expect((await list('?journal_id=999999999')).total).to.equal(0);
  });

  it('refuses values that mean nothing, all at once', async () => {
    const body = await firm.client
      .refused(422)
      .get(`${file.path}/entries?from=yesterday&to=2026-02-30&fiscal_year_id=x&journal_id=0`);
    expect(body.errors).to.have.all.keys('from', 'to', 'fiscal_year_id', 'journal_id');
  });

  it('labels its links in the language of the reader', async () => {
    const reader = await service.newMember(firm, 'reviewer', { locale: null });
    for (const [language, previous, next] of [
      ['fr', '&laquo; Précédent', 'Suivant &raquo;'],
      ['nl', '&laquo; Vorige', 'Volgende &raquo;'],
      ['en', '&laquo; Previous', 'Next &raquo;'],
      ['de', '&laquo; Zurück', 'Weiter &raquo;'],
    ] as const) {
      const { links } = (await reader.client.get<Page>(`${file.path}/entries?lang=${language}`)).body;
      expect([links.at(0)!.label, links.at(-1)!.label]).to.deep.equal([previous, next]);
    }
  });

  it('shows one entry to those who see its file, and to nobody else', async () => {
    await firm.client.ok(`${file.path}/entries/${ids[0]}`);
    const unknown = await firm.client.get(`${file.path}/entries/999999999`);
    expect([unknown.status, Object.keys(unknown.body)]).to.deep.equal([404, ['message', 'code']]);
    const stranger = await service.newFirm();
    for (const answer of [
      await firm.client.get(`${other.path}/entries/${ids[0]}`),
      await stranger.client.get(`${file.path}/entries/${ids[0]}`),
      await firm.client.get(`${file.path}/entries/abc`),
      await firm.client.get(`${file.path}/entries/0`),
      await firm.client.get(`/v1/companies/AAAAAAAAAAAA/entries/${ids[0]}`),
    ]) {
      expect([answer.status, answer.text]).to.deep.equal([404, unknown.text]);
    }
  });

  it('keeps entries: they are neither changed nor deleted here', async () => {
    for (const method of ['DELETE', 'PUT'])
      expect((await firm.client.request(method, `${file.path}/entries/${ids[0]}`)).status, method).to.equal(405);
  });
});
