import { expect } from 'chai';
import fc from 'fast-check';
import {
  buildFecFileName,
  buildFecHeader,
  buildFecRecord,
  buildFecRecords,
  findSiren,
  type FecLine,
} from '../../../domain/audit-files/fec.ts';
import { findBrokenFecRules, parseFecRecords } from '../../support/fec-rules.ts';

const line = (more: Partial<FecLine> = {}): FecLine => ({
  journal: { code: 'ACH', label: 'Achats' },
  number: 1,
  entry_date: '2026-03-15',
  account: { number: '401000', label: 'Fournisseurs' },
  third_party: { code: 'F001', name: 'Imprimerie Été' },
  called: 'ACH-2026-00001',
  reference: 'F-77',
  document_date: '2026-03-14',
  label: 'Papier',
  debit: '0.00',
  credit: '1234.50',
  lettering: { code: 'AA', settled_on: '2026-04-01', settled: '1234.50' },
  currency: null,
  recorded_on: '2026-03-16',
  ...more,
});
const other = (more: Partial<FecLine> = {}) =>
  line({
    account: { number: '606400', label: 'Fournitures' },
    third_party: null,
    lettering: null,
    debit: '1234.50',
    credit: '0.00',
    ...more,
  });
const year = { starts_on: '2026-01-01', ends_on: '2026-12-31' };
const fileOf = (...lines: FecLine[]) => Buffer.from(buildFecHeader() + lines.map(buildFecRecords).join(''));
const name = `${buildFecFileName('732829320', year.ends_on)}.txt`;

describe('The French file of entries', () => {
  it('has 18 fields in the order of the law, dates without dashes and a decimal comma', () => {
    expect(buildFecRecord(line())).to.equal(
      'ACH\tAchats\t1\t20260315\t401000\tFournisseurs\tF001\tImprimerie Été\tF-77\t20260314\tPapier\t0,00\t1234,50\tAA\t20260401\t20260316\t\t\r\n',
    );
    expect(name).to.equal('732829320FEC20261231.txt');
    expect(findBrokenFecRules(name, fileOf(line(), other()), year)).to.deep.equal([]);
    expect(findBrokenFecRules(name, fileOf(), year)).to.deep.equal([]);
  });

  it('writes what is settled in part as two records, in the currency of its document too', () => {
    const lettering = { code: 'AA', settled_on: '2026-04-01', settled: '1000.00' };
    const content = fileOf(line({ lettering, currency: { code: 'USD', amount: '1481.40' } }), other());
    const parts = parseFecRecords(content).slice(0, 2);
    expect(
      parts.map(({ Credit, EcritureLet, DateLet, Montantdevise, Idevise }) => [
        ...[Credit, EcritureLet, DateLet, Montantdevise, Idevise],
      ]),
    ).to.deep.equal([
      ['1000,00', 'AA', '20260401', '1200,00', 'USD'],
      ['234,50', '', '', '281,40', 'USD'],
    ]);
    expect(findBrokenFecRules(name, content, year)).to.deep.equal([]);
  });

  it('names the entry where no document is named, and never leaves a label empty', () => {
    const [record] = parseFecRecords(fileOf(line({ reference: null, label: ' ', document_date: null })));
    expect(record).to.include({ PieceRef: 'ACH-2026-00001', EcritureLib: 'ACH-2026-00001', PieceDate: '20260315' });
  });

  it('keeps the rules whatever people have typed', () => {
    const typed = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(typed, typed, typed, typed, (label, reference, party, journal) => {
        const names = { journal: { code: 'ACH', label: journal }, reference, label };
        const lines = [line({ ...names, third_party: { code: 'F001', name: party } }), other(names)];
        const content = Buffer.from(fileOf(...lines).toString('utf8'));
        expect(findBrokenFecRules(name, content, year)).to.deep.equal([]);
      }),
      { numRuns: 50 },
    );
  });

  it('is held against rules that find what is wrong', () => {
    const broken = (content: Buffer, fileName = name) => findBrokenFecRules(fileName, content, year);
    expect(broken(fileOf(line(), other()), 'FEC.txt')).to.deep.equal(['name: FEC.txt']);
    expect(broken(fileOf(line(), other({ debit: '1.00' })))).to.deep.equal(['ACH 1 does not balance']);
    expect(broken(fileOf(line({ number: 2 }), other({ number: 2 })))).to.deep.equal(['the numbers of ACH have gaps']);
    expect(broken(Buffer.from(fileOf(line(), other()).toString().replace('20260315', '20260231')))).to.include(
      '2: EcritureDate is no date',
    );
    expect(broken(Buffer.from(fileOf(line(), other()).toString().replace('1234,50', '1.234,50')))).to.include(
      '2: Credit is no amount',
    );
  });

  it('is named by the SIREN, which a SIRET and a VAT number tell too', () => {
    const of = (enterprise_number: string | null, vat_number: string | null = null) =>
      findSiren({ enterprise_number, vat_number });
    expect(of('732 829 320')).to.equal('732829320');
    expect(of('73282932000074')).to.equal('732829320');
    expect(of(null, 'FR44732829320')).to.equal('732829320');
    expect(of(null)).to.equal(null);
  });
});
