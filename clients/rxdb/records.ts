import type { RxJsonSchema } from 'rxdb';

/** A record as stored on the device. Records created on the device get their id from the server. */
export interface LocalRecord {
  /** The id as text; before there is one, `new-` followed by a random part. */
  readonly key: string;
  readonly id: number | null;
  readonly version: number;
  /** The record as the API returns and accepts it. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the last local change, so that a change sent twice is applied once. Empty if there was none. */
  readonly mutation: string;
}

export const localRecordSchema: RxJsonSchema<LocalRecord> = {
  version: 0,
  primaryKey: 'key',
  type: 'object',
  properties: {
    key: { type: 'string', maxLength: 60 },
    id: { type: ['integer', 'null'] },
    version: { type: 'integer' },
    data: { type: 'object' },
    mutation: { type: 'string' },
  },
  required: ['key', 'version', 'data', 'mutation'],
};

/** Creates a new local record, to be inserted into the collection. */
export function createLocalRecord(data: LocalRecord['data']): LocalRecord {
  const key = `new-${crypto.randomUUID()}`;
  // Its key is the id of the action that creates it: later actions refer to it by `$<key>`.
  return { key, id: null, version: 0, data, mutation: key };
}
