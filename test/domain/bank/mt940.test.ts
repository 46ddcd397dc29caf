import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findBankCodeLabel } from '../../../domain/bank/codes/index.ts';
import { detectFileKind } from '../../../domain/bank/formats.ts';
import { readMt940 } from '../../../domain/bank/mt940/read-mt940.ts';
import { MOST_MOVEMENTS, type Statement } from '../../../domain/bank/statement.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { readCpuTime } from '../../support/cpu.ts';
import { expectDamageToBeFound, getRefusedPlace, getStatements } from './reading.ts';

const SAMPLES = new URL('../../fixtures/bank/', import.meta.url);
const readSample = (name: string) => readFileSync(new URL(name, SAMPLES));
const read = (text: string | Uint8Array) => runAllSteps(readMt940(typeof text === 'string' ? Buffer.from(text) : text));

const statementsOf = (text: string | Uint8Array) => getStatements(read(text));
const problemOf = (text: string) => getRefusedPlace(read(text));

const LUXEMBOURG = readSample('luxembourg.mt940');
const FRANCE = readSample('france.mt940');

describe('MT940', () => {
  it('is recognised with its envelope and without', () => {
    for (const bytes of [LUXEMBOURG, FRANCE, Buffer.from(`ABNANL2A\n940\nABNANL2A\n${FRANCE.toString()}`)])
      expect(detectFileKind(bytes)).to.equal('mt940');
    expect(detectFileKind(Buffer.from('a letter about :20: things'))).to.equal(null);
  });

  it('of a bank in Luxembourg joins the pages of a statement', () => {
    const found = statementsOf(LUXEMBOURG);
    expect(found).to.have.length(1);
    const [{ account, movements, messages, ...statement }] = found as [Statement];
    expect(account).to.include({ iban: 'LU280019400644750000', bic: 'BCEELULL' });
    expect(statement).to.include({
      number: '7',
      currency: 'EUR',
      opening_date: '2026-01-05',
      closing_date: '2026-01-07',
      opening_balance: '1000.00',
      closing_balance: '1171.00',
    });
    expect(messages).to.deep.equal(['Information of the bank']);
    const { place, ...first } = movements[0]!;
    expect(first).to.deep.equal({
      entry_date: '2026-01-06',
      value_date: '2026-01-06',
      amount: '250.50',
      bank_code: 'NTRF',
      bank_reference: 'LU0001',
      end_to_end_id: 'INV-2026-001',
      counterpart_name: 'CLIENT SARL',
      counterpart_iban: 'LU120010001234567891',
      counterpart_bic: 'BGLLLULL',
      communication: 'Facture 2026-001',
    });
    const raw = LUXEMBOURG.subarray(place![0], place![0] + place![1]).toString();
    expect(raw).to.match(/^:61:2601060106C250,5.*2026-001\/\n$/s);
    expect(movements[1]).to.include({
      amount: '-100.00',
      mandate_reference: 'MANDATE-7',
      creditor_id: 'LU27ZZZ0000000008699001001',
      counterpart_name: 'ENERGIE SA',
      structured_communication: 'RF18539007547034',
    });
    expect(movements[2]).to.include({
      amount: '20.50',
      entry_date: '2025-12-31',
      value_date: '2026-01-06',
      return_reason: 'NARR',
      communication: 'RETURNED',
    });
  });

  it('of a bank in France gives the IBAN and the fields of its movements', () => {
    const [found] = statementsOf(FRANCE);
    expect(found!.account.iban).to.equal('FR1420041010050500013M02606');
    expect(found).to.include({ number: '3', opening_balance: '-10.00', closing_balance: '19.75' });
    expect(found!.movements[0]).to.include({
      entry_date: '2026-01-02',
      value_date: '2025-12-31',
      amount: '35.00',
      end_to_end_id: '0000012',
      bank_reference: '0000099',
      communication: 'VIR RECU DE DUPONT FACTURE 12 ET 13',
    });
    expect(found!.movements[1]).to.include({
      amount: '-5.25',
      bank_code: 'NCHG',
      end_to_end_id: 'E2E-5',
      communication: 'Frais de tenue de compte',
      counterpart_iban: 'FR1420041010050500013M02606',
      counterpart_bic: 'PSSTFRPP',
      counterpart_name: 'LA BANQUE POSTALE',
    });
    expect(findBankCodeLabel('mt940', 'NCHG')).to.deep.include({ fr: 'Frais et commissions' });
    expect(findBankCodeLabel('mt940', 'FXXX')).to.equal(null);
  });

  it('keeps pages apart that do not belong together, and names a statement without a number by its day', () => {
    const text = LUXEMBOURG.toString();
    const [page] = statementsOf(text.slice(0, text.indexOf('{1:', 10)));
    expect(page).to.include({ number: '7/1', closing_balance: '1150.50' });
    const [unnumbered] = statementsOf(FRANCE.toString().replace(':28:3', ':28C:00000/00001'));
    expect(unnumbered!.number).to.equal('2026-01-02');
  });

  const text = FRANCE.toString();
  const CASES: readonly (readonly [what: string, file: string, code: string, line: number])[] = [
    ['whose balances do not add up', text.replace('19,75', '19,76'), 'statement_balance_wrong', 11],
    ['that breaks off', text.slice(0, text.indexOf(':62F:')), 'bank_file_truncated', 10],
    ['with an unknown field', text.replace(':28:', ':99Z:'), 'record_unexpected', 3],
    ['without an account', text.replace(/:25:.*\r\n/, ''), 'statement_account_missing', 2],
    ['without an opening balance', text.replace(/:60F:.*\r\n/, ''), 'statement_balance_missing', 4],
    ['with a movement that cannot be read', text.replace('C35,00N', 'X35,00N'), 'record_field_invalid', 5],
    ['with parts of a cent', text.replace('35,00', '35,001'), 'amount_not_in_cents', 5],
    ['with a day that does not exist', text.replace('D251231', 'D251232'), 'record_field_invalid', 4],
    ['in two currencies', text.replace('C260102EUR', 'C260102USD'), 'statement_currency_mixed', 11],
    ['with a line without end', text.replace('FACTURE 12', 'X'.repeat(5_000)), 'record_length_wrong', 7],
  ];
  for (const [what, file, code, line] of CASES)
    it(`${what} is refused at its line`, () => expect(problemOf(file)).to.deep.equal([code, line]));

  it('with too many movements is refused', () => {
    const line = ':61:260102D0,00NMSCNONREF\r\n';
    const file = text.replace(':62F:', `${line.repeat(MOST_MOVEMENTS)}:62F:`);
    expect(problemOf(file)).to.deep.equal(['statement_too_large', 10 + MOST_MOVEMENTS - 1]);
  });

  it('however it was damaged, is refused or its balances still chain', () =>
    expectDamageToBeFound(read, [LUXEMBOURG, FRANCE]));

  it('of many fields in one movement is read in a short time', () => {
    const fields = `:86:${'/REMI/?20EREF+'.repeat(60)}\r\n${'/'.repeat(900)}\r\n`;
    const started = readCpuTime();
    read(text.replace(/:86:VIR.*\r\n/, fields.repeat(3)));
    expect(readCpuTime() - started).to.be.lessThan(500);
  });
});
