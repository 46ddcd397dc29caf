import { z } from 'zod';
import { readEventsAt, toDomainEvent } from '../../commands/history/read-events.ts';
import { findUndoRefusals } from '../../commands/history/undo.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { Json, JsonRecord } from '../../domain/json.ts';
import { readRecordLabels } from '../../projections/history/labels.ts';
import { getRevisionOp, REVISION_OPS, buildRevisionId, type RevisionRow } from '../../projections/history/revisions.ts';
import { hasMinimumRole } from '../http/routing/access-steps.ts';
import { recordId, timestamp } from '../http/reply/output.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { BlockedBy, presentBlockers } from './blockers.ts';
import { buildChangeSentence } from './change-sentences.ts';
import { markErasedValues } from './erased-values.ts';
import { withNames } from './references.ts';

const values = z.record(z.string(), z.unknown()).nullable();

export const Revision = z
  .object({
    id: z.int().nullable().meta({ description: 'Null in a preview: nothing is recorded yet.' }),
    operation_id: z.string().nullable(),
    resource: z.string().meta({ description: 'Collection of the record, as in paths.' }),
    record_id: z.int(),
    op: z.enum(REVISION_OPS),
    version: z.int(),
    label: z.string().nullable().meta({ description: 'Current name of the record.' }),
    before: values.meta({
      description: 'Previous values of the changed fields; null when the record was created.',
    }),
    after: values.meta({ description: 'New values of the same fields; for a new record, all fields.' }),
    changed: z.array(z.string()).meta({ description: 'Names of the changed fields; empty for a new record.' }),
    names: z.record(z.string(), z.record(z.string(), z.string())).meta({
      description: 'Current names of the records whose ids appear in the fields: by field name, then by id.',
    }),
    user: z.object({ id: recordId, name: z.string().nullable() }).nullable(),
    device: z.object({ id: z.string().nullable(), name: z.string().nullable() }).nullable(),
    origin: z.string(),
    occurred_at: timestamp.nullable(),
    recorded_at: timestamp.nullable(),
    position: z.int().nullable().meta({ description: 'Position of the event in the log.' }),
    summary: z.string().nullable().meta({ description: 'What was done, as a sentence; null in a preview.' }),
    can_revert: z.boolean(),
    blocked_by: z.array(BlockedBy),
  })
  .meta({ id: 'Revision' });

export type ShownRevision = z.output<typeof Revision>;

export type HistoryRequest = Pick<RouteRequest, 'services' | 'company' | 'language'>;

/** Presents history rows with names, the initial data of new records, and whether they can be undone. */
export async function presentRevisions(
  request: HistoryRequest,
  rows: readonly RevisionRow[],
): Promise<readonly ShownRevision[]> {
  if (rows.length === 0) return [];
  const { services, company, language } = request;
  const stored = await readEventsAt(
    services.log,
    `company-${company.id}`,
    rows.map(({ revision }) => revision),
  );
  const events = new Map(stored.map((event) => [event.revision, toDomainEvent(event)]));
  const changes = rows.map(({ revision, operation_id: operationId, resource, record_id: id }) => {
    return { event: events.get(revision)!, operationId, resource, id };
  });
  const [labels, refusals] = await Promise.all([
    readRecordLabels(services.pool, [company.id], rows),
    findUndoRefusals(services, company.id, changes, buildUndoTerms(request)),
  ]);
  const shown = rows.map((row, index) => {
    const refused = refusals[index]!;
    const event = events.get(row.revision)!;
    const change = presentChange(row, event, labels);
    const { resource, label } = change;
    const described = { type: event.type, resource, label, user_name: row.user_name };
    return {
      ...change,
      id: buildRevisionId(row),
      operation_id: row.operation_id,
      user: row.user_id === null ? null : { id: row.user_id, name: row.user_name },
      device: presentDevice(row),
      origin: row.origin,
      occurred_at: row.occurred_at,
      recorded_at: row.recorded_at,
      position: row.position,
      summary: buildChangeSentence(described, language),
      can_revert: refused === null,
      blocked_by: refused === null ? [] : presentBlockers(refused, language),
    };
  });
  const marked = await markErasedValues(services.pool, company.id, shown);
  return withNames(services.pool, company.id, marked);
}

export const buildUndoTerms = ({ company }: Pick<HistoryRequest, 'company'>) => ({
  today: getBookToday(),
  hasRole: (role: 'encoder' | 'manager' | 'admin') => hasMinimumRole(company.role, role),
});

export const presentDevice = ({ device_id: id, device_name: name }: Pick<RevisionRow, 'device_id' | 'device_name'>) =>
  id === null && name === null ? null : { id, name };

type Changed = Pick<RevisionRow, 'resource' | 'record_id' | 'op' | 'version' | 'before' | 'after'>;

/** Parts of a change that are the same in a preview. */
export function presentChange(change: Changed, event: DomainEvent, labels: ReadonlyMap<string, string>) {
  const { resource, record_id, version } = change;
  const op = getRevisionOp(change);
  const before = flattenSettings(change.before);
  const after = op === 'create' ? findCreatedData(event, record_id) : flattenSettings(change.after);
  return {
    resource,
    record_id,
    op,
    version,
    label: labels.get(`${resource}:${record_id}`) ?? null,
    before: op === 'create' ? null : before,
    after,
    changed: op === 'create' || !after ? [] : Object.keys(after),
  };
}

/** Each setting becomes a field under its path. */
export function flattenSettings(fields: object | null): Record<string, unknown> | null {
  if (!fields) return null;
  const { settings, ...others } = fields as { settings?: Readonly<Record<string, unknown>> };
  const paths = Object.entries(settings ?? {}).map(([path, value]) => [`settings.${path}`, value] as const);
  return { ...others, ...Object.fromEntries(paths) };
}

/** Initial data of a record from its creating event: the event itself, or its member with the id. */
export function findCreatedData({ data }: DomainEvent, id: number): JsonRecord | null {
  if (data['id'] === id) return data;
  for (const members of Object.values(data)) {
    if (!Array.isArray(members)) continue;
    const member = (members as readonly Json[]).find((one) => isRecord(one) && one['id'] === id) as
      | JsonRecord
      | undefined;
    if (!member) continue;
    return isRecord(member['data']) ? member['data'] : member;
  }
  return null;
}

const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
