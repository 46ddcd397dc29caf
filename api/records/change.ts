import { changeRecord, type RecordChanged } from '../../commands/records/change-record.ts';
import type { JsonRecord } from '../../domain/json.ts';
import type { RecordCommand } from '../../domain/records/records.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findRecord } from '../../projections/records/queries.ts';
import { ok, replyTrashed, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { withWarnings } from '../http/reply/warnings.ts';
import type { RecordApi } from './record-api.ts';
import { withCurrentRecord } from './conflict.ts';
import { withUses } from './in-use.ts';

/** Shared by all routes that change a record: run the command, then return the record. */

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;

export async function changeAndRespond(
  request: Request,
  record: RecordApi,
  command: Exclude<RecordCommand, { type: 'CreateRecords' }>,
): Promise<Reply | Refusal> {
  const outcome = await changeRecord(request.services, request.company.id, command, request.write);
  if (isRefusal(outcome)) return withCurrentRecord(request, record, command.id, outcome);
  const changed = command.type === 'UpdateRecord' && outcome.isRecorded ? Object.keys(command.changes) : [];
  return respondWithRecord(
    request,
    record,
    outcome,
    (body, extras) => ok(body, { ...extras, recorded: outcome.isRecorded }),
    changed,
  );
}

export async function respondWithRecord(
  request: Request,
  record: RecordApi,
  { id: recordId }: RecordChanged,
  reply: typeof ok,
  /** Fields that the client wrote; possible mistakes in them are reported as warnings. */
  written: readonly string[] = [],
): Promise<Reply | Refusal> {
  const row = await findRecord(request.services.pool, record.resource, request.company.id, recordId);
  if (!row) return refuse('not_found');
  const shown = record.present(row, request.language);
  if (!record.warnings || written.length === 0) return reply(shown, { version: row.version });
  const data = Object.fromEntries(written.map((name) => [name, row[name]]));
  const warnings = await record.warnings(request, [{ id: recordId, data: { ...data, type: row['type'] } }]);
  return reply(withWarnings(shown, warnings), { version: row.version });
}

/** Only the fields that are present in the body. */
export function pickGiven(body: unknown): JsonRecord {
  return Object.fromEntries(Object.entries(body as JsonRecord).filter(([, value]) => value !== undefined));
}

export async function trashAndRespond(request: Request, record: RecordApi, id: number): Promise<Reply | Refusal> {
  const { baseVersion } = request.write;
  const command = { type: 'TrashRecord', resource: record.resource.name, id, baseVersion } as const;
  const outcome = await changeRecord(request.services, request.company.id, command, request.write);
  if (isRefusal(outcome)) return withCurrentRecord(request, record, id, await withUses(request, record, id, outcome));
  return replyTrashed(outcome.isRecorded);
}
