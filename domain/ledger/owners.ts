import type { BankEvent } from '../bank/bank-events.ts';
import type { DomainEvent } from '../event.ts';
import { blockUndo, type Blocked, type Undoing } from '../history/undo.ts';
import type { EntryEvent, EntryOrigin } from './entry-events.ts';
import type { EntryFacts } from './entry-facts.ts';

/**
 * Entries that belong to something else, such as the settlement of a VAT return: they are undone and posted again by the
 * rule of that event, never alone.
 */
interface Owner {
  /** Events that post the entry. */
  readonly posts: readonly DomainEvent['type'][];
  /** Events that reverse it. Undoing one of them posts the entry again. */
  readonly takesBack: readonly DomainEvent['type'][];
  readonly block: (entry: EntryFacts) => Blocked;
}

const closing: Owner = {
  posts: ['FiscalYearClosed'],
  takesBack: ['FiscalYearReopened'],
  block: ({ fiscal_year_id }) => blockUndo('undo_of_closing', 'fiscal-years', fiscal_year_id),
};

const fixedAsset: Owner = {
  posts: ['FixedAssetsDepreciated', 'FixedAssetAdjusted', 'FixedAssetDisposed'],
  takesBack: ['FixedAssetsDepreciationTakenBack', 'FixedAssetAdjustmentTakenBack', 'FixedAssetDisposalTakenBack'],
  block: ({ id }) => blockUndo('entry_of_fixed_asset', 'entries', id),
};

const revaluation: Owner = {
  posts: ['CurrenciesRevalued'],
  takesBack: ['RevaluationTakenBack'],
  block: ({ id }) => blockUndo('entry_of_revaluation', 'entries', id),
};

const OWNERS: { readonly [Origin in EntryOrigin]?: Owner } = {
  appropriation: closing,
  closing,
  opening: closing,
  tax_on_payment: {
    posts: ['LinesLettered', 'LinesUnlettered'],
    takesBack: [],
    block: ({ id }) => blockUndo('entry_of_lettering', 'entries', id),
  },
  vat_settlement: {
    posts: ['VatDeclarationValidated'],
    takesBack: ['VatDeclarationReopened'],
    block: () => blockUndo('entry_of_vat_declaration', 'vat-declarations', null),
  },
  bank_transaction: {
    posts: ['BankTransactionsMatched'],
    takesBack: ['BankTransactionsUnmatched'],
    block: ({ id, reversed_entry_id }) =>
      blockUndo(
        reversed_entry_id === null ? 'entry_of_bank_transaction' : 'reversal_of_bank_transaction',
        'entries',
        id,
      ),
  },
  depreciation: fixedAsset,
  fixed_asset: fixedAsset,
  revaluation,
  revaluation_reversal: revaluation,
};

/** The owner of the entry, or of the entry that it reverses. */
export function findOwner({ origin, reversed_entry_id }: EntryFacts, { facts }: Undoing): Owner | undefined {
  const reversed = facts.entries.get(reversed_entry_id ?? 0);
  return OWNERS[origin] ?? (reversed && OWNERS[reversed.origin]);
}

/** Is the event to which the entry belongs undone as well? */
export function isUndoneWith({ posts, takesBack }: Owner, { id }: EntryFacts, { together }: Undoing): boolean {
  const { types, matched } = collectContext(together);
  if (posts.includes('BankTransactionsMatched')) return matched.has(id);
  return [...posts, ...takesBack].some((type) => types.has(type));
}

/** The entry of an opening balance: each year has one, so after its reversal it is posted again. */
export const isOpeningBalance = ({ origin }: EntryFacts): boolean => origin === 'opening_balance';

/** Entries, and their reversals, that are posted again because what took them back is undone. */
export function collectEntriesToPostAgain({ together, facts }: Undoing): ReadonlySet<number> {
  const { types, reversals } = collectContext(together);
  const found = new Set<number>();
  for (const { id, of } of reversals) {
    const entry = facts.entries.get(of);
    if (!entry) continue;
    const isTakenBack = OWNERS[entry.origin]?.takesBack.some((type) => types.has(type)) ?? isOpeningBalance(entry);
    if (isTakenBack) [id, of].forEach((one) => found.add(one));
  }
  return found;
}

/** Entries of matches that are undone in the same operation: undoing the match also undoes what they settled. */
export const collectMatchedEntries = ({ together }: Undoing): ReadonlySet<number> => collectContext(together).matched;

interface Context {
  readonly types: ReadonlySet<DomainEvent['type']>;
  readonly reversals: readonly { readonly id: number; readonly of: number }[];
  /** Entries that matches of bank transactions posted or reversed, and the reversals. */
  readonly matched: ReadonlySet<number>;
}

/** Thousands of events may be undone together, and most of them ask. */
const contexts = new WeakMap<readonly DomainEvent[], Context>();

function collectContext(together: readonly DomainEvent[]): Context {
  const known = contexts.get(together);
  if (known) return known;
  const events = together as readonly (EntryEvent | BankEvent)[];
  const context = {
    types: new Set(together.map(({ type }) => type)),
    reversals: events.flatMap((event) =>
      event.type === 'EntryPosted' && event.data.reversed_entry_id !== undefined
        ? [{ id: event.data.id, of: event.data.reversed_entry_id }]
        : [],
    ),
    matched: new Set(events.flatMap(listMatchedEntries)),
  };
  contexts.set(together, context);
  return context;
}

function listMatchedEntries(event: EntryEvent | BankEvent): readonly number[] {
  if (event.type === 'BankTransactionsMatched') return event.data.matches.map(({ entry_id }) => entry_id);
  if (event.type !== 'BankTransactionsUnmatched') return [];
  return event.data.matches.flatMap(({ entry_id, reversal_entry_id }) => [entry_id, reversal_entry_id]);
}
