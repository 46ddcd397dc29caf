import { expect } from 'chai';
import { CODE_LISTS, isUnitCode } from '../../../domain/e-invoicing/index.ts';
import { expandRange } from '../../../domain/e-invoicing/rules/code-lists.ts';
import units from '../../../domain/documents/data/units.json' with { type: 'json' };

/** Codes that each list has, and codes that it has not. */
const CASES: readonly (readonly [list: string, known: string, unknown: string])[] = [
  ['address_schemes', '0208 0242 0245 0246 0248 9925 EM', '0001 0219 9901 9956'],
  ['peppol_address_schemes', '0208 0225 0240 0242 0245 0246 0248', '0158 0193 0037 0217 9901 EM'],
  ['registers', '0002 0088 0208 0217 0248', '0001 0092 0181 9925'],
  ['currencies', 'EUR STN XCG ZWG', 'ANG BGN STD EURO'],
  ['countries', 'BE FR LU XI 1A', 'UK EU AN'],
  ['invoice_types', '380 386 389 471 501 875', '381 502 503 999'],
  ['credit_note_types', '381 261 396', '380'],
  ['reference_qualifiers', 'AAA ABT ACT ON VN ZZZ', 'ACM ADH AHW AOB 12345 XXX'],
  ['item_classifications', 'STI HS TSP SRV ZZZ', 'cpv CPV XX'],
  ['note_subjects', 'AAB ABL BAR GS7 PMT ZZZ', 'AAH ABY XYZ'],
  ['payment_means', '1 30 49 58 69 97 ZZZ', '0 71 90 999'],
  ['allowance_reasons', '41 95 100 105', '1 43 96 101 FC'],
  ['charge_reasons', 'FC AA PRV DAQ ZZZ', '95 AAB'],
  ['tax_categories', 'S Z E AE K G O L M B', 'A N'],
  ['tax_points', '3 35 432', '5 29 72'],
  [
    'exemption_reasons',
    'VATEX-EU-AE VATEX-EU-132-1Q VATEX-EU-143-1FA VATEX-FR-CGI261-8',
    'VATEX-EU-132-1R VATEX-FR-CGI261-6',
  ],
  ['units', 'C62 HUR KGM MTR DAY E48 NAR H87', 'PIECES F09 E02 XBX UA'],
  ['packages', 'XBX XPX XCT XZZ', 'XOO X9Z BX'],
  ['mime_types', 'application/pdf text/csv', 'text/html application/xml'],
];

describe('code lists', () => {
  for (const [list, known, unknown] of CASES)
    it(`${list} has its codes and no others`, () => {
      const { codes } = CODE_LISTS.get(list)!;
      for (const code of known.split(' ')) expect(codes.has(code), code).to.equal(true);
      for (const code of unknown.split(' ')) expect(codes.has(code), code).to.equal(false);
    });

  it('name themselves and their release', () => {
    for (const [list, { title, version, codes }] of CODE_LISTS) {
      expect(title, list).not.to.equal('');
      expect(version, list).to.match(/20\d\d/);
      expect(codes.size, list).to.be.above(0);
    }
  });

  it('have the units that documents use', () => {
    for (const [unit, code] of units.slice(1)) expect(isUnitCode(code!), unit).to.equal(true);
  });

  it('are written in ranges', () => {
    expect(expandRange('0008..0011')).to.deep.equal(['0008', '0009', '0010', '0011']);
    expect(expandRange('M9..M11')).to.deep.equal(['M9', 'M10', 'M11']);
    expect(expandRange('ACA..ACC')).to.deep.equal(['ACA', 'ACB', 'ACC']);
    expect(expandRange('C62')).to.deep.equal(['C62']);
    expect(() => expandRange('AA..BC')).to.throw('AA..BC');
  });
});
