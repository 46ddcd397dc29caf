import { expect } from 'chai';
import { validateXML } from 'xmllint-wasm';
import { readFile } from 'node:fs/promises';
import { expectStatus, expectRefusal, type AnswerBody, type List } from '../../support/client.ts';
import { findNextBankWorkingDay } from '../../../domain/sepa/target-calendar.ts';
import { findSaturday, openYearsUntil } from '../../support/payable-day.ts';
import { useHistory } from '../history/support.ts';

interface Payment {
  readonly amount: string;
  readonly line_ids: number[];
  readonly communication: string;
}

describe('SEPA files', () => {
  const books = useHistory();
  let journal: number;
  const at = (suffix = '') => `${books.file.path}/sepa-files${suffix}`;
  const post = (suffix: string, body: object = {}, headers = {}) => books.firm.client.post(at(suffix), body, headers);
  const supplier = (fields: object = {}) =>
    books.party({ type: 'supplier', name: 'Imprimerie', ibans: ['BE71 0961 2345 6769'], ...fields });
  const invoice = (party: number, amount: string, fields: object = {}) =>
    books.item(amount, { party, account: '440000', entry_date: '2026-03-01', due_date: '2026-03-31', ...fields });
  const file = (payments: readonly object[], fields: object = {}) => ({
    type: 'credit_transfer',
    journal_id: journal,
    execution_date: findSaturday(),
    payments,
    ...fields,
  });
  const made = (payments: readonly object[], fields: object = {}): Promise<AnswerBody> =>
    expectStatus(post('', file(payments, fields)), 201);
  const patchSettings = async (sepa: object) =>
    expect((await books.firm.client.patch(`${books.file.path}/settings`, { sepa })).status).to.equal(200);

  before(async () => {
    const answer = await books.firm.client.created(`${books.file.path}/journals`, {
      code: 'BNP',
      label: 'Banque',
      type: 'bank',
      iban: 'BE68 5390 0754 7034',
      bic: 'GKCCBEBB',
      control_account_id: books.file.account('550000'),
    });
    journal = answer.id;
    await openYearsUntil(books.firm.client, books.file.path, findNextBankWorkingDay(findSaturday()));
  });

  it('are proposed from what is due, less credit notes, with what stands in the way', async () => {
    const [good, blocked] = [await supplier({ name: 'A' }), await supplier({ name: 'B', ibans: [] })];
    await books.firm.client.patch(`${books.file.path}/third-parties/${blocked}`, {
      is_payment_blocked: true,
      payment_block_reason: 'Litige',
    });
    const due = await invoice(good, '-100.00', { reference: '+++010/8068/17183+++' });
    const note = await invoice(good, '20.00', { due_date: '2026-12-31', reference: 'NC-1' });
    await invoice(good, '-50.00', { due_date: '2026-12-31' });
    await invoice(blocked, '-10.00');
    const body = await books.firm.client.ok(at('/proposal?until=2026-04-30'));
    const rows = body.data as (AnswerBody & {
      items: AnswerBody[];
      problems: { code: string; message: string }[];
    })[];
    expect(rows.map((row) => [(row.third_party as AnswerBody).id, row.amount])).to.deep.equal([
      [good, '80.00'],
      [blocked, '10.00'],
    ]);
    expect(rows[0]!.items.map((item) => [item.line_id, item.amount, item.structured_communication])).to.deep.equal([
      [due, '100.00', '010806817183'],
      [note, '-20.00', null],
    ]);
    expect(rows[0]!.problems).to.deep.equal([]);
    expect(rows[1]!.problems.map(({ message }) => message)).to.deep.equal([
      'This third party has no IBAN.',
      'Payments to this third party are blocked: Litige.',
    ]);
    expect(body.total).to.equal('80.00');
  });

  it('are made, downloaded, booked and settle the invoices; undoing the booking opens them again', async () => {
    const party = await supplier();
    const [first, second] = [await invoice(party, '-100.00', { reference: 'F-1' }), await invoice(party, '-21.00')];
    const created = await made([{ third_party_id: party, line_ids: [first, second] }], { format: 'pain.001.001.03' });
    expect(created).to.deep.include({ status: 'created', control_sum: '121.00', transactions_count: 1, version: 1 });
    expect(created.execution_date).to.equal(`${findNextBankWorkingDay(findSaturday())}T00:00:00.000000Z`);
    expect((created.payments as Payment[])[0]).to.deep.include({ amount: '121.00', line_ids: [first, second] });
    const open = await books.firm.client.get<List>(`${books.file.path}/open-items?third_party_id=${party}`);
    expect(open.body.data.map((row) => row.in_sepa_file_id)).to.deep.equal([created.id, created.id]);
    await expectRefusal(post('', file([{ third_party_id: party, line_ids: [first] }])), 422, ['payments.0.line_ids.0']);
    const past = file([{ third_party_id: party, amount: '1.00' }], { execution_date: '2026-05-01' });
    await expectRefusal(post('', past), 422, ['execution_date']);

    const download = await books.firm.client.get(at(`/${created.id}/file`));
    expect(download.headers.get('content-disposition')).to.include(`filename="GL-${created.id}.xml"`);
    const schema = await readFile(new URL('../../fixtures/schemas/pain.001.001.03.xsd', import.meta.url), 'utf8');
    const { errors } = await validateXML({ xml: [{ fileName: 'a.xml', contents: download.text }], schema: [schema] });
    expect(errors).to.deep.equal([]);
    const shown = await books.firm.client.get(at(`/${created.id}`));
    expect(shown.body).to.deep.include({ status: 'downloaded', version: 2 });
    expect((await books.firm.client.get(at(`/${created.id}/file`))).text).to.equal(download.text);

    await expectRefusal(post(`/${created.id}/book`, {}, { 'X-Base-Version': '1' }), 409, { server_version: 2 });
    const booked = await post(`/${created.id}/book`);
    expect(booked.status, booked.text).to.equal(200);
    const { sepa_file, entry } = booked.body as unknown as { sepa_file: AnswerBody; entry: AnswerBody };
    expect(sepa_file).to.deep.include({ status: 'booked', journal_entry_id: entry.id });
    const executed = (created.execution_date as string).slice(0, 10);
    expect(await books.openItems(`third_party_id=${party}&as_of=${executed}`)).to.deep.equal({});
    expect((await books.balances())['580000']).to.equal('-121.00');
    expect((await post(`/${created.id}/book`)).body.code).to.equal('sepa_file_status');
    await expectStatus(post(`/${created.id}/cancel`, { reason: 'Trop tard' }), 422);

    await books.undo(booked);
    expect((await books.firm.client.get(at(`/${created.id}`))).body).to.deep.include({ status: 'downloaded' });
    expect(await books.openItems(`third_party_id=${party}`)).to.deep.equal({ [first]: '-100.00', [second]: '-21.00' });
  });

  it('leave out what is disputed, until it no longer is; that is undone like anything else', async () => {
    const party = await supplier({ name: 'Z' });
    const item = await invoice(party, '-61.00');
    const row = async () => {
      const { body } = await books.firm.client.get(at('/proposal?until=2026-04-30'));
      const rows = body.data as (AnswerBody & { problems: { code: string }[] })[];
      const own = rows.find((one) => (one.third_party as AnswerBody).id === party)!;
      return [own.amount, own.problems.map(({ code }) => code)];
    };
    expect(await row()).to.deep.equal(['61.00', []]);
    const open = await books.firm.client.get<List>(`${books.file.path}/open-items?third_party_id=${party}`);
    const entry = open.body.data[0]!.entry_id as number;
    const patch = (lines: readonly object[]) =>
      books.firm.client.patch(`${books.file.path}/entries/${entry}`, { lines });
    const disputed = await patch([{ id: item, is_disputed: true, dispute_reason: 'Abîmé' }]);
    expect(disputed.status, disputed.text).to.equal(200);
    const lineOf = (answer: AnswerBody) => (answer.lines as AnswerBody[]).find(({ id }) => id === item);
    expect(lineOf(disputed.body)).to.deep.include({ is_disputed: true, dispute_reason: 'Abîmé' });
    expect(await row()).to.deep.equal(['0.00', ['line_disputed']]);
    const refused = await post('', file([{ third_party_id: party, line_ids: [item] }]));
    expect([refused.status, Object.keys(refused.body.errors)[0]]).to.deep.equal([422, 'payments.0.line_ids.0']);
    await expectStatus(patch([{ id: 999_999, is_disputed: true }]), 422);
    await books.undo(disputed);
    expect(await row()).to.deep.equal(['61.00', []]);
  });

  it('are cancelled with a reason, and their items are free again; the cancelling is undone only while they are', async () => {
    const party = await supplier();
    const item = await invoice(party, '-5.00');
    const created = await made([{ third_party_id: party, line_ids: [item] }]);
    await expectStatus(post(`/${created.id}/cancel`, {}), 422);
    const cancelled = await post(`/${created.id}/cancel`, { reason: 'Payé à la main' });
    expect(cancelled.body).to.deep.include({ status: 'cancelled', cancelled_reason: 'Payé à la main' });
    await books.firm.client.refused(422).get(at(`/${created.id}/file`));
    const other = await made([{ third_party_id: party, line_ids: [item], amount: '3.00' }]);
    expect((await books.blocked(cancelled)).map(({ code, id }) => [code, id])).to.deep.equal([
      ['line_in_sepa_file', other.id],
    ]);
    const list = await books.firm.client.get<List>(at('?status=cancelled'));
    expect(list.body.data.map(({ id }) => id)).to.include(created.id);
  });

  it('lie in the recycle bin, give their items free meanwhile, and come back', async () => {
    const party = await supplier();
    const item = await invoice(party, '-7.00');
    const answer = await post('', file([{ third_party_id: party, line_ids: [item] }]));
    const { id } = answer.body;
    await books.undo(answer);
    await books.firm.client.refused(404).get(at(`/${id}`));
    const open = await books.firm.client.get<List>(`${books.file.path}/open-items?third_party_id=${party}`);
    expect(open.body.data[0]!.in_sepa_file_id).to.equal(null);
    const restored = await books.firm.client.post(`${books.file.path}/trash/sepa-files/${id}/restore`);
    expect([restored.status, restored.body.status]).to.deep.equal([200, 'created']);
    await books.firm.client.expect(204).delete(at(`/${id}`));
    const other = await made([{ third_party_id: party, line_ids: [item] }]);
    const { body } = await books.firm.client.get(`${books.file.path}/trash?type=sepa-files`);
    const [listed] = body.data as (AnswerBody & { blocked_by: { code: string }[] })[];
    expect([listed!.id, listed!.label, listed!.can_restore]).to.deep.equal([id, `GL-${id}`, false]);
    expect(listed!.blocked_by.map(({ code }) => code)).to.deep.equal(['line_in_sepa_file']);
    await books.firm.client.refused(422).post(`${books.file.path}/trash/sepa-files/${id}/restore`);
    await books.firm.client.expect(204).delete(`${books.file.path}/trash/sepa-files/${id}`);
    expect((await books.firm.client.delete(at(`/${other.id}`))).headers.get('x-trashed')).to.equal('1');
  });

  it('debit customers who have signed a mandate, in the name of the creditor', async () => {
    await patchSettings({ creditor_identifier: 'BE69 ZZZ 050D000000008', direct_debit_format: 'pain.008.001.02' });
    const mandates = [{ reference: 'M-1', signed_on: '2026-01-05' }];
    const party = await books.party({ name: 'Hôtel', ibans: ['BE71096123456769'], mandates });
    const item = await books.item('50.00', { party });
    const created = await made([{ third_party_id: party, line_ids: [item] }], { type: 'direct_debit' });
    const { text } = await books.firm.client.get(at(`/${created.id}/file`));
    const schema = await readFile(new URL('../../fixtures/schemas/pain.008.001.02.xsd', import.meta.url), 'utf8');
    expect(
      (await validateXML({ xml: [{ fileName: 'a.xml', contents: text }], schema: [schema] })).errors,
    ).to.deep.equal([]);
    expect(text).to.include('BE69ZZZ050D000000008').and.include('<SeqTp>RCUR</SeqTp>');
    await books.firm.client.refused(422, ['mandates.1.reference']).patch(`${books.file.path}/third-parties/${party}`, {
      mandates: [...mandates, ...mandates],
    });
    await books.firm.client.refused(422).patch(`${books.file.path}/settings`, {
      sepa: { creditor_identifier: 'BE00' },
    });
  });

  it('leave out what is in another currency, in the proposal and when they are made', async () => {
    const party = await supplier({ name: 'Hudson' });
    const usd = { currency: 'USD', currency_amount: '-110.00', exchange_rate: '1.1' };
    const entry = await books.firm.client.created(`${books.file.path}/entries`, {
      journal_id: books.file.journal('OD'),
      entry_date: '2026-03-01',
      reference: 'USD-1',
      lines: [
        { account: '440000', credit: '100.00', third_party_id: party, ...usd },
        { account: '604000', debit: '100.00', ...usd, currency_amount: '110.00' },
      ],
    });
    const euros = await invoice(party, '-10.00');
    const { data } = await books.firm.client.ok(at('/proposal?until=2026-04-30'));
    const row = (data as (AnswerBody & { problems: AnswerBody[]; items: AnswerBody[] })[]).find(
      ({ third_party }) => (third_party as AnswerBody).id === party,
    )!;
    expect(row.items.map(({ line_id }) => line_id)).to.deep.equal([euros]);
    expect(row.problems).to.deep.equal([
      {
        code: 'line_not_in_eur',
        message: 'The item USD-1 is in USD. A payment file can only contain amounts in EUR.',
      },
    ]);
    const line = (entry.lines as { id: number }[])[0]!.id;
    const { status, body } = await post('', file([{ third_party_id: party, line_ids: [line] }]));
    expect([status, body.error_codes]).to.deep.equal([422, { 'payments.0.line_ids.0': ['line_not_in_eur'] }]);
    await made([{ third_party_id: party, line_ids: [euros] }]);
    await books.firm.client.created(`${books.file.path}/entries/${entry.id}/reverse`, {});
  });
});
