import { findNextBankAccountNumber } from '../country-packs/bank-accounts.ts';
import { getChartFor } from '../country-packs/index.ts';
import type { CountryPack, PackAccount, PackVatCode } from '../country-packs/pack.ts';
import { markLasting, type JsonRecord } from '../json.ts';
import type { Labels, Language } from '../language.ts';
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
      pack.vatCodes.map((code) => buildVatCodeData(code, details.locale, findAccountId)),
    ),
    buildCreatedEvent('journals', ids.journals, [...packJournals, ...ownJournals]),
  ];
}

/** An account of the chart; one used by a bank gets the name of the bank. */
function buildAccountData(account: PackAccount, locale: Language, bank: BankJournal | undefined) {
  const charted = getChartedData(account, locale);
  return bank ? { ...charted, label: bank.label, labels: null } : charted;
}

type AccountData = ReturnType<typeof buildNewAccountData>;
const charted = new WeakMap<PackAccount, Partial<Record<Language, AccountData>>>();

/** Shared by all company files that use the chart in this language. */
function getChartedData(account: PackAccount, locale: Language): AccountData {
  let known = charted.get(account);
  if (!known) charted.set(account, (known = {}));
  return (known[locale] ??= markLasting(buildNewAccountData(account, locale)));
}

function buildNewAccountData(account: PackAccount, locale: Language) {
  return {
    number: account.number,
    label: account.labels[locale],
    labels: { ...account.labels } as Labels | null,
    class: Number(account.number.slice(0, 1)),
    type: account.type,
    control_role: account.controlRole,
    is_postable: account.isPostable,
    is_letterable: account.isLetterable,
    is_active: true,
    vat_code_id: null,
  };
}

function buildBankAccountData(number: string, { label }: BankJournal): AccountData {
  const bank: PackAccount = {
    number,
    labels: { fr: label, nl: label, en: label, de: label },
    type: 'asset',
    isPostable: true,
    isLetterable: false,
    controlRole: 'bank',
  };
  return { ...buildNewAccountData(bank, 'fr'), labels: null };
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

function buildVatCodeData(
  code: PackVatCode,
  locale: Language,
  accountId: (number: string | null) => number | null,
): JsonRecord {
  return {
    code: code.code,
    label: code.labels[locale],
    labels: markLasting(code.labels),
    direction: code.direction,
    kind: code.kind,
    nature: code.nature,
    rate: code.rate,
    deductible_rate: code.deductibleRate,
    exigibility: code.exigibility,
    intra_listing: code.intraListing,
    due_account_id: accountId(code.dueAccount),
    deductible_account_id: accountId(code.deductibleAccount),
    boxes: markLasting(code.boxes),
    is_active: true,
  };
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
