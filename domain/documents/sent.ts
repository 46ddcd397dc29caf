import { blockForever, type Blocked, type Undoing } from '../history/undo.ts';
import type { DocumentFacts } from './facts.ts';

/** The customer has a sold document that was sent: it can be credited, not undone. */
export function blockIfSent({ id, direction }: DocumentFacts, { facts }: Undoing): Blocked | null {
  const isSent = facts.mailedDocuments.has(id) || facts.documentsOnNetwork.has(id);
  return direction === 'sale' && isSent ? blockForever('document_sent', 'documents', id) : null;
}
