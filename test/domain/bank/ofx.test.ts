import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { findBankCodeLabel } from '../../../domain/bank/codes/index.ts';
import { detectFileKind } from '../../../domain/bank/formats.ts';
import { readOfx } from '../../../domain/bank/ofx/read-ofx.ts';
import { MOST_MOVEMENTS, type Statement } from '../../../domain/bank/statement.ts';
import { runAllSteps } from '../../../domain/steps.ts';
import { readCpuTime } from '../../support/cpu.ts';
import { expectDamageToBeFound, getRefusedCode, getStatements } from './reading.ts';

const SAMPLES = new URL('../../fixtures/bank/', import.meta.url);
const FRANCE = readFileSync(new URL('france.ofx', SAMPLES));
const BELGIUM = readFileSync(new URL('belgium.ofx', SAMPLES));
const read = (text: string | Uint8Array) =>
  runAllSteps(readOfx(typeof text === 'string' ? Buffer.from(text, 'latin1') : text));

const statementsOf = (text: string | Uint8Array) => getStatements(read(text));
const codeOf = (text: string) => getRefusedCode(read(text));

describe('OFX', () => {
  it('is recognised in both versions, with and without a header', () => {
    const bare = FRANCE.subarray(FRANCE.indexOf('<OFX>'));
    for (const bytes of [FRANCE, BELGIUM, bare]) expect(detectFileKind(bytes)).to.equal('ofx');
  });

  it('of version 1 gives its movements in their encoding, and computes the opening balance', () => {
    const [{ movements, ...statement }] = statementsOf(FRANCE) as [Statement];
    expect(statement).to.deep.include({
      account: {
        iban: 'FR1420041010050500013M02606',
        number: '20041010050500013M026',
        bic: null,
        holder: null,
      },
      currency: 'EUR',
      number: '2026-01-06',
      opening_date: '2026-01-01',
      closing_date: '2026-01-06',
      opening_balance: '100.00',
      closing_balance: '215.00',
      has_unique_references: true,
    });
    const { place, ...first } = movements[0]!;
    expect(first).to.deep.equal({
      entry_date: '2026-01-05',
      value_date: '2026-01-05',
      amount: '120.50',
      bank_code: 'CREDIT',
      bank_reference: 'A1',
      counterpart_name: 'VIR L’ŒUVRE & CIE'.replace('Œ', 'œ'),
      communication: 'Facture 12 – 120,50 €',
    });
    const raw = FRANCE.subarray(place![0], place![0] + place![1]).toString('latin1');
    expect(raw).to.match(/^<STMTTRN>.*<FITID>A1.*<\/STMTTRN>$/s);
    expect(movements[1]).to.include({ entry_date: '2026-01-06', amount: '-5.50', counterpart_name: 'COTISATION' });
    expect(findBankCodeLabel('ofx', 'FEE')).to.deep.include({ nl: 'Kosten' });
  });

  it('of version 2 gives the accounts of banks and cards', () => {
    const [bank, card] = statementsOf(BELGIUM);
    expect(bank!.account.iban).to.equal('BE68539007547034');
    expect(bank).to.include({ number: '2026-01-06 18:15', opening_balance: '50.00', closing_balance: '-10.00' });
    expect(bank!.movements[0]).to.include({
      amount: '-60.00',
      value_date: '2026-01-07',
      counterpart_name: 'Énergie SA',
      counterpart_address: 'Rue Haute 1 1000 Bruxelles',
      counterpart_iban: 'BE62510007547061',
      counterpart_bic: 'GEBABEBB',
      structured_communication: '010806817183',
    });
    expect(bank!.movements[0]).to.not.have.property('communication');
    expect(card!.account).to.include({ iban: null, number: '5412XXXXXXXX1234' });
    expect(card).to.include({ opening_balance: '-42.00', closing_balance: '-42.00' });
  });

  const text = FRANCE.toString('latin1');
  const CASES: readonly (readonly [what: string, file: string, code: string])[] = [
    ['without statements', text.replace(/<STMTRS>.*<\/STMTRS>/s, ''), 'bank_file_without_statements'],
    ['without a balance', text.replace(/<LEDGERBAL>.*<\/LEDGERBAL>/s, ''), 'statement_balance_missing'],
    ['without an account', text.replace(/<ACCTID>[^<]*/, ''), 'statement_account_missing'],
    ['without a day', text.replace('20260105\r\n<DTUSER>', '\r\n<DTUSER>'), 'record_field_invalid'],
    ['with an amount of letters', text.replace('+120,50', 'many'), 'entry_amount_invalid'],
    ['with parts of a cent', text.replace('-5.5', '-5.505'), 'entry_amount_invalid'],
    ['that breaks off', text.slice(0, text.indexOf('<LEDGERBAL>')), 'bank_file_truncated'],
    ['with a document type', text.replace('<OFX>', '<!DOCTYPE x><OFX>'), 'bank_file_xml_document_type'],
    ['nested too deeply', text.replace('<CURDEF>', `${'<A>'.repeat(100)}<CURDEF>`), 'bank_file_xml_too_large'],
    ['in an encoding that is not known', text.replace('CHARSET:1252', 'CHARSET:950'), 'bank_file_xml_encoding'],
  ];
  for (const [what, file, code] of CASES) it(`${what} is refused`, () => expect(codeOf(file)).to.equal(code));

  it('with too many movements is refused', () => {
    const [movement] = /<STMTTRN>.*?<\/STMTTRN>\r\n/s.exec(text)!;
    expect(codeOf(text.replace(movement, movement.repeat(MOST_MOVEMENTS)))).to.equal('statement_too_large');
  });

  it('however it was damaged, is refused or its balances chain', () => expectDamageToBeFound(read, [FRANCE, BELGIUM]));

  it('of a million brackets is refused in a short time', () => {
    const started = readCpuTime();
    for (const piece of ['<', '<a>', '</a>', '<a', '&#1;<a>x', '<![CDATA[']) read(`<OFX>${piece.repeat(300_000)}`);
    expect(readCpuTime() - started).to.be.lessThan(3_000);
  });
});
