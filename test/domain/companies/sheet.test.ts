import { expect } from 'chai';
import { companyFile } from '../../../domain/company-file.ts';
import { getSheetSubject, type RegisterSheet } from '../../../domain/companies/sheet.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { decided, details, openCompany, replay } from '../../support/company-file-samples.ts';
import { givenFor, refused } from '../../support/given.ts';

const given = givenFor(companyFile);
const AT = '2026-03-15T10:00:00.000000Z';
const NUMBER = '0477472701';

const opened = (changes = {}) =>
  decided(openCompany({ details: { ...details, enterprise_number: NUMBER, ...changes } }), companyFile.initialState);
const refresh = (sheet: RegisterSheet, changes = {}) =>
  ({
    type: 'RefreshCompanySheet',
    enterpriseNumber: NUMBER,
    sheet,
    refreshedAt: AT,
    baseVersion: null,
    ...changes,
  }) as const;
const changesBy = (sheet: Partial<RegisterSheet>, file = {}): JsonRecord => {
  const { company_sheet_at, ...changes } = given(opened(file)).when(refresh({ name: details.name, ...sheet }))
    .events[0]!.data['changes'] as JsonRecord;
  expect(company_sheet_at).to.equal(AT);
  return changes;
};

describe('The sheet of a company from the public register', () => {
  it('changes what is different, and notes when the register was asked', () => {
    given(opened())
      .when(refresh({ name: 'Menuiserie Dupont et Fils' }))
      .then([
        {
          type: 'CompanyFileUpdated',
          data: {
            version: 2,
            changes: { name: 'Menuiserie Dupont et Fils', company_sheet_at: AT },
            previous: { name: 'Menuiserie Dupont', company_sheet_at: null },
          },
        },
      ]);
    expect(changesBy({}), 'all is as it was').to.deep.equal({});
  });

  it('brings an address as a whole', () => {
    expect(
      changesBy({ address: { street: 'Rue Basse', house_number: '1', box: 'A', postal_code: '4000', city: 'Liège' } }),
    ).to.deep.equal({
      address: 'Rue Basse 1/A, 4000 Liège',
      street: 'Rue Basse',
      house_number: '1',
      box: 'A',
      postal_code: '4000',
      city: 'Liège',
    });
    expect(changesBy({ address: { city: 'Liège', country: 'LU' } })).to.deep.equal({
      address: 'Liège',
      street: null,
      house_number: null,
      postal_code: null,
      city: 'Liège',
      country: 'LU',
    });
    expect(changesBy({ address: null })).to.deep.equal({});
  });

  it('forgets where a company was that has moved', () => {
    const placed = { latitude: '50.8500000', longitude: '4.3500000' };
    const here = { street: 'Rue Haute', house_number: '12', postal_code: '1000', city: 'Bruxelles' };
    const line = { address: 'Rue Haute 12, 1000 Bruxelles' };
    expect(changesBy({ address: here }, placed)).to.deep.equal(line);
    expect(changesBy({ address: { ...here, house_number: '13' } }, placed)).to.include({
      latitude: null,
      longitude: null,
    });
    expect(changesBy({ address: here, latitude: 50.6326, longitude: 5.5797 }, placed)).to.deep.equal({
      ...line,
      latitude: '50.6326000',
      longitude: '5.5797000',
    });
  });

  it('brings a legal form that the country has, by its name or by that of the country', () => {
    expect(changesBy({ legal_form_code: '610', legal_form: 'Société à responsabilité limitée' })).to.deep.equal({
      legal_form_code: '610',
      legal_form: 'Société à responsabilité limitée',
    });
    expect(changesBy({ legal_form_code: '610' }, { legal_form: 'Autre' })).to.include({ legal_form_code: '610' });
    expect(changesBy({ legal_form_code: '610' }, { legal_form: 'Autre' })['legal_form'])
      .to.be.a('string')
      .and.not.equal('');
    for (const sheet of [
      { legal_form_code: '99999', legal_form: 'Autre' },
      { legal_form: 'Autre' },
      { legal_form_code: null },
    ])
      expect(changesBy(sheet)).to.deep.equal({});
  });

  it('brings a VAT number that is one, and takes none away', () => {
    expect(changesBy({ vat_number: 'BE 0477.472.701' })).to.deep.equal({ vat_number: 'BE0477472701' });
    for (const vat_number of [null, 'BE0477472702', 'FR44732829320', ''])
      expect(changesBy({ vat_number }, { vat_number: 'BE0477472701' })).to.deep.equal({});
  });

  it('brings activities, the main one among them', () => {
    const codes = [
      { code: '47242', classification: 'SECO' },
      { code: '10711', classification: 'MAIN' },
    ] as const;
    expect(changesBy({ nace_codes: codes })).to.deep.equal({ nace_codes: codes, main_nace_code: '10711' });
    expect(changesBy({ nace_codes: [] })).to.deep.equal({ nace_codes: [], main_nace_code: null });
    expect(changesBy({ nace_codes: null })).to.deep.equal({});
  });

  it('is of the number that the file has now, and of the version that was meant', () => {
    const conflict = refused('conflict', { facts: { server_version: 1 } });
    given(opened())
      .when(refresh({ name: 'A' }, { enterpriseNumber: '0403170701' }))
      .then(conflict);
    given(opened({ enterprise_number: null }))
      .when(refresh({ name: 'A' }))
      .then(conflict);
    given(opened())
      .when(refresh({ name: 'A' }, { baseVersion: 9 }))
      .then(conflict);
  });

  it('is not of a file in the recycle bin', () => {
    given(opened(), { type: 'CompanyFileTrashed', data: { version: 2 } })
      .when(refresh({ name: 'A' }))
      .then(refused('not_found'));
  });

  it('needs an enterprise number', () => {
    expect(getSheetSubject({ enterprise_number: NUMBER })).to.equal(NUMBER);
    expect(getSheetSubject({ enterprise_number: null })).to.deep.equal(
      refused('enterprise_number_missing', { field: 'enterprise_number' }),
    );
  });

  it('is read from a state of before there were sheets', () => {
    const file = replay(opened(), companyFile.initialState);
    const { company_sheet_at: _absent, ...identity } = file.identity;
    const [event] = decided(refresh({ name: 'A' }), { ...file, identity: identity as typeof file.identity });
    expect(event!.data['previous']).to.include({ company_sheet_at: null });
  });
});
