import { detectDocumentType } from '../../domain/peppol/document-types.ts';
import type { MessageType } from '../../domain/peppol/peppol-events.ts';
import { parseResponse, type PeppolResponse } from '../../domain/peppol/response.ts';
import { readXml, UnreadableXml } from '../../outside/xml/read-xml.ts';

export interface ReadMessage {
  readonly type: MessageType;
  /** The content of a response to a sent message; null for other messages and unreadable responses. */
  readonly response: PeppolResponse | null;
}

/** For a file that is no XML document or would take too much time or memory. */
export const UNREADABLE_MESSAGE: ReadMessage = { type: 'other', response: null };

/** Detects the type of a message and reads a response. */
export async function readPeppolMessage(bytes: Uint8Array): Promise<ReadMessage> {
  try {
    const root = await readXml(bytes);
    const type = detectDocumentType(root);
    return { type, response: type === 'response' ? parseResponse(root) : null };
  } catch (error) {
    if (error instanceof UnreadableXml) return UNREADABLE_MESSAGE;
    throw error;
  }
}
