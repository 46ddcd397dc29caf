import { refuse, type Refusal } from '../refusal.ts';
import type { DocumentEvent } from './document-events.ts';
import type { DocumentFacts } from './facts.ts';

/** `convertedTo` null: the conversion was undone. */
export const buildConvertedEvent = (
  { id, version, converted_to_id }: DocumentFacts,
  convertedTo: number | null,
): DocumentEvent => ({
  type: 'DocumentConverted',
  data: { id, version: version + 1, converted_to_id: convertedTo, previous_id: converted_to_id ?? null },
});

/** A converted document neither changes nor goes to the recycle bin: what was made from it refers to it. */
export function findConvertedRefusal({ converted_to_id = null }: DocumentFacts): Refusal | null {
  if (converted_to_id === null) return null;
  return refuse('document_converted', { field: 'status' }, { document_id: converted_to_id });
}
