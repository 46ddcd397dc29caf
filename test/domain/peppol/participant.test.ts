import { expect } from 'chai';
import {
  toFullPeppolId,
  resolveOwnIdentifier,
  getPeppolNumber,
  listOwnIdentifiers,
  getPeppolScheme,
  type NumberedCompany,
} from '../../../domain/peppol/participant.ts';
import { isRefusal } from '../../../domain/refusal.ts';

const BE = { country_pack: 'BE', enterprise_number: '0477472701', vat_number: null };
const FR = { country_pack: 'FR', enterprise_number: '732829320', vat_number: null };
const LU = { country_pack: 'LU', enterprise_number: null, vat_number: 'LU15027442' };

describe('The number of a company in the Peppol network', () => {
  it('is the enterprise number in Belgium, the address in France, the matricule or else the VAT number in Luxembourg', () => {
    expect(resolveOwnIdentifier(BE, null)).to.equal('0208:0477472701');
    expect(resolveOwnIdentifier(FR, null)).to.equal('0225:732829320');
    expect(resolveOwnIdentifier(LU, null)).to.equal('9938:lu15027442');
    expect(resolveOwnIdentifier({ ...LU, enterprise_number: '20052412345' }, null)).to.equal('0240:20052412345');
    expect(listOwnIdentifiers({ ...LU, enterprise_number: '20052412345' })).to.have.length(2);
  });

  it('may be another one of its own, however it is written', () => {
    expect(resolveOwnIdentifier(BE, ' ISO6523-actorid-upis::9925:BE0477472701')).to.equal('9925:be0477472701');
    expect(resolveOwnIdentifier(FR, '0009:73282932000074'), 'of an establishment').to.equal('0009:73282932000074');
  });

  it('is never that of another', () => {
    const codeOf = (company: NumberedCompany, wanted: string): string | undefined => {
      const found = resolveOwnIdentifier(company, wanted);
      return isRefusal(found) ? found.code : found;
    };
    expect(codeOf(BE, '0208:0403019261')).to.equal('peppol_identifier_not_own');
    expect(codeOf(FR, '0009:35600000000048')).to.equal('peppol_identifier_not_own');
    expect(codeOf(FR, '0009:73282932000075'), 'with a wrong check digit').to.equal('peppol_identifier_not_own');
    expect(codeOf(BE, '0009:73282932000074')).to.equal('peppol_identifier_not_own');
    expect(codeOf(BE, 'whatever')).to.equal('peppol_identifier_invalid');
    const nobody = { ...BE, enterprise_number: null };
    expect(codeOf(nobody, '0208:0477472701')).to.equal('peppol_company_number_missing');
  });

  it('is written with and without its schemes', () => {
    expect(toFullPeppolId('0208:0477472701')).to.equal('iso6523-actorid-upis::0208:0477472701');
    expect([getPeppolScheme('0208:0477472701'), getPeppolNumber('0208:0477472701')]).to.deep.equal([
      '0208',
      '0477472701',
    ]);
  });
});
