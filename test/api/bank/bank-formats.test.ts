import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { buildExampleIban } from '../../../api/bank/example-file.ts';
import { buildCamtFile, buildCfonbFile, type WrittenStatement } from '../../support/bank-files.ts';
import { expectStatus, type AnswerBody } from '../../support/client.ts';
import { useLedger } from '../ledger/support.ts';

interface CodaFile extends AnswerBody {
  readonly statements: readonly Record<string, unknown>[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

const SAMPLES = new URL('../../fixtures/bank/', import.meta.url);
const readSample = (name: string): Buffer => readFileSync(new URL(name, SAMPLES));

describe('Formats of banks', () => {
  const ledger = useLedger();
  const path = (rest: string) => `${ledger.file.path}/${rest}`;
  let accounts = 0;

  const newAccount = async (iban = buildExampleIban(50 + accounts)): Promise<{ iban: string; journalId: number }> => {
    accounts += 1;
    const { id } = await ledger.firm.client.created(path('journals'), {
      code: `F${accounts}`,
      label: `Bank ${accounts}`,
      type: 'bank',
      iban,
      control_account_id: ledger.file.account('550000'),
    });
    return { iban, journalId: id };
  };
  const upload = <Body = { files: CodaFile[] }>(content: string | Uint8Array) =>
    ledger.firm.client.upload<Body>('POST', path('coda-files'), [
      { field: 'files[]', name: 'statement', content, type: 'application/octet-stream' },
    ]);
  const take = async (content: string | Uint8Array): Promise<CodaFile> =>
    (await expectStatus(upload(content), 201)).files[0]!;
  const refusalOf = (content: string | Uint8Array) => expectStatus(upload<AnswerBody>(content), 422);
  const listTransactions = async (query: string): Promise<AnswerBody[]> =>
    (await ledger.firm.client.ok<{ data: AnswerBody[] }>(path(`bank-transactions?${query}`))).data;

  const written = (iban: string, fields: Partial<WrittenStatement> = {}): WrittenStatement => ({
    iban,
    number: '1',
    opening_date: '2026-01-05',
    closing_date: '2026-01-06',
    opening_balance: '100.00',
    movements: [{ amount: '121.00', entry_date: '2026-01-06', value_date: '2026-01-06', counterpart_name: 'CLIENT' }],
    ...fields,
  });

  it('include MT940, with the record as the bank wrote it', async () => {
    const { journalId } = await newAccount('LU280019400644750000');
    const file = await take(readSample('luxembourg.mt940'));
    expect(file).to.include({ format: 'mt940', transactions_count: 3 });
    expect(file.statements[0]).to.include({ number: '7', opening_balance: '1000.00', closing_balance: '1171.00' });
    const rows = await listTransactions(`journal_id=${journalId}&direction=out`);
    expect(rows[0]).to.include({ source: 'mt940', bank_code_label: 'Direct debit', mandate_reference: 'MANDATE-7' });
    const one = await ledger.firm.client.get(path(`bank-transactions/${rows[0]!.id}`));
    expect(one.body.raw).to.match(/^:61:260106D100,NDDT.*RF18539007547034\/$/s);
    expect((await refusalOf(readSample('luxembourg.mt940'))).code).to.equal('statement_already_imported');
  });

  it('include OFX, whose files overlap without doubles', async () => {
    const { journalId } = await newAccount('FR1420041010050500013M02606');
    const first = readSample('france.ofx').toString('latin1');
    const file = await take(Buffer.from(first, 'latin1'));
    expect(file).to.include({ format: 'ofx', transactions_count: 2 });
    const rows = await listTransactions(`journal_id=${journalId}`);
    expect(rows.map(({ source, communication }) => [source, communication])).to.deep.equal([
      ['ofx', null],
      ['ofx', 'Facture 12 – 120,50 €'],
    ]);
    const further = first
      .replace(
        '</BANKTRANLIST>',
        '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20260106<TRNAMT>10<FITID>A3</STMTTRN></BANKTRANLIST>',
      )
      .replace('<BALAMT>215.00', '<BALAMT>225.00');
    const second = await take(Buffer.from(further, 'latin1'));
    expect(second).to.include({ transactions_count: 1 });
    expect(second.statements[0]).to.include({ opening_balance: '215.00', closing_balance: '225.00' });
    expect(second.warnings).to.deep.equal([]);
    const repeated = await refusalOf(Buffer.from(further.replace('INFO', 'WARN'), 'latin1'));
    expect(repeated.code).to.equal('statement_already_imported');
    await ledger.firm.client.expect(204).delete(path(`coda-files/${file.id}`));
    const again = await take(Buffer.from(first.replace('INFO', 'WARN'), 'latin1'));
    expect(again).to.include({ transactions_count: 2 });
    const restored = await ledger.firm.client.refused(422).post(path(`trash/coda-files/${file.id}/restore`));
    expect(restored.code).to.equal('statement_already_imported');
  });

  it('include CAMT.053 without an opening balance, where it follows from the statement before', async () => {
    const { iban } = await newAccount();
    const withoutOpening = (statement: WrittenStatement) =>
      buildCamtFile('02', statement).replace(/<Bal><Tp><CdOrPrtry><Cd>OPBD.*?<\/Bal>/, '');
    const next = written(iban, { number: '2', closing_date: '2026-01-07', opening_balance: '221.00' });
    expect((await refusalOf(withoutOpening(next))).code).to.equal('statement_balance_missing');
    await take(buildCamtFile('02', written(iban)));
    const file = await take(withoutOpening(next));
    expect(file.statements[0]).to.include({ opening_date: '2026-01-06', opening_balance: '221.00' });
    const strange = written(iban, { number: '3', closing_date: '2026-01-08', opening_balance: '300.00' });
    expect((await refusalOf(withoutOpening(strange))).code).to.equal('statement_balance_missing');
  });

  it('include CFONB 120 with an empty statement that was sent before', async () => {
    const { iban } = await newAccount('FR7630006000011234567890189');
    const empty = written(iban, { movements: [], closing_date: '2026-02-06' });
    await take(buildCfonbFile(empty));
    const next = written(iban, { opening_date: '2026-02-06', closing_date: '2026-02-07' });
    const file = await take(`${buildCfonbFile(empty)}${buildCfonbFile(empty)}${buildCfonbFile(next)}`);
    expect(file.statements.map(({ number }) => number)).to.deep.equal(['2026-02-07']);
  });

  it('name the field that is wrong in words', async () => {
    const wrong = readSample('france.mt940').toString().replace('D251231', 'D251232');
    expect((await refusalOf(wrong)).message).to.equal(
      'Line 4: “D251232EUR10,00” is not a valid value (opening balance).',
    );
  });

  it('do not include CAMT.052, which is refused by its name', async () => {
    const { iban } = await newAccount();
    const report = buildCamtFile('02', written(iban)).replaceAll('camt.053', 'camt.052');
    const refused = await refusalOf(report);
    expect(refused.code).to.equal('bank_file_camt052');
    expect(refused.message).to.include('CAMT.052').and.include('not final');
    const unsigned = buildCamtFile('02', written(iban)).replace('<CdtDbtInd>CRDT</CdtDbtInd><Dt>', '<Dt>');
    expect((await refusalOf(unsigned)).message).to.equal(
      'The balance OPBD of statement 1 does not say whether it is in credit or in debit (CdtDbtInd).',
    );
  });
});
