/** Builds accounts from the rows of a national chart, with the rules implied by its numbering. */
import type {
  AccountType,
  ChartVariant,
  ClosingAccounts,
  ControlRole,
  Labels,
  PackAccount,
  PackChart,
} from './pack.ts';

/** Number, then the name in French, Dutch, English and German. */
export type AccountRow = readonly [number: string, fr: string, nl: string, en: string, de: string];

export interface ChartRules {
  /** Type of the accounts whose number begins with the key; the longest key wins. */
  readonly types: Readonly<Record<string, AccountType>>;
  /** Number prefixes of accounts with lettering: amounts owed that a later line settles. */
  readonly letterable: readonly string[];
  readonly controlRoles: Readonly<Record<string, ControlRole>>;
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
  return rows.map(([number, fr, nl, en, de], index) => {
    const isHeading = rows[index + 1]?.[0].startsWith(number) ?? false;
    const type = typeOf(number);
    if (type === undefined) throw new Error(`The chart defines no type for account ${number}`);
    return {
      number,
      labels: toLabels(fr, nl, en, de),
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
      .filter(([number]) => !differences.without.some((prefix) => number.startsWith(prefix)))
      .map((row) => [row[0], row]),
  );
  for (const row of differences.rows) byNumber.set(row[0], row);
  return [...byNumber.values()].sort(([one], [other]) => (one < other ? -1 : 1));
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
