/** Builds accounts from the rows of a national chart, with the rules implied by its numbering. */
import { readLabels, readOneOf, readTable, type DataRecord, type DataTable } from '../data-table.ts';
import { LANGUAGES, type Language } from '../language.ts';
import {
  ACCOUNT_TYPES,
  CONTROL_ROLES,
  type AccountType,
  type ChartVariant,
  type ClosingAccounts,
  type ControlRole,
  type Labels,
  type PackAccount,
  type PackChart,
} from './pack.ts';

export type AccountRow = DataRecord<'number' | Language>;

export interface ChartRules {
  /** Type of the accounts whose number begins with the key; the longest key wins. */
  readonly types: Readonly<Record<string, AccountType>>;
  /** Number prefixes of accounts with lettering: amounts owed that a later line settles. */
  readonly letterable: readonly string[];
  readonly controlRoles: Readonly<Record<string, ControlRole>>;
}

/** The data files of a country that define the rules of its charts. */
export interface ChartRuleTables {
  readonly types: DataTable;
  readonly letterable: DataTable;
  readonly controlRoles: DataTable;
}

export function readAccountRows(table: DataTable): readonly AccountRow[] {
  return readTable(table, ['number', ...LANGUAGES]);
}

export function readPrefixes(table: DataTable): readonly string[] {
  return readTable(table, ['prefix']).map(({ prefix }) => prefix);
}

export function readChartRules(tables: ChartRuleTables): ChartRules {
  const types = readTable(tables.types, ['prefix', 'type']);
  const controlRoles = readTable(tables.controlRoles, ['number', 'role']);
  return {
    types: Object.fromEntries(types.map(({ prefix, type }) => [prefix, readOneOf(type, ACCOUNT_TYPES)])),
    letterable: readPrefixes(tables.letterable),
    controlRoles: Object.fromEntries(controlRoles.map(({ number, role }) => [number, readOneOf(role, CONTROL_ROLES)])),
  };
}

/** The chart of a variant; its accounts are built on first use: startup needs none of the nine charts. */
export function createPackChart(
  variantName: ChartVariant,
  rows: () => readonly AccountRow[],
  rules: ChartRules,
  closing: ClosingAccounts,
): PackChart {
  let accounts: readonly PackAccount[] | null = null;
  return {
    variant: variantName,
    get accounts() {
      return (accounts ??= buildChart(rows(), rules));
    },
    closing,
  };
}

/** The rows are sorted by number, so that the accounts of a heading follow it. */
export function buildChart(rows: readonly AccountRow[], rules: ChartRules): readonly PackAccount[] {
  const typeOf = createPrefixLookup(new Map(Object.entries(rules.types)));
  const isLetterable = createPrefixLookup(new Map(rules.letterable.map((prefix) => [prefix, true])));
  return rows.map((row, index) => {
    const { number } = row;
    const isHeading = rows[index + 1]?.number.startsWith(number) ?? false;
    const type = typeOf(number);
    if (type === undefined) throw new Error(`The chart defines no type for account ${number}`);
    return {
      number,
      labels: readLabels(row),
      type,
      isPostable: !isHeading,
      isLetterable: !isHeading && isLetterable(number) === true,
      controlRole: rules.controlRoles[number] ?? null,
    };
  });
}

/** Differences from another chart of the same country. */
export interface ChartDifferences {
  /** Number prefixes that it does not have. */
  readonly without: readonly string[];
  /** Additional accounts, or accounts with other names. */
  readonly rows: readonly AccountRow[];
}

export function applyDifferences(rows: readonly AccountRow[], differences: ChartDifferences): readonly AccountRow[] {
  const byNumber = new Map(
    rows
      .filter(({ number }) => !differences.without.some((prefix) => number.startsWith(prefix)))
      .map((row) => [row.number, row]),
  );
  for (const row of differences.rows) byNumber.set(row.number, row);
  return [...byNumber.values()].sort((one, other) => (one.number < other.number ? -1 : 1));
}

export function toLabels(fr: string, nl: string, en: string, de: string): Labels {
  return { fr, nl, en, de };
}

function createPrefixLookup<Value>(values: ReadonlyMap<string, Value>): (number: string) => Value | undefined {
  const longest = Math.max(0, ...[...values.keys()].map((prefix) => prefix.length));
  return (number) => {
    for (let length = longest; length > 0; length--) {
      const value = values.get(number.slice(0, length));
      if (value !== undefined) return value;
    }
    return undefined;
  };
}
