import { markLasting, type JsonRecord } from '../json.ts';
import type { Language, Labels } from '../language.ts';
import { findCountryPack, getChartFor } from './index.ts';
import type { PackAccount, PackChart, PackVatCode } from './pack.ts';

/**
 * The records that every company file of a country begins with. They are the same in thousands of files, so they are in
 * memory once, and a snapshot stores only what differs from them.
 */

/** Names a chart of a country in one language. */
export type ChartName = { readonly country: string; readonly chart: string; readonly locale: Language };

export interface DefaultRecords {
  /** Changes with the content, so that a reference never means the content of another version. */
  readonly digest: string;
  /** The field that identifies a row. */
  readonly identifiedBy: string;
  /** Shared by all company files. Fields that refer to accounts are null. */
  readonly rows: readonly JsonRecord[];
  /** Index of each row by its identity. */
  readonly indexes: ReadonlyMap<string, number>;
  /** The fields of each row that refer to default accounts, with their index; absent if no row refers to any. */
  readonly accounts?: readonly (readonly (readonly [field: string, index: number])[])[];
}

/** The field that identifies a default row, by resource. */
const IDENTIFYING: Readonly<Record<string, string>> = { accounts: 'number', 'vat-codes': 'code' };

/** Resource of the rows that other default rows refer to. */
export const REFERRED = 'accounts';

const known = new Map<string, DefaultRecords>();

/** The chart of a company file when it was opened. */
export function nameChart(countryPack: string, legalFormCode: string | null, locale: Language): ChartName | null {
  const pack = findCountryPack(countryPack);
  return pack ? { country: pack.code, chart: getChartFor(pack, legalFormCode).variant, locale } : null;
}

/** Undefined for a resource without default rows, or an unknown chart. */
export function findDefaultRecords(
  resource: string,
  { country, chart: variant, locale }: ChartName,
): DefaultRecords | undefined {
  const key = [resource, country, variant, locale].join(' ');
  const found = known.get(key);
  if (found) return found;
  const pack = findCountryPack(country);
  const chart = pack?.charts.find((one) => one.variant === variant);
  const identifiedBy = IDENTIFYING[resource];
  if (!pack || !chart || identifiedBy === undefined) return undefined;
  const built = resource === REFERRED ? buildAccounts(chart, locale) : buildVatCodes(chart, pack.vatCodes, locale);
  const indexes = new Map(built.rows.map((row, index) => [row[identifiedBy] as string, index]));
  const defaults: DefaultRecords = { ...built, identifiedBy, indexes, digest: computeDigest(JSON.stringify(built)) };
  known.set(key, defaults);
  return defaults;
}

type Built = Pick<DefaultRecords, 'rows' | 'accounts'>;

const buildAccounts = ({ accounts }: PackChart, locale: Language): Built => ({
  rows: accounts.map((account) => getAccountRow(account, locale)),
});

function buildVatCodes({ accounts }: PackChart, codes: readonly PackVatCode[], locale: Language): Built {
  const numbers = new Map(accounts.map(({ number }, index) => [number, index]));
  const findReference = (field: string, number: string | null): (readonly [string, number])[] => {
    const index = number === null ? undefined : numbers.get(number);
    return index === undefined ? [] : [[field, index]];
  };
  return {
    rows: codes.map((code) => buildVatCodeRow(code, locale, () => null)),
    accounts: codes.map(({ dueAccount, deductibleAccount }) => [
      ...findReference('due_account_id', dueAccount),
      ...findReference('deductible_account_id', deductibleAccount),
    ]),
  };
}

export type AccountRow = ReturnType<typeof buildAccountRow>;
const accountRows = new WeakMap<PackAccount, Partial<Record<Language, AccountRow>>>();

/** Shared by all company files that use the chart in this language. */
export function getAccountRow(account: PackAccount, locale: Language): AccountRow {
  let rows = accountRows.get(account);
  if (!rows) accountRows.set(account, (rows = {}));
  return (rows[locale] ??= markLasting(buildAccountRow(account, locale)));
}

export function buildAccountRow(account: PackAccount, locale: Language) {
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

export function buildVatCodeRow(
  code: PackVatCode,
  locale: Language,
  findAccountId: (number: string | null) => number | null,
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
    mention: code.mention ?? null,
    margin_kind: code.marginKind ?? null,
    due_account_id: findAccountId(code.dueAccount),
    deductible_account_id: findAccountId(code.deductibleAccount),
    boxes: markLasting(code.boxes),
    is_active: true,
  };
}

/** Two 32-bit FNV-1a hashes: recognises other content, and protects against nothing else. */
function computeDigest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit ^ (one >>> 16), 0x01000193);
  }
  return [text.length, one >>> 0, other >>> 0].map((part) => part.toString(36)).join('.');
}
