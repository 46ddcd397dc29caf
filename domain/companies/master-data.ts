import { nextBankAccountNumber } from '../country-packs/bank-accounts.ts';
import { chartFor } from '../country-packs/index.ts';
import type { CountryPack, PackAccount, PackVatCode } from '../country-packs/pack.ts';
import { lasting, type JsonRecord } from '../json.ts';
import type { Labels, Language } from '../language.ts';
import type { RecordEvent } from '../records/record-events.ts';
import type { BankJournal, OpenCompanyFile } from './opening.ts';

/** Chart, VAT codes and journals of the pack, with an account and a journal of its own for each bank. */
export function masterData({ details, banks, ids }: OpenCompanyFile, pack: CountryPack): RecordEvent[] {
  const bankNumbers = bankAccountNumbers(pack, banks);
  const chart = chartFor(pack, details.legal_form_code).accounts;
  const charted = new Set(chart.map(({ number }) => number));
  const accounts = [
    ...chart.map((account) => accountData(account, details.locale, banks[bankNumbers.indexOf(account.number)])),
    ...bankNumbers.flatMap((number, index) => (charted.has(number) ? [] : [bankAccountData(number, banks[index]!)])),
  ];
  const accountIds = new Map(accounts.map(({ number }, index) => [number, ids.accounts[index]!]));
  const accountId = (number: string | null) => (number === null ? null : (accountIds.get(number) ?? null));
  const ownJournals = banks.map((bank, index) =>
    journalData(bank.code, bank.label, 'bank', accountId(bankNumbers[index]!), bank.iban),
  );
  const packJournals = pack.journals.map(({ code, labels, type, controlAccount }) => ({
    ...journalData(code, labels[details.locale], type, accountId(controlAccount), null),
    labels: { ...labels },
    is_default: true,
  }));
  return [
    created('accounts', ids.accounts, accounts),
    created(
      'vat-codes',
      ids.vatCodes,
      pack.vatCodes.map((code) => vatCodeData(code, details.locale, accountId)),
    ),
    created('journals', ids.journals, [...packJournals, ...ownJournals]),
  ];
}

/** An account of the chart; one that a bank takes over is called by the bank's name. */
function accountData(account: PackAccount, locale: Language, bank: BankJournal | undefined) {
  const charted = chartedData(account, locale);
  return bank ? { ...charted, label: bank.label, labels: null } : charted;
}

type AccountData = ReturnType<typeof newAccountData>;
const charted = new WeakMap<PackAccount, Partial<Record<Language, AccountData>>>();

/** The same in every company file that keeps the chart in this language. */
function chartedData(account: PackAccount, locale: Language): AccountData {
  let known = charted.get(account);
  if (!known) charted.set(account, (known = {}));
  return (known[locale] ??= lasting(newAccountData(account, locale)));
}

function newAccountData(account: PackAccount, locale: Language) {
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

function bankAccountData(number: string, { label }: BankJournal): AccountData {
  const bank: PackAccount = {
    number,
    labels: { fr: label, nl: label, en: label, de: label },
    type: 'asset',
    isPostable: true,
    isLetterable: false,
    controlRole: 'bank',
  };
  return { ...newAccountData(bank, 'fr'), labels: null };
}

function created(resource: string, ids: readonly number[], rows: readonly JsonRecord[]): RecordEvent {
  return {
    type: 'RecordsCreated',
    data: { resource, records: rows.map((data, index) => ({ id: ids[index]!, data })) },
  };
}

function journalData(
  code: string,
  label: string,
  type: string,
  controlAccountId: number | null,
  iban: string | null,
): JsonRecord {
  const control = { control_account_id: controlAccountId, iban, bic: null };
  return { code, label, labels: null, type, ...control, is_active: true, is_default: false, description: null };
}

function vatCodeData(
  code: PackVatCode,
  locale: Language,
  accountId: (number: string | null) => number | null,
): JsonRecord {
  return {
    code: code.code,
    label: code.labels[locale],
    labels: lasting(code.labels),
    direction: code.direction,
    kind: code.kind,
    nature: code.nature,
    rate: code.rate,
    deductible_rate: code.deductibleRate,
    exigibility: code.exigibility,
    intra_listing: code.intraListing,
    due_account_id: accountId(code.dueAccount),
    deductible_account_id: accountId(code.deductibleAccount),
    boxes: lasting(code.boxes),
    is_active: true,
  };
}

/** Each bank gets the next account that the pack keeps for banks: the first takes the one that the chart holds already. */
function bankAccountNumbers(pack: CountryPack, banks: readonly BankJournal[]): string[] {
  const used = new Set<string>();
  return banks.map(() => {
    const number = nextBankAccountNumber(pack, used) ?? pack.bankAccounts.last;
    used.add(number);
    return number;
  });
}
