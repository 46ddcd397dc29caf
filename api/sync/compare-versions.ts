import type { Json, JsonRecord } from '../../domain/json.ts';
import { compareSides, type Comparison } from '../../domain/sync/comparison.ts';
import { listChangesSince, type LaterChange } from '../../projections/sync/facts.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { objectForms } from '../records/object-forms.ts';
import type { RecordApi } from '../records/record-api.ts';
import type { Concerned } from './affected-record.ts';

/** Determines how a record has changed since a client read it, and whether the two changes overlap. */

export interface Meeting {
  readonly concerned: Concerned;
  readonly method: string;
  readonly client: JsonRecord | null;
  readonly clientAt: string | null;
  readonly deviceId: string | null;
  readonly baseVersion: number | null;
  readonly serverVersion: number;
  readonly serverData: JsonRecord;
}

export interface Difference extends Comparison {
  /** The record as the client had read it; null if that version is unknown. */
  readonly base: JsonRecord | null;
  /** True if the change of the client does not undo changes of others. */
  readonly mayMerge: boolean;
}

export async function compareWithServer(
  { services, company, caller }: Pick<RouteRequest, 'services' | 'company' | 'caller'>,
  record: RecordApi | undefined,
  { concerned, method, client, clientAt, deviceId, baseVersion, serverVersion, serverData }: Meeting,
): Promise<Difference> {
  const base = baseVersion === null || baseVersion < 1 || baseVersion > serverVersion ? null : baseVersion;
  const later =
    base === null ? [] : await listChangesSince(services.pool, company.id, concerned.resource, concerned.id, base);
  // The device knew of its own earlier changes when it made this one.
  const isOwnChange = ({ user_id, device_id }: LaterChange) =>
    deviceId !== null && device_id === deviceId && user_id === caller.userId;
  const others = later.filter((change) => !isOwnChange(change));
  const comparison = compareSides({
    client: client ?? {},
    server: serverData,
    clientAt,
    changed: base === null ? markAllChanged(client) : collectChangedFields(others),
  });
  const isKnown = base !== null && later.length === serverVersion - base;
  // Fields can be merged; for a deletion or a reversal it is unknown whether it is still wanted.
  const mayMerge = isKnown && (others.length === 0 || (method === 'PATCH' && comparison.overlap.length === 0));
  return {
    ...comparison,
    ...(method === 'DELETE' && { suggested: { resolution: 'keep_server' as const, data: null } }),
    base: isKnown ? withoutLongLists(restoreVersion(serverData, later, base, record)) : null,
    mayMerge,
  };
}

/** Without a base version, every field that the client names may have changed. */
const markAllChanged = (client: JsonRecord | null): ReadonlyMap<string, string> =>
  new Map(Object.keys(client ?? {}).map((name) => [name, new Date().toISOString()]));

function collectChangedFields(changes: readonly LaterChange[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  // Latest change first.
  for (const { before, after, occurred_at, recorded_at } of changes)
    for (const name of listFieldNames({ ...before, ...after }))
      if (!fields.has(name)) fields.set(name, occurred_at ?? recorded_at);
  return fields;
}

/** Settings are stored by path in one member. */
const listFieldNames = ({ settings, ...fields }: JsonRecord): string[] => [
  ...Object.keys(fields),
  ...(settings === undefined ? [] : Object.keys(settings as JsonRecord)),
];

/** Undoes later changes, field by field. */
function restoreVersion(
  now: JsonRecord,
  later: readonly LaterChange[],
  version: number,
  record: RecordApi | undefined,
): JsonRecord {
  const was: Record<string, Json | undefined> = { ...now };
  for (const { before } of later)
    for (const [name, value] of Object.entries((before ?? {}) as JsonRecord)) {
      const field = record?.resource.fields[name];
      if (!Object.hasOwn(now, name)) continue;
      was[name] = field?.kind === 'object' && value ? objectForms[field.form].present(value) : value;
    }
  if ('version' in now) was['version'] = version;
  if ('lock_version' in now) was['lock_version'] = version;
  return was;
}

const LONGEST_LIST = 100;

/** Drops long lists before a record is stored, such as the thousand lines of an entry, which are not edited offline. */
export const withoutLongLists = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => !Array.isArray(value) || value.length <= LONGEST_LIST),
  );
