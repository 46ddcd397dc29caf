import type { JsonRecord } from '../../domain/json.ts';
import type { StoredEvent } from '../../eventlog/port.ts';
import { findSealedParts, maySealText, openValues, type SealedPart } from '../../stores/vault/sealed-data.ts';
import type { Vault } from '../../stores/vault/vault.ts';

/** The data of events in clear, as JSON by revision; only of those with encrypted fields. */
export type ClearReader = (page: readonly StoredEvent[]) => Promise<ReadonlyMap<number, string>>;

/** What a field shows whose key was destroyed. */
const ERASED_FIELD = { erased: true };

/** For readers who verify hashes of the stored data, and want to read it too. */
export function createClearReader(vault: Pick<Vault, 'loadKeys'>): ClearReader {
  return async (page) => {
    const sealed = page.flatMap((event) => parseSealed(event) ?? []);
    const ids = new Set(sealed.flatMap(({ parts }) => parts.map(({ key }) => key)));
    const keys = await vault.loadKeys([...ids]);
    const clear = new Map<number, string>();
    for (const { revision, parts, ...event } of sealed) {
      openValues(event, parts, (id) => keys.get(id), ERASED_FIELD);
      clear.set(revision, JSON.stringify(event.data));
    }
    return clear;
  };
}

interface ParsedEvent extends Pick<StoredEvent, 'id' | 'type' | 'revision'> {
  readonly data: JsonRecord;
  readonly parts: readonly SealedPart[];
}

function parseSealed({ id, type, revision, data: text }: StoredEvent): ParsedEvent | null {
  if (!maySealText(text)) return null;
  const data = JSON.parse(text) as JsonRecord;
  const parts = findSealedParts(data);
  return parts && { id, type, revision, data, parts };
}
