import { expect } from 'chai';
import type { AnswerBody } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { linesOf } from '../ledger/support.ts';
import { vatBooks, type VatBooks } from './support.ts';

type Amounts = Record<string, string>;

describe('VAT returns', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let customer: number;
  let post: VatBooks['post'];
  let get: VatBooks['get'];
  let document: VatBooks['document'];

  const open = async (country_pack: string, vat_regime: string, more: object = {}): Promise<void> => {
    ({ file, customer, post, get, document } = await vatBooks(service, firm, country_pack, vat_regime, more));
  };
  /** Boxes that are not zero. */
  const filled = (declaration: AnswerBody): Amounts =>
    Object.fromEntries(Object.entries(declaration.boxes as Amounts).filter(([, amount]) => amount !== '0.00'));

  before(async () => {
    firm = await service.newFirm();
  });

  describe('in Belgium', () => {
    let id: number;
    const one = () => `/vat-declarations/${id}`;

    before('a quarter with everything in it', async () => {
      await open('BE', 'quarterly');
      await document('invoice', '2026-01-10', 'S-21', '1000.00', '700000');
      await document('invoice', '2026-01-11', 'S-6', '100.00', '700000');
      // To be seen in 49 and 64, never in 03 and 54.
      await document('credit-note', '2026-02-01', 'S-21', '200.00', '700000');
      await document('invoice', '2026-02-03', 'P-S-21', '300.00', '613000');
      await document('credit-note', '2026-02-10', 'P-S-21', '100.00', '613000');
      // Services from another Member State: 82 and 88, 55 and 59.
      await document('invoice', '2026-03-31', 'P-S-IC-21', '50.00', '613000');
      await document('invoice', '2026-04-01', 'S-21', '7.00', '700000');
    });

    it('are drawn up from what was posted in the period', async () => {
      const body = await post('/vat-declarations', { year: 2026, period: 1 });
      id = body.id;
      expect(filled(body)).to.deep.equal({
        '01': '100.00',
        '03': '1000.00',
        '49': '200.00',
        // 300 - 100 + 50
        '82': '250.00',
        '85': '100.00',
        '88': '50.00',
        // 210 + 6
        '54': '216.00',
        '55': '10.50',
        '63': '21.00',
        XX: '247.50',
        // 63 + 10.50
        '59': '73.50',
        '64': '42.00',
        YY: '115.50',
        '71': '132.00',
      });
      expect(body).to.deep.include({
        form: '625',
        period_type: 'quarterly',
        label: 'Quarter 1 of 2026',
        starts_on: '2026-01-01T00:00:00.000000Z',
        due_on: '2026-04-27T00:00:00.000000Z',
        status: 'draft',
        amount_due: '132.00',
        amount_refund: '0.00',
        has_moved: false,
        differences: [],
        journal_entry_id: null,
        version: 1,
      });
      expect(body.boxes).to.have.property('00', '0.00');
      expect(body.fingerprint).to.match(/^[0-9a-f]{64}$/);
    });

    it('show what their balance is paid with', async () => {
      const vat = { structured_communication: '+++010/8068/17183+++' };
      await firm.client.expect(200).patch(`${file.path}/settings`, { vat });
      expect((await get(one())).structured_communication).to.match(/010\/?8068\/?17183/);
    });

    it('exist once for a period', async () => {
      const { status, body } = await firm.client.post(`${file.path}/vat-declarations`, { year: 2026, period: 1 });
      expect([status, body.code]).to.deep.equal([422, 'declaration_exists']);
      const wrong = await firm.client.refused(422).post(`${file.path}/vat-declarations`, { year: 2026, period: 5 });
      expect(wrong.errors).to.have.property('period');
    });

    it('open every box into its entries, to the cent', async () => {
      const boxes = (await get(one())).boxes as Amounts;
      for (const [box, amount] of Object.entries(boxes)) {
        const page = await get(`${one()}/lines?box=${box}`);
        expect([box, page.box_total, page.amount, page.adjusted]).to.deep.equal([box, amount, amount, '0.00']);
      }
      const rows = (await get(`${one()}/lines?box=54`)).data as AnswerBody[];
      expect(rows.map((row) => [row.vat_code, row.base, row.tax, row.amount])).to.deep.equal([
        ['S-21', '1000.00', '210.00', '210.00'],
        ['S-6', '100.00', '6.00', '6.00'],
      ]);
      expect(rows[0]).to.deep.include({
        journal_code: 'VEN',
        third_party: { id: customer, name: 'Hôtel' },
        tax_point: null,
      });
      const second = await get(`${one()}/lines?box=XX&per_page=2&page=2`);
      // Two sales, the tax owed on a service and that of a credit note.
      expect([(second.data as AnswerBody[]).map((row) => row.amount), second.total]).to.deep.equal([
        ['21.00', '10.50'],
        4,
      ]);
      const behind = await get(`${one()}/lines?box=XX&per_page=2&page=3`);
      expect([behind.data, behind.total, behind.box_total]).to.deep.equal([[], 4, '247.50']);
      await firm.client.refused(422).get(`${file.path}${one()}/lines?box=99`);
    });

    it('take what only a person knows, and are refreshed', async () => {
      const changed = await firm.client.expect(200).patch(`${file.path}${one()}`, {
        manual: { '61': { amount: '10.00', reason: 'Car' } },
        requests: { restitution: true },
        comment: 'Checked',
      });
      expect(changed).to.deep.include({ amount_due: '142.00', comment: 'Checked', version: 2 });
      expect(changed.manual).to.deep.equal({ '61': { amount: '10.00', reason: 'Car' } });
      expect((await get(`${one()}/lines?box=61`)).manual).to.equal('10.00');
      await firm.client.refused(422, ['manual.XX']).patch(`${file.path}${one()}`, {
        manual: { XX: { amount: '1.00', reason: 'x' } },
      });
      const stale = await firm.client.patch(`${file.path}${one()}`, { comment: 'x' }, { 'X-Base-Version': '1' });
      expect([stale.status, stale.body.server_version]).to.deep.equal([409, 2]);

      await document('invoice', '2026-03-15', 'S-21', '10.00', '700000');
      expect((await get(one())).amount_due).to.equal('142.00');
      expect((await get(`${one()}/lines?box=03`)).box_total).to.equal('1000.00');
      const refreshed = await post(`${one()}/refresh`, {}, 200);
      expect(refreshed.changes).to.have.deep.members([
        { box: '03', before: '1000.00', after: '1010.00' },
        { box: '54', before: '216.00', after: '218.10' },
        { box: 'XX', before: '257.50', after: '259.60' },
        { box: '71', before: '142.00', after: '144.10' },
      ]);
      expect((await get(`${one()}/lines?box=03`)).total).to.equal(2);
      const before = `known_at=${String(changed.updated_at)}`;
      const earlier = await get(`${one()}/lines?box=03&${before}`);
      expect([earlier.total, earlier.box_total, earlier.amount]).to.deep.equal([1, '1000.00', '1000.00']);
      const again = await firm.client.post(`${file.path}${one()}/refresh`, {});
      expect([again.body.changes, again.headers.get('x-operation-id')]).to.deep.equal([[], null]);
    });

    it('are validated with their entry, and close the period for VAT', async () => {
      const validated = await post(`${one()}/validate`, {}, 200);
      expect(validated).to.deep.include({ status: 'validated', amount_due: '144.10', has_moved: false });
      expect(validated.validated_by).to.deep.include({ id: firm.admin.id });
      const entry = await get(`/entries/${String(validated.journal_entry_id)}`);
      expect(entry).to.deep.include({ origin: 'vat_settlement', entry_date: '2026-03-31T00:00:00.000000Z' });
      const balance = linesOf(entry).find(({ account }) => account.number === '451200');
      expect(balance).to.deep.include({ debit: '0.00', credit: '144.10' });
      for (const number of ['451000', '411000']) expect(await standing(number, '2026-03-31'), number).to.equal('0.00');

      const late = await firm.client.post(`${file.path}/entries/invoice`, {
        journal_id: file.journal('VEN'),
        third_party_id: customer,
        entry_date: '2026-03-15',
        lines: [{ account: '700000', amount: '10.00', vat_code: 'S-21' }],
      });
      expect([late.status, late.body.code, late.body.reason]).to.deep.equal([422, 'period_locked', 'period_locked']);
      const lines = [
        { account: '604000', debit: '5.00' },
        { account: '550000', credit: '5.00' },
      ];
      await post('/entries', { journal_id: file.journal('OD'), entry_date: '2026-03-15', lines });
      await firm.client.refused(422, 'entry_of_vat_declaration').post(`${file.path}/entries/${entry.id}/reverse`, {});
    });

    it('are announced', async () => {
      const { rows } = await service.core.pool.query<{ payload: { data: AnswerBody } }>(
        `SELECT * FROM ops.outbox WHERE event = 'vat.declaration_validated'`,
      );
      expect(rows).to.have.length(1);
    });

    it('are filed, listed, and never changed then', async () => {
      const filed = await post(`${one()}/filed`, { filed_on: '2026-04-20', reference: 'INT-1' }, 200);
      expect(filed).to.deep.include({ status: 'filed', filing_reference: 'INT-1' });
      await firm.client.refused(422, 'declaration_not_draft').delete(`${file.path}${one()}`);
      await post('/vat-declarations', { year: 2026, period: 2 });
      const list = await get('/vat-declarations');
      expect((list.data as AnswerBody[]).map((row) => [row.period, row.status])).to.deep.equal([
        [2, 'draft'],
        [1, 'filed'],
      ]);
      expect((await get('/vat-declarations?status=filed')).total).to.equal(1);
      expect((await get('/vat-declarations?year=2025')).total).to.equal(0);
    });

    it('are reopened: the entry is taken back, and the period takes VAT again', async () => {
      await firm.client.refused(422, ['reason']).post(`${file.path}${one()}/reopen`, {});
      const reopened = await post(`${one()}/reopen`, { reason: 'An invoice was forgotten' }, 200);
      expect(reopened).to.deep.include({ status: 'draft', journal_entry_id: null, validated_at: null, filed_on: null });
      expect(await standing('451200', '2026-12-31')).to.equal('0.00');
      await document('invoice', '2026-03-16', 'S-21', '1.00', '700000');
      await firm.client.expect(204).delete(`${file.path}${one()}`);
      await firm.client.refused(404).get(`${file.path}${one()}`);
    });
  });

  const standing = async (number: string, until: string): Promise<string> => {
    const { rows } = await service.core.pool.query<{ balance: string }>(
      `SELECT coalesce(sum(l.credit - l.debit), 0)::numeric(20,2)::text AS balance FROM read.entry_lines l
       JOIN read.accounts a ON a.id = l.account_id WHERE a.number = $1 AND a.company_id = $2 AND l.entry_date <= $3`,
      [number, file.id, until],
    );
    return rows[0]!.balance;
  };

  describe('in France', () => {
    it('count tax due with the payment when it is paid, and tell when it came too late', async () => {
      await open('FR', 'monthly');
      const invoice = await document('invoice', '2026-01-10', 'S-E-20', '100.40', '706000');
      await document('invoice', '2026-01-11', 'S-20', '1000.30', '707000');
      const january = await post('/vat-declarations', { year: 2026, period: 1 });
      expect(filled(january)).to.deep.equal({
        A1: '1000.00',
        '08-HT': '1000.00',
        '08': '200.00',
        '16': '200.00',
        TD: '200.00',
        '28': '200.00',
        '32': '200.00',
      });
      const validated = await post(`/vat-declarations/${january.id}/validate`, {}, 200);
      // 200.06 of tax, 200 of it owed.
      const entry = await get(`/entries/${String(validated.journal_entry_id)}`);
      expect(
        linesOf(entry).map(({ account, debit, credit }) => [account.number, debit, credit]),
      ).to.deep.include.members([
        ['445711', '200.06', '0.00'],
        ['445510', '0.00', '200.00'],
      ]);

      const payment = await post('/entries', {
        journal_id: file.journal('OD'),
        entry_date: '2026-01-31',
        lines: [
          { account: '530000', debit: '120.48' },
          { account: '411000', credit: '120.48', third_party_id: customer },
        ],
      });
      const line = (of: AnswerBody) => linesOf(of).find(({ account }) => account.number === '411000')!.id;
      await post('/lettering', { line_ids: [line(invoice), line(payment)] });

      const now = await get(`/vat-declarations/${january.id}`);
      expect(now.has_moved).to.equal(true);
      expect((now.boxes as Amounts)['08']).to.equal('200.00');
      expect((now.differences as AnswerBody[]).find(({ box }) => box === '08')).to.deep.include({
        filed: '200.00',
        now: '220.00',
      });
      expect((await get('/vat-declarations')).data).to.satisfy(([row]: AnswerBody[]) => row!.has_moved === true);

      const february = await post('/vat-declarations', { year: 2026, period: 2 });
      expect((february.boxes as Amounts)['08']).to.equal('20.00');
      const page = await get(`/vat-declarations/${february.id}/lines?box=08`);
      expect([page.box_total, page.adjusted, page.amount]).to.deep.equal(['20.08', '-0.08', '20.00']);
      expect((page.data as AnswerBody[])[0]).to.deep.include({
        entry_date: '2026-02-01T00:00:00.000000Z',
        tax_point: '2026-01-31T00:00:00.000000Z',
      });
    });
  });

  describe('of items that earlier books left open in France', () => {
    const openWith = (item: object) =>
      post(`/fiscal-years/${String(file.fiscalYearId)}/opening-balance`, {
        lines: [
          { account: '411000', debit: '1200.00', third_party_id: customer, ...item },
          { account: '445741', credit: '200.00' },
          { account: '530000', credit: '1000.00' },
        ],
      });
    const pay = async (opening: AnswerBody, amount: string, entry_date: string) => {
      const payment = await post('/entries', {
        journal_id: file.journal('OD'),
        entry_date,
        lines: [
          { account: '530000', debit: amount },
          { account: '411000', credit: amount, third_party_id: customer },
        ],
      });
      const line = (of: AnswerBody) => linesOf(of).find(({ account }) => account.number === '411000')!.id;
      await post('/lettering', { line_ids: [line(opening), line(payment)], partial: true });
    };
    const warnings = (of: AnswerBody) => (of.warnings as AnswerBody[]).map(({ code }) => code);

    it('fall due when and as far as they are paid', async () => {
      await open('FR', 'monthly');
      const wrong = await firm.client.post(`${file.path}/fiscal-years/${String(file.fiscalYearId)}/opening-balance`, {
        lines: [
          { account: '411000', debit: '1200.00', third_party_id: customer, vat_code: 'S-20', tax: '200.00' },
          { account: '530000', credit: '1200.00', tax: '1.00' },
        ],
      });
      expect(wrong.body.error_codes).to.deep.equal({
        'lines.0.vat_code': ['opening_tax_due_already'],
        'lines.1.vat_code': ['required'],
      });
      const opening = await openWith({ vat_code: 'S-E-20', tax: '200.00' });
      await pay(opening, '600.00', '2026-01-20');
      await pay(opening, '600.00', '2026-02-20');
      for (const period of [1, 2]) {
        const declaration = await post('/vat-declarations', { year: 2026, period });
        expect(filled(declaration)).to.include({ A1: '500.00', '08-HT': '500.00', '08': '100.00', '32': '100.00' });
        expect(warnings(declaration)).not.to.include('vat_check_opening_tax');
      }
      expect(await standing('445741', '2026-12-31')).to.equal('0.00');
      const { data } = await get('/vat/control');
      expect((data as AnswerBody[]).map(({ code }) => code)).not.to.include('vat_control_opening_tax');
    });

    it('are missed by the return without their code, which it says', async () => {
      await open('FR', 'monthly');
      const opening = await openWith({});
      await pay(opening, '1200.00', '2026-01-20');
      const declaration = await post('/vat-declarations', { year: 2026, period: 1 });
      expect(warnings(declaration)).to.include('vat_check_opening_tax');
      const found = ((await get('/vat/control')).data as AnswerBody[]).find(
        ({ code }) => code === 'vat_control_opening_tax',
      );
      expect(found).to.include({ severity: 'warning', amount: '200.00' });
    });
  });

  describe('that no longer agree with the books', () => {
    let draft: AnswerBody;
    const one = () => `/vat-declarations/${draft.id}`;

    before(async () => {
      await open('BE', 'quarterly');
      await document('invoice', '2026-01-10', 'S-21', '1000.00', '700000');
      draft = await post('/vat-declarations', { year: 2026, period: 1 });
    });

    it('say so while they are drafts, and name the entry', async () => {
      const entry = await document('invoice', '2026-02-10', 'S-21', '500.00', '700000');
      const now = await get(one());
      expect(now).to.include({ amount_due: '210.00', has_moved: true });
      expect((now.differences as AnswerBody[]).find(({ box }) => box === '54')).to.deep.equal({
        box: '54',
        filed: '210.00',
        now: '315.00',
        entries: [{ id: entry.id, number: 2, journal_code: 'VEN', amount: '105.00' }],
      });
      expect((await get('/vat-declarations')).data).to.satisfy(([row]: AnswerBody[]) => row!.has_moved === true);
    });

    it('are not validated before they are refreshed', async () => {
      for (const body of [{}, { fingerprint: draft.fingerprint }, { dry_run: true }]) {
        const refused = await firm.client.post(`${file.path}${one()}/validate`, body);
        expect([refused.status, refused.body.code]).to.deep.equal([409, 'declaration_moved']);
        expect((refused.body.differences as AnswerBody[]).map(({ box }) => box)).to.include('71');
      }
      const fresh = await post(`${one()}/refresh`, {}, 200);
      expect(fresh).to.include({ has_moved: false, amount_due: '315.00' });
      const stale = await firm.client.post(`${file.path}${one()}/validate`, { fingerprint: draft.fingerprint });
      expect([stale.status, stale.body.code]).to.deep.equal([409, 'declaration_moved']);
      const validated = await post(`${one()}/validate`, { fingerprint: fresh.fingerprint }, 200);
      expect(validated).to.include({ status: 'validated', amount_due: '315.00' });
    });

    it('keep their validation once they are filed', async () => {
      const [validation] = (
        (await get(`/history?resource=vat-declarations&record_id=${draft.id}`)).data as AnswerBody[]
      ).filter(({ changed }) => (changed as string[]).includes('validated_at'));
      await firm.client.refused(422, 'date_in_future').post(`${file.path}${one()}/filed`, { filed_on: '2999-01-01' });
      await post(`${one()}/filed`, { filed_on: '2026-04-20' }, 200);
      const undone = await firm.client.post(`${file.path}/history/${String(validation!.id)}/revert`, {});
      expect([undone.status, (undone.body.blocked_by as AnswerBody[])[0]!.code]).to.deep.equal([422, 'undo_vat_filed']);
    });

    it('are drafted, but not validated, before their period ends', async () => {
      const next = await post('/vat-declarations', { year: 2026, period: 4 });
      await firm.client.refused(422, 'period_not_over').post(`${file.path}/vat-declarations/${next.id}/validate`, {});
    });

    it('follow the return before them, which is validated first', async () => {
      await document('invoice', '2026-05-10', 'S-21', '10.00', '700000');
      await document('invoice', '2026-08-10', 'S-21', '10.00', '700000');
      const third = await post('/vat-declarations', { year: 2026, period: 3 });
      const path = `${file.path}/vat-declarations/${third.id}/validate`;
      const refused = await firm.client.refused(422, 'earlier_period_open').post(path, {}, { 'Accept-Language': 'en' });
      expect(refused.message).to.include('Quarter 2 of 2026');
    });
  });

  describe('in Luxembourg', () => {
    it('are those of the quarters, and once more of the year', async () => {
      await open('LU', 'quarterly', { fiscal_year: { code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' } });
      await document('invoice', '2025-02-10', 'S-17', '1000.00', '7021');
      await document('invoice', '2025-05-10', 'S-17', '100.00', '7021');
      await document('invoice', '2025-05-11', 'P-M-17', '100.00', '6061');
      await document('invoice', '2025-05-12', 'P-S-14', '125.00', '6061');
      const quarter = await post('/vat-declarations', { year: 2025, period: 1 });
      expect(quarter).to.deep.include({ form: 'TVA_DECT', amount_due: '170.00' });
      await post(`/vat-declarations/${quarter.id}/validate`, {}, 200);
      const year = await post('/vat-declarations', { year: 2025, period: 1, period_type: 'yearly' });
      expect(year).to.deep.include({ form: 'TVA_DECA', amount_due: '152.50' });
      // By what the tax was paid on: goods 17, and what is left of 34.50 is overheads. What was sold is by its account.
      expect(year.boxes).to.deep.include({ '001': '1100.00', '007': '0.00' });
      const moved = await firm.client.patch(`${file.path}/vat-declarations/${year.id}`, {
        manual: { '001': { amount: '-700.00', reason: 'Not made by ourselves' } },
      });
      expect(moved.body.boxes).to.deep.include({ '077': '17.00', '085': '17.50', '001': '400.00', '007': '700.00' });
      for (const [box, lines, amount] of [
        ['077', 1, '17.00'],
        ['085', 1, '17.50'],
        ['093', 2, '34.50'],
        ['001', 2, '400.00'],
        ['007', 0, '700.00'],
        ['012', 2, '1100.00'],
      ] as const) {
        const page = await get(`/vat-declarations/${year.id}/lines?box=${box}`);
        expect([box, page.total, page.amount, page.adjusted]).to.deep.equal([box, lines, amount, '0.00']);
      }
      const validated = await post(`/vat-declarations/${year.id}/validate`, {}, 200);
      // The first quarter has settled its own: 17 owed and 34.50 deducted are left.
      const entry = await get(`/entries/${String(validated.journal_entry_id)}`);
      expect(entry).to.deep.include({ total_debit: '34.50' });
    });
  });

  it('warn of a nil customer listing when there are customers to list', async () => {
    await open('BE', 'quarterly');
    await document('invoice', '2026-01-10', 'S-21', '1000.00', '700000');
    const { id } = await post('/vat-declarations', { year: 2026, period: 1 });
    const one = () => `/vat-declarations/${id}`;
    const codes = ({ warnings }: AnswerBody) => (warnings as { code: string }[]).map(({ code }) => code);
    const setNil = (client_listing_nil: boolean) =>
      firm.client.expect(200).patch(`${file.path}${one()}`, { requests: { client_listing_nil } });
    expect(codes(await setNil(true))).not.to.include('vat_check_nil_listing');
    const path = `${file.path}/third-parties/${customer}`;
    await firm.client.expect(200).patch(path, { vat_number: 'BE0477472701' });
    expect(codes(await get(one()))).to.include('vat_check_nil_listing');
    const preview = await firm.client.expect(200).post(`${file.path}${one()}/validate`, { dry_run: true });
    expect(codes(preview)).to.include('vat_check_nil_listing');
    expect((preview.warnings as AnswerBody[]).at(-1)!.message).to.contain('1 customer belongs');
    expect(codes(await setNil(false))).not.to.include('vat_check_nil_listing');
    await firm.client.expect(200).patch(path, { vat_number: null });
  });
});
