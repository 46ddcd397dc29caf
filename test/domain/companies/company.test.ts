import { accounts } from '../../../domain/accounts/account.ts';
import { journals } from '../../../domain/journals/journal.ts';
import { expect } from 'chai';
import {
  findCompanyRequestProblems,
  countNeededIds,
  normaliseCompanyRequest,
} from '../../../domain/companies/company.ts';
import type { BankJournal, CompanyRequest } from '../../../domain/companies/opening.ts';
import type { CompanyDetails } from '../../../domain/companies/company-events.ts';
import { buildInitialSettings } from '../../../domain/companies/settings.ts';
import { companyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import type { JsonRecord } from '../../../domain/json.ts';
import { findLiveRecord } from '../../../domain/records/state.ts';
import {
  findAccountId,
  belgium,
  decided,
  details,
  findJournalId,
  openCompany,
  openedEvents,
  openedFile,
  replay,
  year2026,
} from '../../support/company-file-samples.ts';
import { givenFor, refusedAt } from '../../support/given.ts';

const given = givenFor(companyFile);
const bank = (code: string, label = code): BankJournal => ({ code, label, iban: null });
const recordsIn = (events: readonly DomainEvent[], resource: string) =>
  events
    .filter(({ type, data }) => type === 'RecordsCreated' && data['resource'] === resource)
    .flatMap(({ data }) => data['records'] as { id: number; data: JsonRecord }[]);
const request = (changes: Partial<CompanyDetails> = {}, banks: readonly BankJournal[] = []): CompanyRequest => ({
  details: { ...details, ...changes },
  fiscalYear: year2026,
  banks,
});

describe('opening a company file', () => {
  it('gives its identity, its first year, the chart, the VAT codes and the journals of its country in one go', () => {
    expect(
      openedEvents.map(({ type, data }) =>
        data['resource'] === undefined ? type : `${type} ${data['resource'] as string}`,
      ),
    ).to.deep.equal([
      'CompanyFileOpened',
      'FiscalYearOpened',
      'RecordsCreated accounts',
      'RecordsCreated vat-codes',
      'RecordsCreated journals',
      'RecordsCreated number-series',
    ]);
    expect(openedEvents[0]!.data).to.deep.equal({
      ...details,
      id: 1,
      public_token: 'token0000001',
      firm_id: 1,
      owner_id: null,
      currency: 'EUR',
      settings: buildInitialSettings(belgium, findJournalId('OD')),
      source: 'manual',
    });
    expect(recordsIn(openedEvents, 'accounts')).to.have.length(belgium.charts[0]!.accounts.length);
    expect(recordsIn(openedEvents, 'vat-codes')).to.have.length(belgium.vatCodes.length);
    expect(recordsIn(openedEvents, 'journals').map(({ data }) => data['code'])).to.deep.equal([
      'ACH',
      'NCA',
      'VEN',
      'NCV',
      'OD',
      'CAI',
    ]);
  });

  it('names everything in the language of the file and keeps the translations', () => {
    const events = decided(openCompany({ details: { ...details, locale: 'nl' } }), companyFile.initialState);
    const purchases = recordsIn(events, 'journals')[0]!.data;
    expect(purchases).to.include({ label: 'Aankopen', is_default: true });
    expect(purchases['labels']).to.include({ fr: 'Achats' });
    expect(recordsIn(events, 'accounts').find(({ data }) => data['number'] === '612400')!.data).to.include({
      label: 'Kantoorbenodigdheden',
    });
  });

  it('points journals and VAT codes to accounts of the chart', () => {
    expect(findLiveRecord(openedFile.records, journals, findJournalId('ACH'))!.data['control_account_id']).to.equal(
      findAccountId('440000'),
    );
    for (const { data } of recordsIn(openedEvents, 'vat-codes')) {
      for (const field of ['due_account_id', 'deductible_account_id']) {
        const id = data[field];
        if (id !== null)
          expect(
            findLiveRecord(openedFile.records, accounts, id as number),
            `${data['code'] as string} ${field}`,
          ).not.to.equal(undefined);
      }
    }
  });

  it('gives each bank a journal and an account: the first takes the one of the chart', () => {
    const command = openCompany({
      banks: [{ ...bank('ING', 'ING courant'), iban: 'BE68539007547034' }, bank('KBC', 'KBC épargne')],
    });
    const events = decided(command, companyFile.initialState);
    const file = replay(events);
    const created = recordsIn(events, 'accounts');
    expect(created).to.have.length(countNeededIds(belgium, command).accounts - 1);
    expect(findLiveRecord(file.records, accounts, findAccountId('550000', file))!.data).to.include({
      label: 'ING courant',
      labels: null,
      control_role: 'bank',
      is_postable: true,
    });
    expect(findLiveRecord(file.records, accounts, findAccountId('550001', file))!.data).to.include({
      label: 'KBC épargne',
      class: 5,
      type: 'asset',
      control_role: 'bank',
    });
    expect(findLiveRecord(file.records, journals, findJournalId('ING', file))!.data).to.include({
      type: 'bank',
      iban: 'BE68539007547034',
      control_account_id: findAccountId('550000', file),
      is_default: false,
    });
    expect(findLiveRecord(file.records, journals, findJournalId('KBC', file))!.data).to.include({
      type: 'bank',
      iban: null,
      control_account_id: findAccountId('550001', file),
    });
  });

  it('gives every record an id of its own', () => {
    const events = decided(openCompany({ banks: ['A', 'B', 'C'].map((code) => bank(code)) }), companyFile.initialState);
    for (const resource of ['accounts', 'vat-codes', 'journals']) {
      const ids = recordsIn(events, resource).map(({ id }) => id);
      expect(ids).not.to.include(undefined);
      expect(new Set(ids).size).to.equal(ids.length);
    }
  });

  it('happens once: the second time nothing is left to do', () => {
    given(openedEvents).when(openCompany()).then([]);
  });

  it('refuses a bank with the code of another journal or bank', () => {
    given()
      .when(openCompany({ banks: [bank('ING'), bank('ACH'), bank('ING')] }))
      .then(refusedAt(['banks.1.code', 'bank_code_taken'], ['banks.2.code', 'bank_code_taken']));
  });

  it('refuses numbers that are wrong, a country without a pack, and a year that cannot be, all at once', () => {
    given()
      .when(
        openCompany({
          details: { ...details, enterprise_number: '0477.472.700', vat_number: 'BE 123' },
          fiscalYear: { code: null, starts_on: '2026-01-01', ends_on: '2025-12-31' },
        }),
      )
      .then(
        refusedAt(
          ['enterprise_number', 'enterprise_number_invalid'],
          ['vat_number', 'vat_number_invalid'],
          ['fiscal_year.ends_on', 'fiscal_year_ends_before_start'],
        ),
      );
    given()
      .when(openCompany({ details: { ...details, country_pack: 'XX' as 'BE' } }))
      .then(refusedAt(['country_pack', 'country_pack_unavailable']));
  });

  it('keeps numbers in one form, however they were typed', () => {
    const requested = request({ enterprise_number: '0477.472.701', vat_number: 'BE 0477.472.701' });
    expect(findCompanyRequestProblems(requested)).to.deep.equal([]);
    expect(normaliseCompanyRequest(requested).details).to.include({
      enterprise_number: '0477472701',
      vat_number: 'BE0477472701',
    });
    expect(normaliseCompanyRequest(request()).details).to.include({ enterprise_number: null, vat_number: null });
  });
});
