import { vatCodes } from '../../../domain/vat-codes/vat-code.ts';
import { journals } from '../../../domain/journals/journal.ts';
import { expect } from 'chai';
import {
  findCompanyRequestProblems,
  countNeededIds,
  normaliseCompanyRequest,
} from '../../../domain/companies/company.ts';
import type { CompanyRequest } from '../../../domain/companies/opening.ts';
import { companyFile } from '../../../domain/company-file.ts';
import { countryPacks, type CountryPack } from '../../../domain/country-packs/index.ts';
import { LANGUAGES } from '../../../domain/language.ts';
import { findLiveRecord } from '../../../domain/records/state.ts';
import { findAccountId, decided, details, openCompany, replay, year2026 } from '../../support/company-file-samples.ts';

/** What holds for a company file of any country: the rules and the data of its own pack are used, and no other. */

const request = (pack: CountryPack, changes: Partial<CompanyRequest['details']> = {}): CompanyRequest => ({
  details: { ...details, legal_form: null, country_pack: pack.code, country: pack.code, ...changes },
  fiscalYear: year2026,
  banks: [],
});

const problemsOf = (requested: CompanyRequest) =>
  findCompanyRequestProblems(requested).map(({ field, code }) => [field, code] as const);

for (const pack of countryPacks) {
  describe(`Opening a company file of ${pack.code}`, () => {
    it('takes the numbers of the country, however they are typed', () => {
      const typed = { enterprise_number: pack.enterpriseNumber.example, vat_number: pack.vatNumber.example };
      expect(problemsOf(request(pack, typed))).to.deep.equal([]);
      expect(normaliseCompanyRequest(request(pack, typed)).details).to.include({
        enterprise_number: pack.enterpriseNumber.normalise(typed.enterprise_number),
        vat_number: pack.vatNumber.normalise(typed.vat_number),
      });
    });

    it('refuses wrong numbers and those of other countries', () => {
      const others = countryPacks.filter((other) => other !== pack);
      for (const vat_number of ['?', `${pack.vatNumber.example}9`, ...others.map((other) => other.vatNumber.example)]) {
        expect(problemsOf(request(pack, { vat_number })), vat_number).to.deep.equal([
          ['vat_number', 'vat_number_invalid'],
        ]);
      }
      expect(problemsOf(request(pack, { enterprise_number: '12' }))).to.deep.equal([
        ['enterprise_number', 'enterprise_number_invalid'],
      ]);
    });

    it('knows the legal forms of the country alone, and names them in the language of the file', () => {
      expect(problemsOf(request(pack, { legal_form_code: 'no-such-form' }))).to.deep.equal([
        ['legal_form_code', 'legal_form_unknown'],
      ]);
      for (const { code, labels, abbreviations } of pack.legalForms) {
        expect(problemsOf(request(pack, { legal_form_code: code })), code).to.deep.equal([]);
        for (const locale of LANGUAGES) {
          const { legal_form } = normaliseCompanyRequest(request(pack, { legal_form_code: code, locale })).details;
          expect(legal_form, code).to.equal(abbreviations?.[locale] ?? labels[locale]);
        }
      }
      const [first] = pack.legalForms;
      const named = request(pack, { legal_form_code: first!.code, legal_form: 'As we write it' });
      expect(normaliseCompanyRequest(named).details.legal_form).to.equal('As we write it');
    });

    for (const { variant, accounts } of pack.charts) {
      it(`fills a file that keeps the chart ${variant} with it, with VAT codes and journals`, () => {
        const form = pack.legalForms.find(({ chart }) => chart === variant)!;
        const requested = normaliseCompanyRequest(request(pack, { legal_form_code: form.code }));
        const needed = countNeededIds(pack, requested);
        const ids = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
        const opened = openCompany({
          details: { ...requested.details, code: 'X' },
          ids: {
            fiscalYear: 1,
            periods: ids(1, 30),
            accounts: ids(10_000, needed.accounts),
            vatCodes: ids(20_000, needed.vatCodes),
            journals: ids(30_000, needed.journals),
          },
        });
        const file = replay(decided(opened, companyFile.initialState));
        expect([...file.records['accounts']!.byId.values()].map(({ data }) => data['number'])).to.have.members(
          accounts.map(({ number }) => number),
        );
        expect([...file.records['vat-codes']!.byId.values()]).to.have.lengthOf(pack.vatCodes.length);
        for (const { code, dueAccount, deductibleAccount, exigibility, intraListing } of pack.vatCodes) {
          const id = file.records['vat-codes']!.byKey.get(`code=${code}`)!;
          expect(findLiveRecord(file.records, vatCodes, id)!.data, code).to.include({
            due_account_id: dueAccount === null ? null : findAccountId(dueAccount, file),
            deductible_account_id: deductibleAccount === null ? null : findAccountId(deductibleAccount, file),
            exigibility,
            intra_listing: intraListing,
          });
        }
        for (const { code, controlAccount } of pack.journals) {
          const id = file.records['journals']!.byKey.get(`code=${code}`)!;
          expect(findLiveRecord(file.records, journals, id)!.data['control_account_id'], code).to.equal(
            controlAccount === null ? null : findAccountId(controlAccount, file),
          );
        }
      });
    }
  });
}
