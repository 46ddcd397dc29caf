import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { linesOf } from '../ledger/support.ts';
import { useHistory } from '../history/support.ts';

type Row = Record<string, string>;
interface TableBody {
  readonly groups: { account: { number: string }; assets: (Row & { code: string })[]; totals: Row }[];
  readonly totals: Row;
  readonly accounts: { account: { number: string }; table: string; ledger: string; difference: string }[];
  readonly is_reconciled: boolean;
}

describe('Fixed assets', () => {
  const books = useHistory();
  const at = (suffix = '') => `${books.file.path}/fixed-assets${suffix}`;
  const post = (suffix: string, body: object = {}, headers = {}) => books.firm.client.post(at(suffix), body, headers);
  const get = (suffix = '') => books.firm.client.get(at(suffix));
  const made = async (fields: object = {}): Promise<AnswerBody> => {
    const body = { label: 'Camionnette', category: 'vehicles', acquired_on: '2026-01-01', cost: '12000.00', ...fields };
    return expectStatus(post('', body), 201);
  };
  const bought = async (account: string, amount: string, entry_date = '2026-02-01'): Promise<number> =>
    linesOf(
      await books.posted({
        entry_date,
        lines: [
          { account, debit: amount, label: 'Machine' },
          { account: '550000', credit: amount },
        ],
      }),
    )[0]!.id;
  const table = async (query = ''): Promise<TableBody> => {
    const body = await expectStatus(get(`/table?fiscal_year_id=${books.file.fiscalYearId}${query}`), 200);
    return body as unknown as TableBody;
  };

  it('come from the line that bought them, and what no asset was made from is told when the year is closed', async () => {
    const line = await bought('230000', '5000.00');
    const check = async (): Promise<AnswerBody | undefined> => {
      const { body } = await books.firm.client.get(
        `${books.file.path}/fiscal-years/${books.file.fiscalYearId}/closing-check`,
      );
      return (body.checks as AnswerBody[]).find((finding) => finding.code === 'purchases_without_asset');
    };
    expect(await check()).to.include({ severity: 'warning', count: 1, amount: '5000.00' });
    const body = await expectStatus(post('', { origin_line_id: line }), 201);
    expect(body).to.include({
      label: 'Machine',
      category: 'machinery',
      cost: '5000.00',
      method: 'linear',
      duration_months: 120,
      acquired_on: '2026-02-01T00:00:00.000000Z',
      rate: '10.00',
      status: 'active',
      book_value: '5000.00',
    });
    expect(await check()).to.equal(undefined);
    expect((await post('', { origin_line_id: line, cost: '1.00' })).body).to.have.nested.property(
      'errors.origin_line_id',
    );
    const entry = (await books.firm.client.get(`${books.file.path}/entries?account_id=${books.file.account('230000')}`))
      .body;
    const id = (entry.data as AnswerBody[])[0]!.id;
    await books.firm.client.refused(422, 'entry_has_assets').post(`${books.file.path}/entries/${id}/reverse`, {});
    // A change of what comes from a line is taken back with that line.
    const smaller = await books.firm.client.patch(at(`/${body.id}`), { cost: '4000.00' });
    expect(smaller.status, smaller.text).to.equal(200);
    await books.undo(smaller);
    expect((await get(`/${body.id}`)).body).to.include({ cost: '5000.00' });
    expect((await get(`/${body.id}`)).body.origins).to.deep.equal([
      { line_id: line, entry_id: id, document_id: null, amount: '5000.00' },
    ]);
    const gone = await books.firm.client.delete(at(`/${body.id}`));
    expect([gone.status, gone.headers.get('x-trashed')]).to.deep.equal([204, '1']);
    expect(await check()).to.include({ count: 1 });
    const restored = await books.firm.client.post(`${books.file.path}/trash/fixed-assets/${body.id}/restore`, {});
    expect(restored.status, restored.text).to.equal(200);
    expect(restored.body).to.include({ id: body.id, label: 'Machine' });
  });

  it('are found, shown with their plan, and changed as long as nothing is posted', async () => {
    const asset = await made({ label: 'Élévateur', code: 'LIFT', duration_months: 48 });
    const found = await get('?q=lift&status=active&category=vehicles');
    expect((found.body.data as AnswerBody[]).map(({ id }) => id)).to.deep.equal([asset.id]);
    for (const q of ['elevateur', 'ÉLÉVATEUR lift', 'vateur LI'])
      expect((await get(`?q=${encodeURI(q)}`)).body.data, q).to.have.length(1);
    const { body } = await get(`/${asset.id}/schedule`);
    expect(
      (body.data as Row[]).map((row) => [row.fiscal_year_code, row.opening_value, row.depreciation, row.posted]),
    ).to.deep.equal([
      ['2026', '12000.00', '3000.00', '0.00'],
      ['2027', '9000.00', '3000.00', '0.00'],
      ['2028', '6000.00', '3000.00', '0.00'],
      ['2029', '3000.00', '3000.00', '0.00'],
    ]);
    const patched = await books.firm.client
      .expect(200)
      .patch(at(`/${asset.id}`), { duration_months: 24 }, { 'X-Base-Version': '1' });
    expect(patched).to.include({ duration_months: 24, rate: '50.00', version: 2 });
    const late = await books.firm.client.patch(at(`/${asset.id}`), { label: 'Autre' }, { 'X-Base-Version': '1' });
    expect(late.status).to.equal(409);
    expect(late.body).to.have.nested.property('server_data.label', 'Élévateur');
    const one = await get(`/${asset.id}`);
    expect(one.headers.get('etag')).to.equal('"v2"');
    expect(one.body.schedule).to.have.length(2);
    const wrong = await post('', { label: 'X', category: 'ships', acquired_on: '2026-01-01', cost: '1.00' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).to.deep.equal([422, ['category']]);
    await expectStatus(get('/999999999'), 404);
    await books.firm.client.expect(204).delete(at(`/${asset.id}`));
  });

  it('are depreciated in one operation, after a preview, once', async () => {
    const asset = await made({ label: 'Four', category: 'furniture', duration_months: 60 });
    const year = `${books.file.path}/fiscal-years/${books.file.fiscalYearId}`;
    const { body: checked } = await books.firm.client.get(`${year}/closing-check`);
    const finding = (checked.checks as AnswerBody[]).find(({ code }) => code === 'depreciation_not_posted');
    expect(JSON.stringify(finding?.links)).to.include(`fixed-assets/${asset.id}/schedule`);
    const before = await books.balances();
    const preview = await expectStatus(post('/depreciate', { until: '2026-06-30', dry_run: true }), 200);
    expect(preview).to.include({ dry_run: true });
    expect(await books.balances()).to.deep.equal(before);
    const { status, body, headers, text } = await post('/depreciate', { until: '2026-06-30' });
    expect(status, text).to.equal(201);
    expect([body.total, body.assets_count]).to.deep.equal([preview.total, preview.assets_count]);
    const [entry] = body.entries as AnswerBody[];
    expect(entry).to.include({ origin: 'depreciation', label: 'Amortissements au 30/06/2026' });
    expect(headers.get('x-operation-id')).to.be.a('string');
    const again = await post('/depreciate', { until: '2026-06-30' });
    expect(again.body).to.deep.equal({ entries: [], assets_count: 0, total: '0.00' });
    const shown = await get(`/${asset.id}`);
    expect(shown.body).to.include({
      depreciated: '1190.14',
      book_value: '10809.86',
      depreciated_until: '2026-06-30T00:00:00.000000Z',
    });
    expect((shown.body.schedule as AnswerBody[])[0]).to.include({ posted: '1190.14', entry_id: entry!.id });
    const reversal = await books.firm.client.post(`${books.file.path}/entries/${entry!.id}/reverse`, {});
    expect([reversal.status, reversal.body.code]).to.deep.equal([422, 'entry_of_fixed_asset']);
    await books.firm.client.refused(422, ['cost']).patch(at(`/${asset.id}`), { cost: '1.00' });
  });

  it('give back what was done to them, the last first', async () => {
    const asset = await made({ label: 'Serveur', category: 'computers', duration_months: 36 });
    const start = await books.balances();
    const run = await post('/depreciate', { until: '2026-07-31' });
    const impaired = await post(`/${asset.id}/events`, {
      kind: 'impairment',
      date: '2026-08-01',
      amount: '500.00',
      reason: 'Panne',
    });
    expect(impaired.status, impaired.text).to.equal(201);
    expect(impaired.body).to.have.nested.property('fixed_asset.impaired', '500.00');
    expect((await books.balances())['6602']).to.equal('500.00');
    const [blocker] = await books.blocked(run);
    expect(blocker).to.include({ code: 'undo_asset_later', resource: 'fixed-assets', id: asset.id });
    await books.undo(impaired);
    // What was taken back is not taken back again from what came in its place.
    const addition = { kind: 'addition', date: '2026-08-01', amount: '10.00' };
    const first = await post(`/${asset.id}/events`, addition);
    await books.undo(first);
    const second = await post(`/${asset.id}/events`, { ...addition, amount: '20.00' });
    expect((await books.blocked(first))[0]).to.include({ code: 'undo_asset_later', id: asset.id });
    await books.undo(second);
    await books.undo(run);
    expect(await books.balances()).to.deep.equal(start);
    const { body } = await get(`/${asset.id}`);
    expect(body).to.include({ depreciated: '0.00', impaired: '0.00', book_value: '12000.00' });
    expect((body.events as AnswerBody[]).map(({ kind, amount }) => [kind, amount])).to.deep.equal([
      ['acquisition', '12000.00'],
      ['depreciation', '-2323.29'],
      ['impairment', '-500.00'],
      ['impairment', '500.00'],
      ['addition', '10.00'],
      ['addition', '-10.00'],
      ['addition', '20.00'],
      ['addition', '-20.00'],
      ['depreciation', '2323.29'],
    ]);
  });

  it('are sold with an invoice and its VAT, and come back when that is undone', async () => {
    const customer = await books.party();
    const asset = await made({ label: 'Voiture', duration_months: 60 });
    const before = await books.balances();
    const sale = {
      kind: 'sale',
      disposed_on: '2026-10-01',
      proceeds: '11000.00',
      third_party_id: customer,
      vat_code: 'S-21',
    };
    const preview = await expectStatus(post(`/${asset.id}/dispose`, { ...sale, dry_run: true }), 200);
    expect(preview).to.have.nested.property('fixed_asset.status', 'disposed');
    expect(preview.entries).to.have.length(3);
    const sold = await post(`/${asset.id}/dispose`, sale);
    expect(sold.status, sold.text).to.equal(201);
    const entries = sold.body.entries as AnswerBody[];
    expect(entries.map(({ origin }) => origin)).to.deep.equal(['depreciation', 'fixed_asset', 'invoice']);
    expect(sold.body).not.to.have.property('warnings');
    const after = await books.balances();
    expect([after['763000'], after['400000']]).to.deep.equal(['-795.07', '13310.00']);
    expect((await post(`/${asset.id}/dispose`, sale)).body).to.include({ code: 'asset_disposed' });
    await books.undo(sold);
    const { status, body } = await get(`/${asset.id}`);
    expect([status, body.status, body.book_value]).to.deep.equal([200, 'active', '12000.00']);
    expect(await books.balances()).to.deep.equal(before);
    const stolen = await expectStatus(post(`/${asset.id}/dispose`, { kind: 'theft', disposed_on: '2026-10-01' }), 201);
    expect((stolen.warnings as AnswerBody[])[0]).to.include({ code: 'asset_vat_revision', field: 'vat_code' });
  });

  it('make a table that says what the accounts say, in every form and at every moment', async () => {
    const body = await table();
    expect(body.accounts.length).to.be.greaterThan(3);
    // Those made by hand here were never bought: their cost is not in the ledger, and their depreciation is.
    for (const { account, difference } of body.accounts)
      if (account.number.endsWith('9')) expect(difference, account.number).to.equal('0.00');
    expect(body.is_reconciled).to.equal(false);
    const machines = body.groups.find(({ account }) => account.number === '230000')!;
    expect(machines.totals).to.include({ opening_gross: '0.00', additions: '5000.00', closing_gross: '5000.00' });
    expect(body.accounts.find(({ account }) => account.number === '230000')).to.include({ difference: '0.00' });
    const moment = encodeURIComponent(new Date().toISOString());
    await post('/depreciate', { until: '2026-12-31' });
    expect((await table()).totals.depreciation).not.to.equal(body.totals.depreciation);
    expect((await table(`&known_at=${moment}`)).totals).to.deep.equal(body.totals);
    for (const [format, type] of [
      ['pdf', 'application/pdf'],
      ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['csv', 'text/csv'],
    ] as const) {
      const file = await get(`/table?fiscal_year_id=${books.file.fiscalYearId}&format=${format}`);
      expect(file.status, file.text).to.equal(200);
      expect(file.headers.get('content-type')).to.include(type);
      if (format === 'csv') expect(file.text).to.include('230000');
    }
  });
});
