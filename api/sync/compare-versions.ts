import type { Json, JsonRecord } from '../../domain/json.ts';
import { compare, type Comparison } from '../../domain/sync/comparison.ts';
import { changesSince, type LaterChange } from '../../projections/sync/facts.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { objectForms } from '../records/object-forms.ts';
import type { RecordApi } from '../records/record-api.ts';
import type { Concerned } from './affected-record.ts';

/** How a record has moved on since a client read it, and whether the two changes get in each other's way. */

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
  /** The record as the client had read it; null when there was no such version. */
  readonly base: JsonRecord | null;
  /** Nothing that others have done is undone by what the client asks for. */
  readonly mayMerge: boolean;
}

export async function moved(
  { services, company, caller }: Pick<RouteRequest, 'services' | 'company' | 'caller'>,
  record: RecordApi | undefined,
  { concerned, method, client, clientAt, deviceId, baseVersion, serverVersion, serverData }: Meeting,
): Promise<Difference> {
  const base = baseVersion === null || baseVersion < 1 || baseVersion > serverVersion ? null : baseVersion;
  const later =
    base === null ? [] : await changesSince(services.pool, company.id, concerned.resource, concerned.id, base);
  // What the same device has sent before, it knew of when it asked for this.
  const isOwn = ({ user_id, device_id }: LaterChange) =>
    deviceId !== null && device_id === deviceId && user_id === caller.userId;
  const others = later.filter((change) => !isOwn(change));
  const comparison = compare({
    ...{ client: client ?? {}, server: serverData, clientAt },
    changed: base === null ? everything(client) : changedFields(others),
  });
  const isKnown = base !== null && later.length === serverVersion - base;
  // Fields can be merged; of a deletion or a reversal nobody knows whether it was still wanted.
  const mayMerge = isKnown && (others.length === 0 || (method === 'PATCH' && comparison.overlap.length === 0));
  return {
    ...comparison,
    ...(method === 'DELETE' && { suggested: { resolution: 'keep_server' as const, data: null } }),
    base: isKnown ? withoutLongLists(asItWas(serverData, later, base, record)) : null,
    mayMerge,
  };
}

/** Without a version to start from, whatever the client names may have been changed. */
const everything = (client: JsonRecord | null): ReadonlyMap<string, string> =>
  new Map(Object.keys(client ?? {}).map((name) => [name, new Date().toISOString()]));

function changedFields(changes: readonly LaterChange[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  // The last change comes first.
  for (const { before, after, occurred_at, recorded_at } of changes)
    for (const name of namesIn({ ...before, ...after }))
      if (!fields.has(name)) fields.set(name, occurred_at ?? recorded_at);
  return fields;
}

/** Settings are kept by their path, in one member. */
const namesIn = ({ settings, ...fields }: JsonRecord): string[] => [
  ...Object.keys(fields),
  ...(settings === undefined ? [] : Object.keys(settings as JsonRecord)),
];

/** Takes back what was done since, field by field. */
function asItWas(
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

/** What is kept of a record: not the thousand lines of an entry, which nobody changes offline. */
export const withoutLongLists = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).filter(([, value]) => !Array.isArray(value) || value.length <= LONGEST_LIST),
  );
