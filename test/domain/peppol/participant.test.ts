import { expect } from 'chai';
import {
  fullIdOf,
  identifierToRegister,
  numberOf,
  ownIdentifiers,
  schemeOf,
} from '../../../domain/peppol/participant.ts';
import { refused } from '../../support/given.ts';

const BE = { country_pack: 'BE', enterprise_number: '0477472701', vat_number: null };
const FR = { country_pack: 'FR', enterprise_number: '732829320', vat_number: null };
const LU = { country_pack: 'LU', enterprise_number: null, vat_number: 'LU15027442' };

describe('The number of a company in the Peppol network', () => {
  it('is the enterprise number in Belgium, the address in France, the matricule or else the VAT number in Luxembourg', () => {
    expect(identifierToRegister(BE, null)).to.equal('0208:0477472701');
    expect(identifierToRegister(FR, null)).to.equal('0225:732829320');
    expect(identifierToRegister(LU, null)).to.equal('9938:lu15027442');
    expect(identifierToRegister({ ...LU, enterprise_number: '20052412345' }, null)).to.equal('0240:20052412345');
    expect(ownIdentifiers({ ...LU, enterprise_number: '20052412345' })).to.have.length(2);
  });

  it('may be another one of its own, however it is written', () => {
    expect(identifierToRegister(BE, ' ISO6523-actorid-upis::9925:BE0477472701')).to.equal('9925:be0477472701');
    expect(identifierToRegister(FR, '0009:73282932000074'), 'of an establishment').to.equal('0009:73282932000074');
  });

  it('is never that of another', () => {
    const params = ({ problems }: { problems: readonly object[] }) =>
      problems.map((one) => ({ ...one, params: undefined }));
    const outcome = (company: typeof BE, wanted: string) => {
      const found = identifierToRegister(company as never, wanted);
      return typeof found === 'string'
        ? found
        : { ...found, problems: params(found).map(({ params: _, ...rest }) => rest) };
    };
    const notOwn = refused('peppol_identifier_not_own', { field: 'participant_id' });
    expect(outcome(BE, '0208:0403019261')).to.deep.equal(notOwn);
    expect(outcome(FR as never, '0009:35600000000048')).to.deep.equal(notOwn);
    expect(outcome(FR as never, '0009:73282932000075'), 'with a wrong check digit').to.deep.equal(notOwn);
    expect(outcome(BE, '0009:73282932000074')).to.deep.equal(notOwn);
    expect(outcome(BE, 'whatever')).to.deep.equal(refused('peppol_identifier_invalid', { field: 'participant_id' }));
    const nobody = { ...BE, enterprise_number: null } as never;
    expect(outcome(nobody, '0208:0477472701')).to.deep.equal(
      refused('peppol_company_number_missing', { field: 'participant_id' }),
    );
  });

  it('is written with and without its schemes', () => {
    expect(fullIdOf('0208:0477472701')).to.equal('iso6523-actorid-upis::0208:0477472701');
    expect([schemeOf('0208:0477472701'), numberOf('0208:0477472701')]).to.deep.equal(['0208', '0477472701']);
  });
});
