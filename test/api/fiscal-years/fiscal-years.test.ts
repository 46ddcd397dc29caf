import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Period {
  readonly id: number;
  readonly label: string;
  readonly is_locked: boolean;
  readonly locked_at: string | null;
  readonly locked_by: number | null;
}

describe('Fiscal years and periods', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let path: string;

  beforeEach(async () => {
    firm ??= await service.newFirm();
    file = await service.newCompany(firm.client);
    path = `${file.path}/fiscal-years`;
  });

  const years = async () => (await firm.client.get(path)).body as unknown as AnswerBody[];
  const periodsOf = (year: AnswerBody) => year.periods as Period[];
  const entry = (date: string) => ({
    journal_id: file.journal('OD'),
    entry_date: date,
    lines: [
      { account: '604000', debit: '1.00' },
      { account: '440000', credit: '1.00' },
    ],
  });

  it('are listed with their periods, named in the language of the reader', async () => {
    const [year, ...others] = await years();
    expect(others).to.deep.equal([]);
    expect(year).to.include({ code: '2026', starts_on: '2026-01-01T00:00:00.000000Z', is_closed: false, version: 1 });
    expect(periodsOf(year!)).to.have.length(12);
    const labels = { fr: 'janvier 2026', nl: 'januari 2026', en: 'January 2026', de: 'Januar 2026' };
    for (const [locale, label] of Object.entries(labels)) {
      const reader = await service.newMember(firm, 'reviewer', { locale: locale as 'fr' });
      const { headers, body } = await reader.client.get(`${path}/${year!.id}`);
      expect(headers.get('etag')).to.equal('"v1"');
      expect(periodsOf(body)[0]!.label).to.equal(label);
    }
  });

  it('are opened behind the last one, by month or by quarter', async () => {
    const opened = await firm.client.post(path, { starts_on: '2027-01-01', ends_on: '2027-12-31' });
    expect(opened.status, opened.text).to.equal(201);
    expect(opened.body).to.include({ code: '2027', company_id: file.id });
    expect(opened.headers.get('x-operation-id')).to.be.a('string');
    const quarters = { code: 'Q28', starts_on: '2028-01-01', ends_on: '2028-12-31', period_length: 'quarter' };
    const second = await firm.client.created(path, quarters);
    expect(periodsOf(second)).to.have.length(4);
    expect(periodsOf(second)[1]!.label).to.match(/2.* 2028$/);
    expect((await years()).map(({ code }) => code)).to.deep.equal(['2026', '2027', 'Q28']);
    expect((await firm.client.get(file.path)).body).to.include({ fiscal_year_end: '2028-12-31' });
  });

  const refusals: readonly (readonly [string, Record<string, unknown>, string[]])[] = [
    ['a gap', { starts_on: '2027-02-01', ends_on: '2027-12-31' }, ['starts_on']],
    ['an overlap', { starts_on: '2026-12-01', ends_on: '2027-11-30' }, ['starts_on']],
    ['an end before the start', { starts_on: '2027-01-01', ends_on: '2026-12-01' }, ['ends_on']],
    ['25 months', { starts_on: '2027-01-01', ends_on: '2029-01-31' }, ['ends_on']],
    ['a code that is taken', { code: '2026', starts_on: '2027-01-01', ends_on: '2027-12-31' }, ['code']],
    ['a long code', { code: '12345678901', starts_on: '2027-01-01', ends_on: '2027-12-31' }, ['code']],
    ['dates that do not exist', { starts_on: '2027-02-30', ends_on: 'soon' }, ['ends_on', 'starts_on']],
    ['missing dates', {}, ['ends_on', 'starts_on']],
    ['weeks', { starts_on: '2027-01-01', ends_on: '2027-12-31', period_length: 'week' }, ['period_length']],
  ];
  for (const [name, body, fields] of refusals) {
    it(`refuse ${name}`, async () => {
      const answer = await firm.client.refused(422).post(path, body);
      expect(Object.keys(answer.errors).sort()).to.deep.equal(fields);
      expect(await years()).to.have.length(1);
    });
  }

  it('take another code or other dates while they are empty, under the optimistic lock', async () => {
    const [year] = await years();
    const url = `${path}/${year!.id}`;
    const changed = await firm.client.patch(url, { code: 'EX', ends_on: '2027-06-30', id: 5, is_closed: true });
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.body).to.include({ id: year!.id, code: 'EX', is_closed: false, version: 2 });
    expect(periodsOf(changed.body)).to.have.length(18);
    const stale = await firm.client.patch(url, { code: 'EY' }, { 'X-Base-Version': '1' });
    expect(stale.status).to.equal(409);
    expect(stale.body).to.deep.include({ code: 'conflict', server_version: 2 });
    expect(stale.body.server_data).to.include({ code: 'EX' });
    await firm.client.post(`${file.path}/entries`, entry('2026-03-15'));
    await firm.client.refused(422, ['ends_on']).patch(url, { ends_on: '2026-12-31' });
    await firm.client.refused(422).patch(url, { code: null });
  });

  it('are deleted at either end while they are empty, and the feed says so', async () => {
    const { body: last } = await firm.client.post(path, { starts_on: '2027-01-01', ends_on: '2027-12-31' });
    const { body: before } = await firm.client.get(`${file.path}/sync/pull?limit=2000`);
    const deleted = await firm.client.delete(`${path}/${last.id}`);
    expect(deleted.status).to.equal(204);
    expect(deleted.headers.get('x-trashed')).to.equal(null);
    await firm.client.refused(404).get(`${path}/${last.id}`);
    await firm.client.refused(404).delete(`${path}/${last.id}`);
    const { body: feed } = await firm.client.get(`${file.path}/sync/pull?since=${String(before.cursor)}`);
    const [change] = feed.changes as AnswerBody[];
    expect(change).to.deep.include({ resource: 'fiscal-years', op: 'delete', id: last.id, version: 2 });
    expect(change!.data).to.include({ id: last.id, reason: 'purged' });
    const [only] = await years();
    const refused = await firm.client.delete(`${path}/${only!.id}`);
    expect(refused.body).to.include({ code: 'fiscal_year_is_the_only_one' });
    await firm.client.created(path, { starts_on: '2027-01-01', ends_on: '2027-12-31' });
  });

  it('keep entries out of a locked period', async () => {
    const [year] = await years();
    const march = periodsOf(year!)[2]!;
    const lock = `${path}/${year!.id}/periods/${march.id}/lock`;
    const locked = await firm.client.post(lock);
    expect(locked.status, locked.text).to.equal(200);
    expect(locked.headers.get('x-operation-id')).to.be.a('string');
    expect(periodsOf(locked.body)[2]).to.include({ is_locked: true, locked_by: firm.admin.id });
    expect(periodsOf(locked.body)[2]!.locked_at).to.match(/^\d{4}-\d{2}-\d{2}T/);
    const again = await firm.client.post(lock);
    expect([again.status, again.headers.get('x-operation-id'), again.body.version]).to.deep.equal([200, null, 2]);

    const refused = await firm.client.post(`${file.path}/entries`, entry('2026-03-31'));
    expect(refused.status).to.equal(422);
    expect(refused.body).to.include({ code: 'period_locked', reason: 'period_locked' });
    expect(Object.keys(refused.body.errors)).to.deep.equal(['entry_date']);
    await firm.client.created(`${file.path}/entries`, entry('2026-04-01'));

    const unlocked = await firm.client.post(`${path}/${year!.id}/periods/${march.id}/unlock`);
    expect(periodsOf(unlocked.body)[2]).to.include({ is_locked: false, locked_at: null, locked_by: null });
    await firm.client.created(`${file.path}/entries`, entry('2026-03-31'));
  });

  it('are locked and unlocked by a manager, and by no reviewer or encoder', async () => {
    const [year] = await years();
    const url = `${path}/${year!.id}/periods/${periodsOf(year!)[0]!.id}`;
    const reviewer = await service.newMember(firm, 'reviewer');
    const encoder = await service.newMember(firm, 'encoder');
    const manager = await service.newMember(firm, 'manager');
    for (const { client } of [reviewer, encoder]) await client.refused(403).post(`${url}/lock`);
    await manager.client.expect(200).post(`${url}/lock`);
    await encoder.client.refused(403).post(`${url}/unlock`);
    await firm.client.expect(200).post(`${url}/unlock`);
  });

  it('hide the years and periods of other files', async () => {
    const [year] = await years();
    const other = await service.newCompany(firm.client);
    const [foreign] = (await firm.client.get(`${other.path}/fiscal-years`)).body as unknown as AnswerBody[];
    await firm.client.refused(404).get(`${path}/${foreign!.id}`);
    await firm.client.refused(404).patch(`${path}/${foreign!.id}`, { code: 'X' });
    await firm.client.refused(404).delete(`${path}/${foreign!.id}`);
    const period = periodsOf(foreign!)[0]!.id;
    await firm.client.refused(404).post(`${path}/${year!.id}/periods/${period}/lock`);
    await firm.client.refused(404).post(`${path}/${foreign!.id}/periods/${period}/lock`);
  });

  it('let only one of two parallel openings through, and one lock win', async () => {
    const body = { starts_on: '2027-01-01', ends_on: '2027-12-31' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => firm.client.post(path, body)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 422, 422, 422, 422, 422, 422, 422]);
    expect(await years()).to.have.length(2);
  });
});
