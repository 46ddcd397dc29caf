import { expect } from 'chai';
import { runAllDueEntries } from '../../../commands/recurring-entries/run.ts';
import { openCore } from '../../../service/core.ts';
import { expectStatus, expectRefusal, type AnswerBody, type List } from '../../support/client.ts';
import { useHistory } from '../history/support.ts';

interface Posted {
  readonly date: string;
  readonly entry: AnswerBody & { readonly lines: readonly { readonly debit: string; readonly credit: string }[] };
  readonly reversal: AnswerBody | null;
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe('Recurring entries', () => {
  const books = useHistory();
  const at = (suffix = '') => `${books.file.path}/recurring-entries${suffix}`;
  const client = () => books.firm.client;
  const post = (suffix: string, body: object = {}, headers = {}) => client().post(at(suffix), body, headers);
  const day = (date: string) => `${date}T00:00:00.000000Z`;
  const rent = (fields: object = {}, lines?: readonly object[]) => ({
    kind: 'free',
    label: 'Rent',
    template: {
      journal_id: books.file.journal('OD'),
      label: 'Rent {month}',
      lines: lines ?? [
        { account: '610000', debit: '900.00' },
        { account: '440000', credit: '900.00' },
      ],
    },
    schedule: { unit: 'month', starts_on: '2026-01-31', month_end: true, until: '2026-04-30' },
    ...fields,
  });
  const made = async (body: object): Promise<number> => {
    const answer = await expectStatus(post('', body), 201);
    return answer.id;
  };
  const posted = (body: AnswerBody) => body.posted as readonly Posted[];
  const datesOf = (body: AnswerBody) => posted(body).map(({ date }) => date.slice(0, 10));
  const lock = async (month: string, isLocked = true) => {
    const year = await client().get(`${books.file.path}/fiscal-years/${books.file.fiscalYearId}`);
    const periods = year.body.periods as readonly { readonly id: number; readonly starts_on: string }[];
    const period = periods.find(({ starts_on }) => starts_on.startsWith(month))!;
    const path = `${books.file.path}/fiscal-years/${books.file.fiscalYearId}/periods/${period.id}`;
    await client()
      .expect(200)
      .post(`${path}/${isLocked ? 'lock' : 'unlock'}`);
  };

  it('are set up, shown, changed and put away, with a version', async () => {
    const id = await made(
      rent({
        template: {
          ...rent().template,
          lines: [
            { account: '610000', debit: '900.00', indexation: { percent: '2.5', from: '2026-03-01', every: 12 } },
            {
              account_id: books.file.account('440000'),
              credit: '900.00',
              indexation: { percent: '2.5', from: '2026-03-01', every: 12 },
            },
          ],
        },
      }),
    );
    const { body } = await client().get(at(`/${id}`));
    expect(body).to.deep.include({
      label: 'Rent',
      mode: 'post',
      next_on: day('2026-01-31'),
      last_on: null,
      posted_count: 0,
    });
    const { lines } = body.template as { lines: AnswerBody[] };
    expect(lines[1]).to.deep.include({ account: '440000', account_id: books.file.account('440000'), credit: '900.00' });
    expect(lines[0]!.indexation).to.deep.equal({ percent: '2.5000', from: day('2026-03-01'), every: 12 });
    // What is shown may be sent back.
    const same = await client().patch(at(`/${id}`), { template: body.template, schedule: body.schedule });
    expect(same.status, same.text).to.equal(200);
    expect(same.body.version).to.equal(1);
    await client()
      .refused(409, { server_version: 1 })
      .patch(at(`/${id}`), { label: 'x' }, { 'X-Base-Version': '7' });
    const changed = await client().patch(at(`/${id}`), { label: 'Office', mode: 'propose' });
    expect(changed.body).to.deep.include({ label: 'Office', mode: 'propose', version: 2 });
    const listed = await client().get<List>(at('?mode=propose&is_active=1&due_until=2026-01-31'));
    expect(listed.body.data.map((row) => row.id)).to.deep.equal([id]);
    await client()
      .expect(204)
      .delete(at(`/${id}`));
    await client()
      .refused(404)
      .get(at(`/${id}`));
    await client().expect(200).post(`${books.file.path}/trash/recurring-entries/${id}/restore`);
    await client().delete(at(`/${id}`));
    await client().expect(204).delete(`${books.file.path}/trash/recurring-entries/${id}`);
  });

  it('tell all that is wrong, as the route of their kind does, in the language of the user', async () => {
    const wrong = {
      ...rent({}, [
        { account: '999999', debit: '1.00', amount: '3.00' },
        { account: '610000', credit: '2.00' },
      ]),
      schedule: { unit: 'week', starts_on: '2025-12-31', month_end: true, every: 0 },
    };
    const body = await expectStatus(post('', wrong), 422);
    expect(Object.keys(body.errors)).to.include.members(['schedule.every', 'template.lines.0.account']);
    const readable = await post('', { ...wrong, schedule: { ...wrong.schedule, every: 1 } });
    expect(Object.keys(readable.body.errors).sort()).to.deep.equal([
      'schedule.month_end',
      'schedule.starts_on',
      'template.lines',
      'template.lines.0.account',
      'template.lines.0.amount',
    ]);
    const french = await books.service.newMember(books.firm, 'encoder', { locale: 'fr' });
    const daily = { unit: 'day', starts_on: '2026-01-01', month_end: true };
    const told = await french.client.post(at(), rent({ schedule: daily }));
    expect(JSON.stringify(told.body.errors)).to.include('La fin de mois');
    await expectStatus(post('', { ...rent(), kind: 'invoice' }), 422);
    await client().refused(404).get(at('/999999'));
  });

  it('are posted until a day, once, and shown first by a dry run', async () => {
    const id = await made(rent());
    const dry = await post(`/${id}/run`, { until: '2026-02-28', dry_run: true });
    expect(dry.status, dry.text).to.equal(200);
    expect(datesOf(dry.body)).to.deep.equal(['2026-01-31', '2026-02-28']);
    expect(posted(dry.body)[0]!.entry).to.deep.include({ label: 'Rent 2026-01', total_debit: '900.00' });
    expect(dry.headers.get('X-Operation-Id')).to.equal(null);
    const run = await post(`/${id}/run`, { until: '2026-02-28' });
    expect(datesOf(run.body)).to.deep.equal(['2026-01-31', '2026-02-28']);
    expect(run.body).to.deep.include({ held: [], proposed: [], has_more: false });
    const { entry } = posted(run.body)[0]!;
    const { body: read } = await client().get(`${books.file.path}/entries/${entry.id}`);
    expect(entry).to.deep.equal(read);
    const again = await post(`/${id}/run`, { until: '2026-02-28' });
    expect([datesOf(again.body), again.headers.get('X-Operation-Id')]).to.deep.equal([[], null]);
    const { body } = await client().get(at(`/${id}`));
    expect(body).to.deep.include({
      next_on: day('2026-03-31'),
      last_on: day('2026-02-28'),
      posted_count: 2,
      version: 2,
    });
    expect((body.occurrences as AnswerBody[]).map((one) => one.date)).to.deep.equal([
      day('2026-02-28'),
      day('2026-01-31'),
    ]);
    await client()
      .refused(404)
      .get(at(`/${id}?known_at=2026-01-01`));
    await client()
      .refused(422)
      .delete(`${books.file.path}/journals/${books.file.journal('OD')}`);
  });

  it('hold what a locked period refuses, say why, and post it once the period is open', async () => {
    const id = await made(rent({ schedule: { unit: 'month', starts_on: '2026-03-31', month_end: true, count: 3 } }));
    await lock('2026-04');
    const ahead = await client().get<List>(at(`/${id}/upcoming?until=2026-12-31`));
    const rows = ahead.body.data;
    expect(rows.map((row) => row.date)).to.deep.equal([day('2026-03-31'), day('2026-04-30'), day('2026-05-31')]);
    expect(rows[1]).to.deep.include({ status: 'held', code: 'period_locked', amount: '900.00' });
    expect(rows[1]!.reason).to.be.a('string');
    const run = await post(`/${id}/run`, { until: '2026-05-31' });
    expect(datesOf(run.body)).to.deep.equal(['2026-03-31', '2026-05-31']);
    expect((run.body.held as AnswerBody[]).map((row) => [row.date, row.code])).to.deep.equal([
      [day('2026-04-30'), 'period_locked'],
    ]);
    const check = await client().get(`${books.file.path}/fiscal-years/${books.file.fiscalYearId}/closing-check`);
    const findings = check.body.checks as readonly { code: string; links: readonly { href: string }[] }[];
    const finding = findings.find(({ code }) => code === 'recurring_entries_not_posted');
    expect(finding?.links.map(({ href }) => href).join()).to.include(`recurring-entries/${id}/upcoming`);
    await lock('2026-04', false);
    expect(datesOf((await post(`/${id}/run`, { until: '2026-05-31' })).body)).to.deep.equal(['2026-04-30']);
    expect((await client().get(at(`/${id}`))).body).to.deep.include({ next_on: null, posted_count: 3 });
  });

  it('are proposed, and posted with their VAT by whoever confirms', async () => {
    const party = await books.party({ type: 'supplier', name: 'Leasing' });
    const template = {
      journal_id: books.file.journal('ACH'),
      third_party_id: party,
      reference: 'L-{month}',
      lines: [{ account: '610000', amount: '500.00', vat_code: 'P-M-21' }],
    };
    const id = await made(rent({ kind: 'invoice', mode: 'propose', template }));
    const run = await post(`/${id}/run`, { until: '2026-02-28' });
    expect(posted(run.body)).to.deep.equal([]);
    expect(run.body.proposed).to.deep.equal([
      { date: day('2026-01-31'), amount: '605.00' },
      { date: day('2026-02-28'), amount: '605.00' },
    ]);
    await expectRefusal(post(`/${id}/confirm`, { dates: ['2026-02-28', '2026-02-27'] }), 422, ['dates.1']);
    const confirmed = await expectStatus(post(`/${id}/confirm`, { dates: ['2026-02-28'] }), 200);
    expect(posted(confirmed)[0]!.entry).to.deep.include({
      reference: 'L-2026-02',
      origin: 'invoice',
      total_debit: '605.00',
    });
    await expectStatus(post(`/${id}/confirm`, { dates: ['2026-02-28'] }), 422);
  });

  it('take accruals back on the first day of the next period, and both go when the operation is undone', async () => {
    const accrual = { reverses_next_period: true, schedule: { unit: 'month', starts_on: '2026-07-31', count: 2 } };
    const id = await made(
      rent(accrual, [
        { account: '610000', debit: '80.00' },
        { account: '492000', credit: '80.00' },
      ]),
    );
    const run = await post(`/${id}/run`, { until: '2026-07-31' });
    const [{ entry, reversal }] = posted(run.body) as [Posted];
    expect(reversal).to.deep.include({ entry_date: day('2026-08-01'), accrual_entry_id: entry.id });
    await client()
      .expect(200)
      .post(`${books.file.path}/history/operations/${run.headers.get('X-Operation-Id')}/revert`);
    expect((await client().get(`${books.file.path}/entries/${entry.id}`)).body.status).to.equal('reversed');
    // It does not come again by itself.
    expect(datesOf((await post(`/${id}/run`, { until: '2026-07-31' })).body)).to.deep.equal([]);
    const { body } = await client().get<List>(at(`/${id}/upcoming?until=2026-07-31`));
    expect(body.data[0]).to.deep.include({ status: 'held', code: 'recurring_taken_back' });
    const anew = await post(`/${id}/confirm`, { dates: ['2026-07-31'] });
    expect(datesOf(anew.body)).to.deep.equal(['2026-07-31']);
    expect((await client().get(at(`/${id}`))).body.posted_count).to.equal(1);
  });

  it('carry analytic codes, which then cannot be deleted', async () => {
    const code = async (name: string) =>
      (await client().post(`${books.file.path}/analytic-codes`, { axis: 'SITE', code: name, label: name })).body.id;
    const [north] = [await code('NORTH'), await code('SOUTH')];
    const shares = [
      { code: 'NORTH', share: '30.00' },
      { code: 'SOUTH', share: '70.00' },
    ];
    const lines = [
      { account: '610000', debit: '900.00', analytics: shares },
      { account: '440000', credit: '900.00' },
    ];
    const refused = await post('', rent({}, [{ ...lines[0], analytics: [{ code: 'EAST' }] }, lines[1]!]));
    expect(Object.keys(refused.body.errors)).to.deep.equal(['template.lines.0.analytics.0.code']);
    const id = await made(rent({ schedule: { unit: 'month', starts_on: '2026-01-05', count: 1 } }, lines));
    const { body } = await post(`/${id}/run`, { until: '2026-01-31' });
    const [line] = posted(body)[0]!.entry.lines as unknown as readonly { analytics: readonly AnswerBody[] }[];
    expect(line!.analytics.map((one) => [one.code, one.amount])).to.deep.equal([
      ['NORTH', '270.00'],
      ['SOUTH', '630.00'],
    ]);
    await client().refused(422, 'in_use').delete(`${books.file.path}/analytic-codes/${north}`);
  });

  it('reckon amounts on what accounts come to', async () => {
    await books.item('1200.00', { account: '612400', entry_date: '2026-02-10', party: null });
    await books.item('24.00', { account: '612400', entry_date: '2026-03-20', party: null });
    const formula = { accounts: ['6124'], fiscal_year: 'current', factor: '1/12' };
    const id = await made(
      rent({ schedule: { unit: 'month', starts_on: '2026-03-15', count: 2 } }, [
        { account: '613000', formula },
        { account: '492000', formula: { ...formula, factor: '-1/12' } },
      ]),
    );
    const run = await post(`/${id}/run`, { until: '2026-04-15' });
    expect(posted(run.body).map(({ entry }) => entry.total_debit)).to.deep.equal(['100.00', '102.00']);
  });

  it('are posted for all company files by the nightly run, once however many run', async () => {
    const other = await books.service.newCompany(books.firm.client);
    const template = {
      journal_id: other.journal('OD'),
      lines: [
        { account: '610000', debit: '10.00' },
        { account: '440000', credit: '10.00' },
      ],
    };
    const daily = { ...rent(), template, schedule: { unit: 'day', starts_on: '2026-01-01', count: 31 } };
    await client().created(`${other.path}/recurring-entries`, daily);
    const { core, config } = books.service;
    // Another process, with what it remembers of its own: the log alone stands between the two.
    const { dataDir, databaseUrl, eventStoreUrl, eventStorePrefix } = config;
    const elsewhere = await openCore({
      dataDir,
      databaseUrl,
      databaseOwnerUrl: null,
      eventStoreUrl,
      eventStorePrefix,
      isTool: true,
      runsProjector: false,
      logger: quiet,
    });
    const runs = await Promise.all(
      [core, elsewhere, core].map((one) => runAllDueEntries(one, { today: '2026-02-15' })),
    );
    await elsewhere.stop();
    expect(runs.reduce((sum, { posted: count }) => sum + count, 0)).to.be.at.least(31);
    const { body } = await client().get<List>(`${other.path}/entries?per_page=100`);
    const dates = body.data.map((entry) => entry.entry_date as string);
    expect([dates.length, new Set(dates).size]).to.deep.equal([31, 31]);
    expect(await runAllDueEntries(core, { today: '2026-02-15' })).to.deep.include({ posted: 0 });
    const events = (await books.service.events(other.id)).filter(({ type }) => type.startsWith('RecurringEntryPosted'));
    expect(events).to.have.length(1);
  });
});
