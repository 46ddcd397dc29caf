import { findNextBankAccountNumber } from '../country-packs/bank-accounts.ts';
import { getChartFor } from '../country-packs/index.ts';
import { buildAccountRow, buildVatCodeRow, getAccountRow, type AccountRow } from '../country-packs/default-records.ts';
import type { CountryPack, PackAccount } from '../country-packs/pack.ts';
import type { JsonRecord } from '../json.ts';
import type { Language } from '../language.ts';
import { buildDefaultSeries, type SeriesJournals } from '../number-series/default-series.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { BankJournal, OpenCompanyFile } from './opening.ts';

/** Chart, VAT codes and journals of the pack, with a separate account and journal for each bank. */
export function buildMasterData({ details, banks, ids }: OpenCompanyFile, pack: CountryPack): RecordEvent[] {
  const bankNumbers = assignBankAccountNumbers(pack, banks);
  const chart = getChartFor(pack, details.legal_form_code).accounts;
  const charted = new Set(chart.map(({ number }) => number));
  const accounts = [
    ...chart.map((account) => buildAccountData(account, details.locale, banks[bankNumbers.indexOf(account.number)])),
    ...bankNumbers.flatMap((number, index) =>
      charted.has(number) ? [] : [buildBankAccountData(number, banks[index]!)],
    ),
  ];
  const accountIds = new Map(accounts.map(({ number }, index) => [number, ids.accounts[index]!]));
  const findAccountId = (number: string | null) => (number === null ? null : (accountIds.get(number) ?? null));
  const ownJournals = banks.map((bank, index) =>
    buildJournalData(bank.code, bank.label, 'bank', findAccountId(bankNumbers[index]!), bank.iban),
  );
  const packJournals = pack.journals.map(({ code, labels, type, controlAccount }) => ({
    ...buildJournalData(code, labels[details.locale], type, findAccountId(controlAccount), null),
    labels: { ...labels },
    is_default: true,
  }));
  return [
    buildCreatedEvent('accounts', ids.accounts, accounts),
    buildCreatedEvent(
      'vat-codes',
      ids.vatCodes,
      pack.vatCodes.map((code) => buildVatCodeRow(code, details.locale, findAccountId)),
    ),
    buildCreatedEvent('journals', ids.journals, [...packJournals, ...ownJournals]),
    ...buildDefaultSeries(ids.numberSeries ?? [], pack, details.locale, findSeriesJournals(ids.journals, pack)),
  ];
}

function findSeriesJournals(ids: readonly number[], { journals }: CountryPack): SeriesJournals {
  const findId = (type: string): number | null => ids[journals.findIndex((journal) => journal.type === type)] ?? null;
  return { sale: findId('sale'), sale_credit: findId('sale_credit'), purchase: findId('purchase') };
}

/** An account of the chart; one used by a bank gets the name of the bank. */
function buildAccountData(account: PackAccount, locale: Language, bank: BankJournal | undefined) {
  const charted = getAccountRow(account, locale);
  return bank ? { ...charted, label: bank.label, labels: null } : charted;
}

function buildBankAccountData(number: string, { label }: BankJournal): AccountRow {
  const bank: PackAccount = {
    number,
    labels: { fr: label, nl: label, en: label, de: label },
    type: 'asset',
    isPostable: true,
    isLetterable: false,
    controlRole: 'bank',
  };
  return { ...buildAccountRow(bank, 'fr'), labels: null };
}

function buildCreatedEvent(resource: string, ids: readonly number[], rows: readonly JsonRecord[]): RecordEvent {
  return {
    type: 'RecordsCreated',
    data: { resource, records: rows.map((data, index) => ({ id: ids[index]!, data })) },
  };
}

function buildJournalData(
  code: string,
  label: string,
  type: string,
  controlAccountId: number | null,
  iban: string | null,
): JsonRecord {
  const control = { control_account_id: controlAccountId, iban, bic: null };
  return { code, label, labels: null, type, ...control, is_active: true, is_default: false, description: null };
}

/** Each bank gets the next account in the bank range of the pack; the first uses the account in the chart. */
function assignBankAccountNumbers(pack: CountryPack, banks: readonly BankJournal[]): string[] {
  const used = new Set<string>();
  return banks.map(() => {
    const number = findNextBankAccountNumber(pack, used) ?? pack.bankAccounts.last;
    used.add(number);
    return number;
  });
}
