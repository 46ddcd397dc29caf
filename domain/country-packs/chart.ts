/** Turns the rows of a national chart into accounts, with the rules that follow from how its numbers are built. */
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
  /** Beginnings of the numbers whose lines are lettered: amounts owed that a later line settles. */
  readonly letterable: readonly string[];
  readonly controlRoles: Readonly<Record<string, ControlRole>>;
}

/** The chart of a variant, whose accounts are made when they are first asked for: a start needs none of the nine charts. */
export function packChart(
  variantName: ChartVariant,
  rows: () => readonly AccountRow[],
  rules: ChartRules,
  closing: ClosingAccounts,
): PackChart {
  let accounts: readonly PackAccount[] | null = null;
  return {
    variant: variantName,
    get accounts() {
      return (accounts ??= chart(rows(), rules));
    },
    closing,
  };
}

/** The rows come in the order of their numbers, so that the accounts below a heading follow it. */
export function chart(rows: readonly AccountRow[], rules: ChartRules): readonly PackAccount[] {
  const typeOf = byLongestPrefix(new Map(Object.entries(rules.types)));
  const isLetterable = byLongestPrefix(new Map(rules.letterable.map((prefix) => [prefix, true])));
  return rows.map(([number, fr, nl, en, de], index) => {
    const isHeading = rows[index + 1]?.[0].startsWith(number) ?? false;
    const type = typeOf(number);
    if (type === undefined) throw new Error(`The chart has no type for account ${number}`);
    return {
      number,
      labels: labelled(fr, nl, en, de),
      type,
      isPostable: !isHeading,
      isLetterable: !isHeading && isLetterable(number) === true,
      controlRole: rules.controlRoles[number] ?? null,
    };
  });
}

/** How a chart differs from another one of its country. */
export interface ChartDifferences {
  /** Beginnings of the numbers that it does not have. */
  readonly without: readonly string[];
  /** Accounts that it has besides the others, or under other names. */
  readonly rows: readonly AccountRow[];
}

export function variant(rows: readonly AccountRow[], differences: ChartDifferences): readonly AccountRow[] {
  const byNumber = new Map(
    rows
      .filter(([number]) => !differences.without.some((prefix) => number.startsWith(prefix)))
      .map((row) => [row[0], row]),
  );
  for (const row of differences.rows) byNumber.set(row[0], row);
  return [...byNumber.values()].sort(([one], [other]) => (one < other ? -1 : 1));
}

export function labelled(fr: string, nl: string, en: string, de: string): Labels {
  return { fr, nl, en, de };
}

function byLongestPrefix<Value>(values: ReadonlyMap<string, Value>): (number: string) => Value | undefined {
  const longest = Math.max(0, ...[...values.keys()].map((prefix) => prefix.length));
  return (number) => {
    for (let length = longest; length > 0; length--) {
      const value = values.get(number.slice(0, length));
      if (value !== undefined) return value;
    }
    return undefined;
  };
}
