import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type pg from 'pg';
import { getActivityMessageKey } from '../../../api/firms/activity.ts';
import { eventsByStream } from '../../../domain/event-catalogue.ts';
import type { AnswerBody, Client } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Item {
  readonly id: number;
  readonly event: string;
  readonly action: string;
  readonly user: { id: number; name: string } | null;
  readonly company: { public_token: string; code: string; name: string } | null;
  readonly device: { id: string | null; name: string | null } | null;
  readonly created_at: string;
}
interface Page {
  readonly data: Item[];
  readonly current_page: number;
  readonly per_page: number;
  readonly has_more: boolean;
}

describe('Overview of a firm', () => {
  const service = useService();
  let firm: TestFirm;
  let path: string;
  let zinc: TestCompany;
  let acier: TestCompany;

  before(async () => {
    firm = await service.newFirm();
    path = `/v1/firms/${firm.token}`;
    zinc = await service.newCompany(firm.client, { name: 'Zinc', code: 'Z', vat_regime: 'monthly' });
    acier = await service.newCompany(firm.client, { name: 'Acier', code: 'A', vat_regime: 'franchise' });
  });

  const activity = async (client: Client, query = '') => (await client.get<Page>(`${path}/activity${query}`)).body;
  const thirdParty = (client: Client, file: TestCompany, headers = {}) =>
    client.post(`${file.path}/third-parties`, { type: 'customer', name: 'Client' }, headers);

  describe('activity', () => {
    it('tells who did what, where and with what, the latest first, in the reader’s language', async () => {
      await thirdParty(firm.client, zinc, { 'X-Device-Id': 'phone-1', 'X-Device-Name': 'T%C3%A9l%C3%A9phone' });
      await firm.client.patch(path, { city: 'Huy' });
      const page = await activity(firm.client);
      expect(page).to.have.all.keys('data', 'current_page', 'per_page', 'has_more');
      expect(page).to.include({ current_page: 1, per_page: 50, has_more: false });
      const [latest, before] = page.data;
      expect(latest).to.deep.include({
        event: 'FirmUpdated',
        action: 'Details of the firm changed',
        user: { id: firm.admin.id, name: 'Ada Admin' },
        company: null,
        device: null,
      });
      expect(before).to.deep.include({
        event: 'RecordsCreated',
        company: { public_token: zinc.token, code: 'Z', name: 'Zinc' },
        device: { id: 'phone-1', name: 'Téléphone' },
      });
      expect(page.data.map(({ id }) => id)).to.deep.equal(page.data.map(({ id }) => id).sort((a, b) => b - a));
      expect(page.data.at(-1)!.event).to.equal('FirmOpened');
      const reader = await service.newMember(firm, 'reviewer', { locale: 'nl' });
      const [, dutch] = (await activity(reader.client)).data;
      expect(dutch!.action).to.equal('Gegevens van het kantoor gewijzigd');
    });

    it('comes in pages without a total', async () => {
      const all = (await activity(firm.client, '?per_page=200')).data;
      const pages: Item[] = [];
      for (let page = 1; ; page += 1) {
        const { data, has_more, per_page } = await activity(firm.client, `?per_page=5&page=${page}`);
        expect(per_page).to.equal(5);
        pages.push(...data);
        if (!has_more) break;
      }
      expect(pages).to.deep.equal(all);
      expect(await activity(firm.client, '?page=99999')).to.deep.include({ data: [], has_more: false });
      expect(await activity(firm.client, '?page=999999999999999&per_page=x')).to.deep.include({
        data: [],
        per_page: 50,
      });
      expect((await activity(firm.client, '?per_page=100000')).per_page).to.equal(200);
    });

    it('is of the files that the reader sees, and of the firm itself', async () => {
      await thirdParty(firm.client, acier);
      const member = await service.newMember(firm, 'reviewer', { companies: [{ id: zinc.id }] });
      const all = (await activity(firm.client, '?per_page=200')).data;
      const seen = (await activity(member.client, '?per_page=200')).data;
      expect(seen.map(({ id }) => id)).to.deep.equal(
        all.filter(({ company }) => company === null || company.public_token === zinc.token).map(({ id }) => id),
      );
      expect(seen.some(({ company }) => company !== null)).to.equal(true);
      const none = await service.newMember(firm, 'reviewer', { companies: [] });
      expect((await activity(none.client)).data.every(({ company }) => company === null)).to.equal(true);
      const parts = [1, 2, 3].map((page) => activity(member.client, `?per_page=4&page=${page}`));
      const first = (await Promise.all(parts)).flatMap(({ data }) => data.map(({ id }) => id));
      // The last member came after the list was read: one event of the firm is newer.
      const newer = (await activity(member.client, '?per_page=12')).data.map(({ id }) => id);
      expect(first).to.deep.equal(newer);
    });

    it('has a sentence for every event of firms and company files', () => {
      const types = [...Object.keys(eventsByStream.firm), ...Object.keys(eventsByStream.company)];
      expect(types.filter((type) => getActivityMessageKey(type) === 'activity_other')).to.deep.equal([]);
      expect(getActivityMessageKey('SomethingElse')).to.equal('activity_other');
    });
  });

  describe('dashboard', () => {
    const rows = async () => (await firm.client.get<AnswerBody[]>(`${path}/dashboard`)).body;

    it('tells for each file where work is waiting', async () => {
      const [first, second] = await rows();
      expect(first).to.deep.equal({
        public_token: acier.token,
        name: 'Acier',
        code: 'A',
        documents_to_process: 0,
        unmatched_transactions: 0,
        next_vat_deadline: null,
        annual_accounts_to_file: 0,
        next_annual_accounts: null,
        last_posting: null,
        locked_until: null,
      });
      // The oldest that is not filed, as in the calendar of the file.
      const calendar = await firm.client.expect(200).get(`${zinc.path}/vat/calendar`);
      const [oldest] = (calendar.data as AnswerBody[]).filter(({ status }) => status !== 'done');
      expect(second!.next_vat_deadline).to.deep.equal({
        label: oldest!.label,
        starts_on: '2026-01-01',
        ends_on: '2026-01-31',
        due_on: '2026-02-20',
        is_late: true,
      });
      expect(oldest).to.include({ due_on: '2026-02-20T00:00:00.000000Z', status: 'late' });
    });

    it('counts the bank transactions that wait to be matched, without those that are ignored or deleted', async () => {
      const journal = { code: 'LUX', label: 'Bank', type: 'bank', iban: 'LU280019400644750000' };
      await firm.client.created(`${acier.path}/journals`, { ...journal, control_account_id: acier.account('550000') });
      const content = readFileSync(new URL('../../fixtures/bank/batch.camt053.xml', import.meta.url));
      const part = { field: 'files[]', name: 'a.xml', content, type: 'application/xml' };
      const sent = firm.client.expect(201).upload('POST', `${acier.path}/coda-files`, [part]);
      const [file] = (await sent).files as AnswerBody[];
      const waiting = async () => (await rows()).map((row) => row.unmatched_transactions);
      expect(await waiting()).to.deep.equal([2, 0]);
      const { data } = await firm.client.ok(`${acier.path}/bank-transactions`);
      const [{ id }] = data as [AnswerBody];
      await firm.client.expect(200).post(`${acier.path}/bank-transactions/${id}/ignore`, { reason: 'Own account' });
      expect(await waiting()).to.deep.equal([1, 0]);
      await firm.client.expect(204).delete(`${acier.path}/coda-files/${file!.id}`);
      expect(await waiting()).to.deep.equal([0, 0]);
    });

    it('knows the last posting and up to where periods are locked', async () => {
      const entry = (entry_date: string) => ({
        journal_id: zinc.journal('OD'),
        entry_date,
        lines: [
          { account: '604000', debit: '1.00' },
          { account: '440000', credit: '1.00' },
        ],
      });
      await firm.client.post(`${zinc.path}/entries`, entry('2026-05-20'));
      await firm.client.post(`${zinc.path}/entries`, entry('2026-04-02'));
      const years = (await firm.client.get(zinc.path)).body.fiscal_years as {
        id: number;
        periods: { id: number }[];
      }[];
      const lock = (index: number) =>
        firm.client.post(`${zinc.path}/fiscal-years/${years[0]!.id}/periods/${years[0]!.periods[index]!.id}/lock`);
      expect((await lock(1)).status).to.be.below(300);
      const row = async () => (await rows()).find((one) => one.code === 'Z')!;
      expect((await row()).last_posting).to.have.property('entry_date', '2026-05-20T00:00:00.000000Z');
      expect((await row()).locked_until, 'January is open').to.equal(null);
      await lock(0);
      expect((await row()).locked_until).to.equal('2026-02-28');
    });
  });

  it('takes no more queries in a large firm than in a small one', async function () {
    this.timeout(60_000);
    const large = await service.newFirm({ name: 'Large' });
    const { pool } = service.core;
    // Rows as the projector would write them: opening thousands of files is the business of other tests.
    const { rows: columns } = await pool.query<{ column_name: string }>(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = 'read' AND table_name = 'companies'`,
    );
    const copied = columns
      .map(({ column_name: name }) => name)
      .filter((name) => !['id', 'public_token', 'firm_id', 'code'].includes(name));
    await pool.query(
      `INSERT INTO read.companies (id, public_token, firm_id, code, ${copied.join(', ')})
       SELECT 1000000 + n, 'L' || lpad(n::text, 11, '0'), $1, 'C' || n, ${copied.join(', ')} FROM read.companies, generate_series(1, 2000) n WHERE id = $2`,
      [large.id, zinc.id],
    );
    await pool.query(
      `INSERT INTO read.users (id, name, email, email_verified, password_id, is_platform_admin, is_claimed, has_second_factor, created_at, updated_at)
       SELECT 1000000 + n, 'Member ' || n, 'm' || n || '@large.example', true, 'none', false, true, false, now(), now() FROM generate_series(1, 100) n`,
    );
    await pool.query(
      `INSERT INTO read.members (firm_id, user_id, role, is_active, is_invited, all_companies, companies, version, created_at, updated_at)
       SELECT $1, 1000000 + n, 'encoder', true, false, n % 2 = 0,
         CASE WHEN n % 2 = 0 THEN '{}' ELSE (SELECT jsonb_object_agg((1000000 + k)::text, 'reviewer'::text) FROM generate_series(n * 10, n * 10 + 199) k) END,
         1, now(), now() FROM generate_series(1, 100) n`,
      [large.id],
    );
    try {
      const { queries, answers } = await counted(pool, async () => ({
        firm: await large.client.get(`/v1/firms/${large.token}`),
        dashboard: await large.client.get<AnswerBody[]>(`/v1/firms/${large.token}/dashboard`),
      }));
      expect(queries, 'three of the firm, one of the dashboard, and what the service does besides').to.be.at.most(20);
      const { body } = answers.firm;
      expect(body.companies).to.have.length(2_000);
      expect(body.members).to.have.length(101);
      expect(answers.dashboard.body).to.have.length(2_000);
      const board = await counted(pool, () =>
        large.client.ok<AnswerBody>(`/v1/firms/${large.token}/board?per_page=200`),
      );
      expect(board.queries, 'nine of the board, and what the service does besides').to.be.at.most(30);
      expect(board.answers['total']).to.equal(2_000);
    } finally {
      await pool.query('DELETE FROM read.companies WHERE id > 1000000');
      await pool.query('DELETE FROM read.members WHERE user_id > 1000000');
      await pool.query('DELETE FROM read.users WHERE id > 1000000');
    }
  });
});

/** How many queries go to the database while something is done. */
async function counted<T>(pool: pg.Pool, work: () => Promise<T>): Promise<{ queries: number; answers: T }> {
  const { query } = pool;
  let queries = 0;
  pool.query = ((...given: unknown[]) => {
    queries += 1;
    return (query as (...all: unknown[]) => unknown).apply(pool, given);
  }) as typeof pool.query;
  try {
    const answers = await work();
    return { answers, queries };
  } finally {
    pool.query = query;
  }
}
