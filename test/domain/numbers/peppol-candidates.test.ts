import { expect } from 'chai';
import { listPeppolCandidates } from '../../../domain/numbers/peppol-candidates.ts';
import { normalisePeppolIdentifier } from '../../../domain/numbers/peppol-identifier.ts';
import { toViesSubject } from '../../../domain/numbers/vies.ts';

describe('Identifiers that an enterprise may have in the Peppol network', () => {
  const CASES: readonly (readonly [string | null, string | null, string | null, readonly string[]])[] = [
    ['BE', '0477472701', 'BE0477472701', ['0208:0477472701', '9925:be0477472701']],
    ['BE', null, 'BE0477472701', ['0208:0477472701', '9925:be0477472701']],
    ['BE', '0477472701', 'FR40303265045', ['0208:0477472701', '9925:be0477472701']],
    ['BE', null, 'FR40303265045', []],
    ['LU', 'B123456', 'LU15027442', ['9938:lu15027442']],
    ['LU', '20241234567', null, ['0240:20241234567']],
    ['LU', 'B123456', null, []],
    ['FR', '732829320', 'FR44732829320', ['0225:732829320', '9957:fr44732829320', '0002:732829320']],
    ['FR', null, 'FR44732829320', ['0225:732829320', '9957:fr44732829320', '0002:732829320']],
    ['FR', '732829320', null, ['0225:732829320', '0002:732829320']],
    // Of Monaco, which is in no French register.
    ['FR', null, 'FR53000004605', ['9957:fr53000004605']],
    ['DE', 'HRB 12345', 'DE136695976', []],
    [null, '0477472701', null, []],
    ['BE', null, null, []],
  ];
  for (const [country, enterpriseNumber, vatNumber, expected] of CASES) {
    it(`of ${country ?? 'nowhere'}, ${enterpriseNumber ?? '-'}, ${vatNumber ?? '-'}`, () => {
      const found = listPeppolCandidates(country, enterpriseNumber, vatNumber);
      expect(found).to.deep.equal(expected);
      for (const identifier of found) expect(normalisePeppolIdentifier(identifier)).to.equal(identifier);
    });
  }
});

describe('A VAT number as VIES knows it', () => {
  it('is one of the Union or of Northern Ireland', () => {
    expect(toViesSubject('BE0477472701')).to.deep.equal({ prefix: 'BE', number: '0477472701' });
    expect(toViesSubject('EL094259216')).to.deep.equal({ prefix: 'EL', number: '094259216' });
    expect(toViesSubject('XI434031494')).to.deep.equal({ prefix: 'XI', number: '434031494' });
    for (const number of ['GB434031494', 'CHE116294121', 'NO977074010MVA', 'GR094259216', 'US1', '', 'be0477472701'])
      expect(toViesSubject(number), number).to.equal(null);
  });
});
