import { readTable, readWords } from '../../../data-table.ts';
import type { PlainDate } from '../../../dates.ts';
import lists from './data/lists.json' with { type: 'json' };

/**
 * Closed lists of the French rules. They differ between versions of the rules, so each version is data; a document is
 * checked against the version in force on its issue date.
 */
export interface FrenchLists {
  readonly version: string;
  /** First issue date to which this version applies. */
  readonly from: PlainDate;
  readonly typeCodes: ReadonlySet<string>;
  /** BT-23: the letter is the nature of the operation, the digit the case of invoicing. */
  readonly businessProcesses: ReadonlySet<string>;
  /** Values of the note BAR. */
  readonly treatments: ReadonlySet<string>;
  /** Allowed in an electronic address beside letters and digits. */
  readonly addressCharacters: string;
  readonly categories: ReadonlySet<string>;
  readonly rates: ReadonlySet<string>;
  readonly attachments: ReadonlySet<string>;
}

const toSet = (words: string): ReadonlySet<string> => new Set(readWords(words));

const COLUMNS = [
  'version',
  'from',
  'type_codes',
  'business_processes',
  'treatments',
  'address_characters',
  'categories',
  'rates',
  'attachments',
] as const;

/** Oldest first. */
export const FRENCH_LISTS: readonly FrenchLists[] = readTable(lists, COLUMNS).map((list) => ({
  version: list.version,
  from: list.from,
  typeCodes: toSet(list.type_codes),
  businessProcesses: toSet(list.business_processes),
  treatments: toSet(list.treatments),
  addressCharacters: list.address_characters,
  categories: toSet(list.categories),
  rates: toSet(list.rates),
  attachments: toSet(list.attachments),
}));

/** A document without a readable date, or older than all versions, is checked against the oldest or newest version. */
export function getFrenchLists(issueDate: string | null): FrenchLists {
  if (issueDate === null) return FRENCH_LISTS.at(-1)!;
  return FRENCH_LISTS.findLast(({ from }) => from <= issueDate) ?? FRENCH_LISTS[0]!;
}
