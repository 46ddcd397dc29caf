import { blockForever, type Blocked, type Undoing } from '../history/undo.ts';
import { isIssued } from './build-context.ts';
import type { DocumentFacts } from './facts.ts';

/** Another has an issued document that was sent: it can be credited, not undone. */
export function blockIfSent({ id, direction, kind }: DocumentFacts, { facts }: Undoing): Blocked | null {
  const isSent = facts.mailedDocuments.has(id) || facts.documentsOnNetwork.has(id);
  return isSent && isIssued({ direction, kind }) ? blockForever('document_sent', 'documents', id) : null;
}
