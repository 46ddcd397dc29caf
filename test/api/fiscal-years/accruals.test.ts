import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectRefusal, type AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';

interface Pair {
  readonly entry: AnswerBody;
  readonly reversal: AnswerBody;
}

describe('Accruals of a fiscal year', () => {
  const service = useService({ from: 'books' });
  let firm: TestFirm;
  let file: TestCompany;
  let year: string;
  let next: AnswerBody;

  beforeEach(async () => {
    firm ??= await service.newFirm();
    file = await service.newCompany(firm.client, { fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' } });
    year = `${file.path}/fiscal-years/${file.fiscalYearId}`;
    const opened = { starts_on: '2025-01-01', ends_on: '2025-12-31' };
    next = (await firm.client.post(`${file.path}/fiscal-years`, opened)).body;
  });

  const rent = { kind: 'invoice_to_receive', account: '610000', amount: '100.00', label: 'Loyer de décembre' };
  const bill = { kind: 'invoice_to_issue', account: '700000', amount: '300.00' };
  const accrue = (body: object = { items: [rent, bill] }, headers = {}) =>
    firm.client.post<AnswerBody & Pair>(`${year}/accruals`, body, headers);
  const findings = async (path = year) => {
    const { body } = await firm.client.get<{ checks: { code: string; severity: string; amount?: string }[] }>(
      `${path}/closing-check`,
    );
    return body.checks.filter(({ code }) => code === 'accruals_not_reversed');
  };
  const lines = (entry: AnswerBody) =>
    (entry.lines as { account: { number: string }; debit: string; credit: string }[]).map(
      ({ account, debit, credit }) => [account.number, debit, credit],
    );
  const openItems = async () => (await firm.client.get<{ total: number }>(`${file.path}/open-items`)).body.total;

  it('are posted on the last day and reversed on the first of the next, in one operation that reads as it was answered', async () => {
    const { status, body, headers, text } = await accrue();
    expect(status, text).to.equal(201);
    expect(headers.get('x-operation-id')).to.be.a('string');
    const { entry, reversal } = body;
    expect([entry.entry_date, reversal.entry_date]).to.deep.equal([
      '2024-12-31T00:00:00.000000Z',
      '2025-01-01T00:00:00.000000Z',
    ]);
    expect(lines(entry)).to.deep.equal([
      ['610000', '100.00', '0.00'],
      ['444000', '0.00', '100.00'],
      ['700000', '0.00', '300.00'],
      ['404000', '300.00', '0.00'],
    ]);
    expect(lines(reversal)).to.deep.equal(lines(entry).map(([number, debit, credit]) => [number, credit, debit]));
    expect([reversal.accrual_entry_id, entry.status]).to.deep.equal([entry.id, 'posted']);
    for (const one of [entry, reversal])
      expect((await firm.client.get(`${file.path}/entries/${one.id}`)).body).to.deep.equal(one);
    const events = (await service.events(file.id)).slice(-3);
    expect(events.map(({ type }) => type).filter((type) => type === 'EntryPosted')).to.have.length(2);
    expect(await openItems()).to.equal(0);
  });

  it('are shown beforehand and recorded by nobody with dry_run', async () => {
    const before = await service.core.log.readHead();
    const { status, body, headers } = await accrue({ items: [rent], dry_run: true });
    expect(status).to.equal(200);
    expect(headers.get('x-operation-id')).to.equal(null);
    expect(body).to.include({ dry_run: true });
    expect(body.entry).to.include({ origin: 'accrual', number: 1, total_debit: '100.00' });
    expect(body.entry).to.have.deep.property('fiscal_year', { id: file.fiscalYearId, code: '2024' });
    expect(body.reversal).to.include({ origin: 'accrual_reversal', entry_date: '2025-01-01T00:00:00.000000Z' });
    expect(body.reversal).to.have.nested.property('fiscal_year.id', next.id);
    expect(await service.core.log.readHead()).to.equal(before);
    const posted = await accrue({ items: [rent] });
    expect(lines(posted.body.entry)).to.deep.equal(lines(body.entry));
  });

  it('can be taken back, each entry like any other', async () => {
    const { entry, reversal } = (await accrue()).body;
    for (const one of [entry, reversal]) {
      await firm.client.created(`${file.path}/entries/${one.id}/reverse`, {
        entry_date: (one.entry_date as string).slice(0, 10),
      });
    }
    expect(await openItems()).to.equal(0);
    for (const path of [year, `${file.path}/fiscal-years/${next.id}`]) expect(await findings(path)).to.deep.equal([]);
  });

  it('are looked at by the closing: what is left of earlier ones is told', async () => {
    expect(await findings()).to.deep.equal([]);
    const { reversal } = (await accrue({ items: [rent] })).body;
    expect(await findings(), 'that of the year itself belongs there').to.deep.equal([]);
    expect(await findings(`${file.path}/fiscal-years/${next.id}`), 'not closed yet').to.have.length(1);
    await firm.client.expect(200).post(`${year}/close`);
    expect(await findings(`${file.path}/fiscal-years/${next.id}`), 'carried and reversed').to.deep.equal([]);
    await firm.client.post(`${file.path}/entries/${reversal.id}/reverse`, { entry_date: '2025-01-01' });
    const [found] = await findings(`${file.path}/fiscal-years/${next.id}`);
    expect(found).to.include({ severity: 'warning', amount: '-100.00', count: 1 });
  });

  it('are refused in a closed year, without a next one, and with what is wrong with them', async () => {
    const wrong = await accrue({
      items: [
        { ...rent, vat_amount: '21.00' },
        { ...bill, account: '999999' },
      ],
    });
    expect(wrong.status).to.equal(422);
    expect(wrong.body.error_codes).to.deep.equal({
      'items.0.vat_amount': ['accrual_without_vat'],
      'items.1.account': ['account_unknown'],
    });
    expect((await accrue({ items: [] })).body.errors).to.have.all.keys('items');
    const last = await firm.client.post(`${file.path}/fiscal-years/${next.id}/accruals`, { items: [rent] });
    expect([last.status, last.body.code]).to.deep.equal([422, 'accrual_without_next_year']);
    await firm.client.post(`${year}/close`);
    await expectRefusal(accrue(), 422, { code: 'period_locked', reason: 'fiscal_year_closed' });
  });

  it('are made once under a mutation id', async () => {
    const key = { 'X-Client-Mutation-Id': randomUUID() };
    const first = await accrue({ items: [rent] }, key);
    const replay = await accrue({ items: [rent] }, key);
    expect([first.status, replay.status, replay.text]).to.deep.equal([201, 200, first.text]);
  });

  for (const [country, account, vat, numbers] of [
    ['FR', '613200', '20.00', ['613200', '445860', '408100']],
    ['LU', '61112', undefined, ['61112', '44112']],
  ] as const)
    it(`have the accounts of ${country}`, async () => {
      const fields = {
        country_pack: country,
        name: country,
        fiscal_year: { starts_on: '2024-01-01', ends_on: '2024-12-31' },
      };
      const other = await service.newCompany(firm.client, fields);
      await firm.client.post(`${other.path}/fiscal-years`, { starts_on: '2025-01-01', ends_on: '2025-12-31' });
      const path = `${other.path}/fiscal-years/${other.fiscalYearId}/accruals`;
      const items = [{ ...rent, account, ...(vat && { vat_amount: vat }) }];
      const body = await firm.client.created<AnswerBody & Pair>(path, { items });
      expect(lines(body.entry).map(([number]) => number)).to.deep.equal(numbers);
    });
});
