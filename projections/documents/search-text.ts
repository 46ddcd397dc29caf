import type { DocumentContent } from '../../domain/documents/document-events.ts';
import { searchable } from '../../domain/text.ts';
import { digitsOf } from '../ledger/search-text.ts';

type Searched = Pick<DocumentContent, 'number' | 'notes' | 'structured_communication' | 'lines'>;

/** Enough to find a document by, however many lines it has. */
const MOST_TEXT = 4_000;

/** Number, communication, notes and what was bought or sold, without accents and case. */
export function searchTextOf({ number, structured_communication, notes, lines }: Searched): string {
  const digits = number === null ? null : digitsOf(searchable(number));
  const words = [number, structured_communication, notes, ...lines.map(({ description }) => description)];
  const texts = words.flatMap((text) => (text === null ? [] : [searchable(text)]));
  return [...texts.slice(0, 1), ...(digits === null ? [] : [digits]), ...texts.slice(1)].join('\n').slice(0, MOST_TEXT);
}
