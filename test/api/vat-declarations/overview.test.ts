import { expect } from 'chai';
import { expectStatus, expectRefusal } from '../../support/client.ts';
import { useService, type TestCompany, type TestFirm } from '../../support/service.ts';
import { vatBooks, type VatBooks } from './support.ts';

type Row = Record<string, unknown>;

describe('What there is to know about VAT', () => {
  const service = useService();
  let firm: TestFirm;
  let file: TestCompany;
  let customer: number;
  let post: VatBooks['post'];
  let get: VatBooks['get'];
  let document: VatBooks['document'];

  const invoice = (entry_date: string, vat_code: string, amount: string, account: string, reference?: string) =>
    document('invoice', entry_date, vat_code, amount, account, reference);
  const settings = (body: object) => firm.client.patch(`${file.path}/settings`, body);

  before(async () => {
    firm = await service.newFirm();
    ({ file, customer, post, get, document } = await vatBooks(service, firm, 'BE', 'quarterly'));
  });

  describe('regimes by day', () => {
    it('are refused where a return would be cut in two, or the country has no such regime', async () => {
      const answer = await settings({
        vat_regimes: [
          { regime: 'monthly', from: '2026-08-01' },
          { regime: 'yearly', from: '2026-10-01' },
        ],
      });
      expect(answer.status).to.equal(422);
      expect(answer.body.errors).to.have.keys('vat_regimes.0.from', 'vat_regimes.1.regime');
    });

    it('say which one is that of today, and are changed in one place', async () => {
      const changed = await expectStatus(settings({ vat_regimes: [{ regime: 'monthly', from: '2026-01-01' }] }), 200);
      expect(changed.vat_regimes).to.deep.equal([{ regime: 'monthly', from: '2026-01-01' }]);
      expect((await get('')).vat_regime).to.equal('monthly');
      // Sent back as it was read.
      await firm.client.expect(200).patch(file.path, { vat_regime: 'monthly' });
      await firm.client.refused(422, ['vat_regime']).patch(file.path, { vat_regime: 'exempt' });
      await expectStatus(settings({ vat_regimes: [] }), 200);
      expect((await get('')).vat_regime).to.equal('quarterly');
    });

    it('of a return that is validated stay as they are', async () => {
      const { id } = await post('/vat-declarations', { year: 2026, period: 1 });
      await post(`/vat-declarations/${id}/validate`, {}, 200);
      await expectRefusal(settings({ vat_regimes: [{ regime: 'monthly', from: '2026-01-01' }] }), 422, ['vat_regimes']);
      await post(`/vat-declarations/${id}/reopen`, {}, 200);
      await firm.client.expect(204).delete(`${file.path}/vat-declarations/${id}`);
    });
  });

  describe('calendars', () => {
    it('show a company what is late, open and done', async () => {
      const { id } = await post('/vat-declarations', { year: 2026, period: 1 });
      const { data } = await get('/vat/calendar?from=2026-04-01&to=2026-04-30');
      expect(data).to.deep.equal([
        {
          kind: 'return',
          label: 'Periodic VAT return - Quarter 1 of 2026',
          year: 2026,
          period: 1,
          starts_on: '2026-01-01T00:00:00.000000Z',
          ends_on: '2026-03-31T00:00:00.000000Z',
          due_on: '2026-04-27T00:00:00.000000Z',
          status: (data as Row[])[0]!.status,
          declaration_id: id,
          fiscal_year_id: null,
        },
      ]);
      await post(`/vat-declarations/${id}/validate`, {}, 200);
      await post(`/vat-declarations/${id}/filed`, { filed_on: '2026-04-20' }, 200);
      const done = (await get('/vat/calendar?from=2026-04-01&to=2026-04-30&status=done')).data as Row[];
      expect(done.map((item) => [item.status, item.declaration_id])).to.deep.equal([['done', id]]);
    });

    it('refuse days in the wrong order and too many of them', async () => {
      expect((await get('/vat/calendar?from=2026-05-01&to=2026-04-01', 422)).errors).to.have.keys('to');
      expect((await get('/vat/calendar?from=1900-01-01&to=2026-04-01', 422)).errors).to.have.keys('to');
    });

    it('of a firm have all its company files, day by day', async () => {
      const other = await service.newCompany(firm.client, { country_pack: 'LU', vat_regime: 'monthly' });
      const path = `/v1/firms/${firm.token}/vat/calendar?from=2026-04-01&to=2026-04-30`;
      const { body } = await firm.client.get(path);
      const shown = (body.data as Row[]).map((item) => [
        (item.company as Row).code,
        item.kind,
        (item.due_on as string).slice(0, 10),
      ]);
      const [mine, others] = [file.body.code, other.body.code];
      expect(shown).to.deep.include.members([
        [others, 'return', '2026-04-15'],
        [mine, 'return', '2026-04-27'],
      ]);
      expect(body.total).to.equal(shown.length);
      const done = await firm.client.get(`${path}&status=done`);
      expect((done.body.data as Row[]).map((item) => (item.company as Row).code)).to.deep.equal([mine]);
    });

    it('ask for a listing where the entries require it, until it is filed on its own', async () => {
      const books = await vatBooks(service, firm, 'BE', 'quarterly');
      // The draft comes first and knows nothing of the supply.
      const { id } = await books.post('/vat-declarations', { year: 2026, period: 1 });
      await books.document('invoice', '2026-03-30', 'S-IC-S', '250.00', '700000');
      const listing = async () => {
        const { data } = await books.get('/vat/calendar?from=2026-04-01&to=2026-04-30');
        return (data as Row[]).filter(({ kind }) => kind === 'intracom_listing').map(({ status }) => status);
      };
      expect(await listing()).to.deep.equal(['late']);
      await books.post(`/vat-declarations/${id}/refresh`, {}, 200);
      await books.post(`/vat-declarations/${id}/validate`, {}, 200);
      await books.post(`/vat-declarations/${id}/filed`, { filed_on: '2026-04-20' }, 200);
      expect(await listing()).to.deep.equal(['late']);
      const path = `${books.file.path}/vat/intracom-listing/2026/1/filed`;
      await firm.client.refused(422, ['filed_on']).post(path, { filed_on: '2026-03-31' });
      await firm.client.refused(422, 'date_in_future').post(path, { filed_on: '2999-01-01' });
      const filed = await firm.client.expect(200).post(path, { filed_on: '2026-04-21', reference: 'INT-2' });
      expect(filed).to.include({
        kind: 'intracom_listing',
        period_type: 'quarterly',
        year: 2026,
        period: 1,
        version: 1,
      });
      expect(await listing()).to.deep.equal(['done']);
      // The same again records nothing; another reference does.
      const again = await firm.client.post(path, { filed_on: '2026-04-21', reference: 'INT-2' });
      expect([again.body.id, again.headers.get('x-operation-id')]).to.deep.equal([filed.id, null]);
      const corrected = await firm.client.expect(200).post(path, { filed_on: '2026-04-21', reference: 'INT-3' });
      expect(corrected).to.include({ id: filed.id, version: 2, reference: 'INT-3' });
      // A change that is based on the first version is shown the second.
      const headers = { 'x-base-version': '1' };
      const late = await firm.client.post(path, { filed_on: '2026-04-22', reference: 'INT-4' }, headers);
      expect([late.status, late.body.code, late.body.server_version]).to.deep.equal([409, 'conflict', 2]);
      expect(late.body.server_data).to.deep.equal(corrected);
    });

    it('take the listings of a year for done when these are filed', async () => {
      const year = { code: '2025', starts_on: '2025-01-01', ends_on: '2025-12-31' };
      const books = await vatBooks(service, firm, 'BE', 'quarterly', { fiscal_year: year });
      for (const [path, filed_on] of [
        ['customer-listing', '2026-03-20'],
        ['fees-281-50', '2026-06-20'],
      ] as const)
        await books.post(`/vat/${path}/2025/filed`, { filed_on }, 200);
      const { data } = await books.get('/vat/calendar?from=2026-03-01&to=2026-06-30&status=done');
      expect((data as Row[]).map(({ kind }) => kind)).to.deep.equal(['customer_listing', 'fees_281_50']);
      const french = await vatBooks(service, firm, 'FR', 'monthly');
      const elsewhere = await firm.client.post(`${french.file.path}/vat/customer-listing/2025/filed`, {
        filed_on: '2026-03-20',
      });
      expect([elsewhere.status, elsewhere.body.code]).to.deep.equal([422, 'listing_not_in_country']);
    });
  });

  describe('what is posted', () => {
    before('a second quarter with things to find', async () => {
      await invoice('2026-04-02', 'S-21', '1000.00', '700000', '2026-001');
      await invoice('2026-04-03', 'S-21', '100.00', '700000', '2026-004');
      await invoice('2026-04-04', 'S-IC-G', '500.00', '700000', '2026-005');
      await invoice('2026-04-05', 'P-S-21', '200.00', '613000', 'A 7');
      await invoice('2026-05-05', 'P-S-21', '200.00', '613000', 'a7');
      await invoice('2026-05-06', 'P-I-21', '20000.00', '241000', 'A 8');
      await post('/entries', {
        journal_id: file.journal('OD'),
        entry_date: '2026-05-07',
        lines: [
          { account: '700000', credit: '50.00' },
          { account: '451000', credit: '10.50' },
          { account: '570000', debit: '60.50' },
        ],
      });
    });

    it('is controlled, each finding with what it is about and how to solve it', async () => {
      const findings = (await get('/vat/control?from=2026-04-01&to=2026-06-30')).data as Row[];
      const found = new Map(findings.map((finding) => [finding.code, finding]));
      const links = (code: string) => (found.get(code)!.links as Row[]).map(({ resource }) => resource);
      expect(found.get('vat_control_accounts')).to.include({ severity: 'error', amount: '10.50' });
      expect(links('vat_control_accounts')).to.deep.equal(['entries']);
      expect(found.get('vat_control_turnover')).to.include({ amount: '50.00' });
      expect(found.get('vat_control_intracom')).to.include({ severity: 'error', amount: '500.00' });
      expect(found.get('vat_control_intracom')!.links).to.deep.equal([{ resource: 'third-parties', id: customer }]);
      expect(found.get('vat_control_gap')!.message).to.equal(
        'Journal VEN: 2 numbers are missing between 2026-001 and 2026-004.',
      );
      expect(found.get('vat_control_repeated')).to.include({ amount: '242.00' });
      expect(links('vat_control_repeated')).to.deep.equal(['entries', 'entries']);
      // 42 + 42 + 4200, of a supplier without a number; the car alone was deducted in full.
      expect(found.get('vat_control_no_supplier_number')).to.include({ amount: '4284.00' });
      expect(found.get('vat_control_seldom_deducted')).to.include({ amount: '4200.00' });
      for (const finding of findings) expect(finding.solution, String(finding.code)).to.be.a('string').and.not.be.empty;
    });

    it('is summed up by code and box', async () => {
      const body = await get('/reports/vat-summary?from=2026-04-01&to=2026-06-30');
      const rows = (body.rows as Row[]).map((row) => [
        (row.vat_code as Row).code,
        row.entries_count,
        row.base,
        row.due,
        row.deductible,
        (row.boxes as Row[]).map(({ box, amount }) => `${String(box)} ${String(amount)}`).join(', '),
      ]);
      expect(rows).to.deep.equal([
        ['S-21', 2, '1100.00', '231.00', '0.00', '03 1100.00, 54 231.00'],
        ['S-IC-G', 1, '500.00', '0.00', '0.00', '46 500.00'],
        ['P-I-21', 1, '20000.00', '0.00', '4200.00', '59 4200.00, 83 20000.00'],
        ['P-S-21', 2, '400.00', '0.00', '84.00', '59 84.00, 82 400.00'],
      ]);
      const boxes = (body.boxes as Row[]).map(({ box, amount }) => [box, amount]);
      expect(boxes).to.deep.equal([
        ['03', '1100.00'],
        ['46', '500.00'],
        ['82', '400.00'],
        ['83', '20000.00'],
        ['54', '231.00'],
        ['59', '4284.00'],
      ]);
      expect((body.totals as Row).purchases).to.include({ base: '20400.00', deductible: '4284.00' });
    });

    it('is validated on trial first, and nothing is recorded', async () => {
      const { id, version } = await post('/vat-declarations', { year: 2026, period: 2 });
      const trial = await post(`/vat-declarations/${id}/validate`, { dry_run: true }, 200);
      expect(trial).to.include({ dry_run: true, status: 'validated', amount_refund: '4053.00' });
      const lines = ((trial.entry as Row).lines as Row[]).map((line) => [line.debit, line.credit]);
      expect(lines).to.deep.include.members([
        ['0.00', '4284.00'],
        ['231.00', '0.00'],
        ['4053.00', '0.00'],
      ]);
      expect(await get(`/vat-declarations/${id}`)).to.include({ status: 'draft', version });
      await post(`/vat-declarations/${id}/validate`, { dry_run: false }, 200);
      const back = await post(`/vat-declarations/${id}/reopen`, { dry_run: true }, 200);
      expect(back).to.include({ dry_run: true, status: 'draft' });
      expect((back.entry as Row).origin).to.equal('vat_settlement');
      expect(await get(`/vat-declarations/${id}`)).to.include({ status: 'validated' });
    });

    it('and not declared is told before a year is closed', async () => {
      await invoice('2026-07-01', 'S-21', '10.00', '700000');
      const year = ((await get('/fiscal-years')) as unknown as Row[])[0]!.id;
      const checks = (await get(`/fiscal-years/${String(year)}/closing-check`)).checks as Row[];
      const found = new Map(checks.map((check) => [check.code, check]));
      expect(found.get('vat_not_declared')).to.include({ count: 1 });
      expect((found.get('vat_not_declared')!.links as Row[])[0]).to.include({ label: '2026-07' });
      // 2.10 of July, and 10.50 that no code knows.
      expect(found.get('vat_accounts_not_empty')).to.include({ amount: '-12.60' });
    });
  });

  describe('a return', () => {
    const september = (amount: string) =>
      firm.client.post(`${file.path}/entries/invoice`, {
        journal_id: file.journal('VEN'),
        third_party_id: customer,
        entry_date: '2026-09-15',
        lines: [{ account: '700000', amount, vat_code: 'S-21' }],
      });

    it('that is validated while others post has what was posted, and refuses the rest', async () => {
      const { id } = await post('/vat-declarations', { year: 2026, period: 3 });
      const path = `${file.path}/vat-declarations/${id}/validate`;
      const posting = ['1.00', '2.00', '3.00', '4.00'].map(september);
      const validating = [firm.client.post(path, {}), firm.client.post(path, {})];
      const late = ['5.00', '6.00', '7.00'].map(september);
      const [validations, postings] = await Promise.all([Promise.all(validating), Promise.all([...posting, ...late])]);
      // What was posted meanwhile is not in the draft that was seen.
      for (const { status, body } of validations)
        if (status === 409) expect(body).to.include({ code: 'declaration_moved' });
      if (validations.every(({ status }) => status === 409)) {
        await post(`/vat-declarations/${id}/refresh`, {}, 200);
        const again = await Promise.all([firm.client.post(path, {}), firm.client.post(path, {})]);
        // Of two that validate at the same moment, one does.
        expect(again.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
        expect(again.find(({ status }) => status === 422)!.body.code).to.equal('declaration_not_draft');
      }
      const taken = postings.filter(({ status }) => status === 201);
      for (const { status, body } of postings)
        if (status !== 201) expect([status, body.code]).to.deep.equal([422, 'period_locked']);
      const declaration = await get(`/vat-declarations/${id}`);
      expect(declaration.has_moved).to.equal(false);
      const lines = await get(`/vat-declarations/${id}/lines?box=03`);
      // Those of September, and the one of July.
      expect(lines.total).to.equal(taken.length + 1);
      expect(lines.box_total).to.equal((declaration.boxes as Row)['03']);
      const entries = (await get('/entries?per_page=200')).data as Row[];
      const settlements = entries.filter(
        ({ origin, entry_date, status }) =>
          origin === 'vat_settlement' && status === 'posted' && String(entry_date).startsWith('2026-09-30'),
      );
      expect(settlements).to.have.lengthOf(1);
    });

    it('stays as it is when a code that it has used gets other boxes', async () => {
      await post('/entries/invoice', {
        journal_id: file.journal('VEN'),
        third_party_id: customer,
        entry_date: '2026-10-15',
        lines: [{ account: '700000', amount: '100.00', vat_code: 'S-12' }],
      });
      const { id, boxes } = await post('/vat-declarations', { year: 2026, period: 4 });
      const code = ((await get('/vat-codes')) as unknown as Row[]).find((one) => one.code === 'S-12')!;
      const effects = structuredClone(code.boxes) as Record<string, Record<string, Row[]>>;
      for (const kind of Object.values(effects)) for (const part of Object.values(kind)) part.splice(0);
      await firm.client.expect(200).patch(`${file.path}/vat-codes/${String(code.id)}`, { boxes: effects });
      const refreshed = await post(`/vat-declarations/${id}/refresh`, {}, 200);
      expect([refreshed.changes, refreshed.boxes]).to.deep.equal([[], boxes]);
      expect(boxes).to.include({ '02': '100.00', '54': '12.00' });
    });

    it('that would be missed by an undo is named', async () => {
      const entries = (await get('/entries?per_page=200')).data as Row[];
      const july = entries.find(({ entry_date }) => String(entry_date).startsWith('2026-07-01'))!;
      const history = (await get(`/history?resource=entries&record_id=${String(july.id)}`)).data as Row[];
      const answer = await firm.client.post(`${file.path}/history/${String(history[0]!.id)}/revert`, {});
      expect(answer.status, answer.text).to.equal(422);
      expect(history[0]).to.include({ can_revert: false });
      const [quarter] = ((await get('/vat-declarations?year=2026')).data as Row[]).filter(({ period }) => period === 3);
      expect((answer.body.blocked_by as Row[])[0]).to.include({
        code: 'undo_vat_declared',
        resource: 'vat-declarations',
        id: quarter!.id,
      });
    });
  });
});
