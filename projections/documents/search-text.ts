import type { DocumentContent } from '../../domain/documents/document-events.ts';
import { toSearchable } from '../../domain/text.ts';
import { extractDigits } from '../ledger/search-text.ts';

type Searched = Pick<DocumentContent, 'number' | 'notes' | 'structured_communication' | 'lines'>;

/** Enough to find a document, regardless of its number of lines. */
const MOST_TEXT = 4_000;

/** Number, communication, notes and line descriptions, without accents or case. */
export function buildDocumentSearchText({ number, structured_communication, notes, lines }: Searched): string {
  const digits = number === null ? null : extractDigits(toSearchable(number));
  const words = [number, structured_communication, notes, ...lines.map(({ description }) => description)];
  const texts = words.flatMap((text) => (text === null ? [] : [toSearchable(text)]));
  return [...texts.slice(0, 1), ...(digits === null ? [] : [digits]), ...texts.slice(1)].join('\n').slice(0, MOST_TEXT);
}
