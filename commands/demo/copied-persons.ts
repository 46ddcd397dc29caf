import { toCanonicalJson, type Json, type JsonRecord } from '../../domain/json.ts';
import { listValues } from '../../domain/persons/paths.ts';
import type { StoredEvent } from '../../eventlog/port.ts';
import {
  findSealedParts,
  maySealText,
  openValues,
  sealValues,
  type SealedPart,
} from '../../stores/vault/sealed-data.ts';
import type { KeyMap, Vault } from '../../stores/vault/vault.ts';

/** Encrypted fields of copied events: opened with the keys of the original, and sealed with keys of the copy. */
export interface CopiedPersons {
  /** The data in clear and as it is stored. Both are the same for an event without encrypted fields. */
  copyData(event: StoredEvent, id: string): { readonly data: JsonRecord; readonly text: string };
}

type Translate = (text: string) => string;

/** For one page of events. */
export async function loadCopiedPersons(
  vault: Vault,
  page: readonly StoredEvent[],
  translate: Translate,
): Promise<CopiedPersons> {
  const ids = [...new Set(page.flatMap(({ data }) => (maySealText(data) ? listKeys(data) : [])))];
  const [originals, copies] = [await vault.loadKeys(ids), await vault.createKeys(ids.map(translate))];
  return {
    copyData(event, id) {
      const parts = maySealText(event.data) ? findSealedParts(JSON.parse(event.data) as JsonRecord) : null;
      if (parts) return copySealed(event, id, parts, { originals, copies, translate });
      const text = translate(event.data);
      return { data: JSON.parse(text) as JsonRecord, text };
    },
  };
}

const listKeys = (text: string): string[] =>
  (findSealedParts(JSON.parse(text) as JsonRecord) ?? []).map(({ key }) => key);

interface Keys {
  readonly originals: KeyMap;
  readonly copies: KeyMap;
  readonly translate: Translate;
}

function copySealed(
  event: StoredEvent,
  id: string,
  parts: readonly SealedPart[],
  { originals, copies, translate }: Keys,
): { readonly data: JsonRecord; readonly text: string } {
  const original = { id: event.id, type: event.type, data: JSON.parse(event.data) as JsonRecord };
  openValues(original, parts, (key) => originals.get(key));
  const data = JSON.parse(translate(JSON.stringify(original.data))) as JsonRecord;
  const values = parts.flatMap(({ key, fields }) =>
    fields.flatMap((place) => {
      const [value] = listValues(data, place.split('.')) as readonly (Json | undefined)[];
      return value === undefined ? [] : [{ place, value, key: translate(key) }];
    }),
  );
  const keys = { find: (key: string) => copies.get(key), reportMissing: failWithout };
  return { data, text: toCanonicalJson(sealValues({ id, type: event.type }, data, values, event.stream, keys)) };
}

function failWithout(key: string): never {
  throw new Error(`The copy has no key ${key}`);
}
