import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

interface CodaFile extends AnswerBody {
  readonly statements: readonly unknown[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

const SAMPLES = new URL('../../fixtures/bank/', import.meta.url);
const STATEMENT = readFileSync(new URL('batch.camt053.xml', SAMPLES), 'utf8');
const DETAILS = readFileSync(new URL('batch.camt054.xml', SAMPLES), 'utf8');
const SPLIT = [
  ['camt054', '150.00', 'SECOND CLIENT'],
  ['camt054', '100.00', 'FIRST CLIENT'],
  ['camt', '50.00', null],
];
const WHOLE = [
  ['camt', '50.00', null],
  ['camt', '250.00', null],
];

describe('Details of batches (CAMT.054)', () => {
  const ledger = useLedger();
  const path = (rest: string) => `${ledger.file.path}/${rest}`;
  const send = <Body = { files: CodaFile[] }>(...contents: readonly string[]) =>
    ledger.firm.client.upload<Body>(
      'POST',
      path('coda-files'),
      contents.map((content, index) => ({ field: 'files[]', name: `${index}.xml`, content, type: 'application/xml' })),
    );
  const take = async (content: string): Promise<CodaFile> => (await expectStatus(send(content), 201)).files[0]!;
  const list = async (): Promise<AnswerBody[]> =>
    (await ledger.firm.client.ok<{ data: AnswerBody[] }>(path('bank-transactions'))).data;
  const show = async () =>
    (await list())
      .map(({ source, amount, counterpart_name: name }) => [source, amount, name])
      .toSorted((one, other) => String(other).localeCompare(String(one)));
  const sorted = (rows: readonly (readonly unknown[])[]) =>
    rows.toSorted((one, other) => String(other).localeCompare(String(one)));
  const loadFile = (id: number) => ledger.firm.client.ok<CodaFile>(path(`coda-files/${id}`));
  const trash = (id: number) => ledger.firm.client.expect(204).delete(path(`coda-files/${id}`));
  const restore = (id: number) => ledger.firm.client.expect(200).post(path(`trash/coda-files/${id}/restore`));

  before('create the journal of the account', () =>
    ledger.firm.client.created(path('journals'), {
      code: 'LUX',
      label: 'Bank',
      type: 'bank',
      iban: 'LU280019400644750000',
      control_account_id: ledger.file.account('550000'),
    }),
  );

  afterEach('delete all files', async () => {
    const { data } = await ledger.firm.client.ok<{ data: CodaFile[] }>(path('coda-files'));
    for (const { id } of data) await trash(id);
    const bin = await ledger.firm.client.ok<{ data: AnswerBody[] }>(path('trash?type=coda-files'));
    for (const { id } of bin.data) await ledger.firm.client.expect(204).delete(path(`trash/coda-files/${id}`));
  });

  it('complete a statement that was imported before', async () => {
    const statement = await take(STATEMENT);
    expect(await show()).to.deep.equal(sorted(WHOLE));
    const details = await take(DETAILS);
    expect(details).to.include({ format: 'camt054', transactions_count: 2 });
    expect([details.statements, details.warnings]).to.deep.equal([[], []]);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    const second = (await list()).find(({ amount }) => amount === '150.00')!;
    expect(second).to.include({
      coda_file_id: details.id,
      statement_number: '41',
      structured_communication: 'RF18539007547034',
      mandate_reference: 'M-2',
      booked_amount: '250.00',
      bank_code_label: 'Direct debit paid',
    });
    const { raw } = await ledger.firm.client.ok(path(`bank-transactions/${second.id}`));
    expect(raw).to.include('SECOND CLIENT');
    const repeated = await expectStatus(send<AnswerBody>(DETAILS.replaceAll('N-1', 'N-2')), 422);
    expect([repeated.code, repeated.id]).to.deep.equal(['statement_already_imported', details.id]);
    await trash(details.id);
    expect(await show()).to.deep.equal(sorted(WHOLE));
    await restore(details.id);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    await trash(statement.id);
    expect(await show()).to.deep.equal([]);
    expect((await loadFile(details.id)).warnings.map(({ code }) => code)).to.deep.equal(['batch_details_waiting']);
    await restore(statement.id);
    expect(await show()).to.deep.equal(sorted(SPLIT));
  });

  it('wait for a statement that comes later', async () => {
    const details = await take(DETAILS);
    expect(details.warnings[0]!.code).to.equal('batch_details_waiting');
    expect(details.warnings[0]!.message).to.match(/^1 batch is not used yet/);
    expect(await show()).to.deep.equal([]);
    await take(STATEMENT);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    expect((await loadFile(details.id)).warnings).to.deep.equal([]);
  });

  const match = async (amount: string) => {
    const { id } = (await list()).find((one) => one.amount === amount)!;
    const answer = await ledger.firm.client.post(path(`bank-transactions/${id}/match`), {
      lines: [{ account: '740000', amount }],
    });
    expect(answer.status, answer.text).to.equal(200);
    return {
      operation: answer.headers.get('x-operation-id'),
      unmatch: () => ledger.firm.client.expect(200).post<AnswerBody>(path(`bank-transactions/${id}/unmatch`), {}),
    };
  };

  it('never split a transaction that is matched, and keep their files while one of theirs is', async () => {
    const statement = await take(STATEMENT);
    const total = await match('250.00');
    const details = await take(DETAILS);
    expect(details.warnings.map(({ code }) => code)).to.deep.equal(['batch_details_waiting']);
    expect(await show()).to.deep.equal(sorted(WHOLE));
    // They take its place as soon as it is pending again.
    const { transaction, parts } = await total.unmatch();
    expect(transaction).to.include({ amount: '250.00', status: 'pending', journal_entry_id: null });
    expect((parts as AnswerBody[]).map(({ amount }) => amount)).to.have.members(['100.00', '150.00']);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    expect((await loadFile(details.id)).warnings).to.deep.equal([]);
    await trash(details.id);
    expect(await show()).to.deep.equal(sorted(WHOLE));
    await restore(details.id);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    const part = await match('100.00');
    for (const { id } of [statement, details])
      await ledger.firm.client.refused(422, 'statement_file_matched').delete(path(`coda-files/${id}`));
    expect((await part.unmatch()).parts).to.deep.equal([]);
  });

  it('split a transaction whose match or reason to be ignored is undone', async () => {
    const revert = async (operation: string | null) => {
      const answer = await ledger.firm.client.post(path(`history/operations/${operation}/revert`));
      expect(answer.status, answer.text).to.equal(200);
      return answer.headers.get('x-operation-id');
    };
    await take(STATEMENT);
    const { operation } = await match('250.00');
    const details = await take(DETAILS);
    // Undone, done again, and undone.
    const undone = await revert(operation);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    const done = await revert(undone);
    expect(await show()).to.deep.equal(sorted(WHOLE));
    expect((await list()).map(({ status }) => status)).to.have.members(['matched', 'pending']);
    await revert(done);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    await trash(details.id);
    const { id } = (await list()).find((one) => one.amount === '250.00')!;
    const ignored = await ledger.firm.client.post(path(`bank-transactions/${id}/ignore`), { reason: 'Own account' });
    await restore(details.id);
    expect(await show()).to.deep.equal(sorted(WHOLE));
    const reopened = await revert(ignored.headers.get('x-operation-id'));
    expect(await show()).to.deep.equal(sorted(SPLIT));
    await revert(await revert(reopened));
    expect(await show()).to.deep.equal(sorted(SPLIT));
    // The same by the route.
    await revert(reopened);
    const { body } = await ledger.firm.client.post(path(`bank-transactions/${id}/unignore`));
    expect((body.parts as unknown[]).length, JSON.stringify(body)).to.equal(SPLIT.length - 1);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    // What was done with a part stands in the way.
    const part = await match('100.00');
    const blocked = await ledger.firm.client.post(path(`history/operations/${reopened}/revert`));
    expect([blocked.status, blocked.body.code]).to.deep.equal([422, 'revert_blocked']);
    await part.unmatch();
  });

  it('are undone and redone with the files sent together', async () => {
    const sent = await send(STATEMENT, DETAILS);
    expect(sent.status, sent.text).to.equal(201);
    expect(await show()).to.deep.equal(sorted(SPLIT));
    const revert = async (operation: string | null) => {
      const answer = await ledger.firm.client.post(path(`history/operations/${operation}/revert`));
      expect(answer.status, answer.text).to.equal(200);
      return answer.headers.get('x-operation-id');
    };
    const undone = await revert(sent.headers.get('x-operation-id'));
    expect(await show()).to.deep.equal([]);
    await revert(undone);
    expect(await show()).to.deep.equal(sorted(SPLIT));
  });

  it('are refused without details, and warn of those that do not add up', async () => {
    const empty = await expectStatus(send<AnswerBody>(DETAILS.replace(/<TxDtls>.*<\/TxDtls>/s, '')), 422);
    expect(empty.code).to.equal('bank_file_without_details');
    const [entry] = /<Ntry>.*<\/Ntry>/s.exec(DETAILS)!;
    const wrong = entry.replace('>250.00<', '>251.00<');
    const file = await take(DETAILS.replace(entry, `${entry}${wrong}`));
    expect(file.warnings.map(({ code }) => code)).to.deep.equal(['details_do_not_add_up', 'batch_details_waiting']);
    expect(file.warnings[0]!.message).to.include('251.00');
  });
});
