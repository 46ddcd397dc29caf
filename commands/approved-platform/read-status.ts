import { readStatusMessage, type StatusMessage } from '../../domain/lifecycle/status-message.ts';
import { readXml, UnreadableXml } from '../../outside/xml/read-xml.ts';

/** Null for a file that is no status message. */
export async function readPlatformStatus(bytes: Uint8Array): Promise<StatusMessage | null> {
  try {
    return readStatusMessage(await readXml(bytes));
  } catch (error) {
    if (error instanceof UnreadableXml) return null;
    throw error;
  }
}
