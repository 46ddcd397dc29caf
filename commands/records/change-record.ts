import type { JsonRecord } from '../../domain/json.ts';
import type { RecordCommand } from '../../domain/records/records.ts';
import { prepareChange, prepareCreation } from '../../domain/records/checks.ts';
import { findResource } from '../../domain/records/resources.ts';
import { findLiveRecord } from '../../domain/records/state.ts';
import { refuseInvalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { getRecordTable } from '../../projections/records/tables.ts';
import type { CommandContext } from '../support/context.ts';
import { getFirstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { NO_ID } from '../support/preview.ts';

export interface RecordChanged {
  readonly id: number;
  /** False if the record already was as requested. */
  readonly isRecorded: boolean;
}

/** After an interrupted earlier run, returns the record created then instead of the newly allocated id. */
export async function createRecord(
  { commands, ids }: Toolbox,
  companyId: number,
  resource: string,
  data: JsonRecord,
  context: CommandContext,
): Promise<RecordChanged | Refusal> {
  const [id] = await ids.allocate(getRecordTable(resource).name, 1);
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'CreateRecords', resource, records: [{ id: id!, data }] },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  return { id: getFirstOfType(outcome.events, 'RecordsCreated').data.records[0]!.id, isRecorded: true };
}

export async function changeRecord(
  { commands }: Toolbox,
  companyId: number,
  command: Exclude<RecordCommand, { type: 'CreateRecords' }>,
  context: CommandContext,
): Promise<RecordChanged | Refusal> {
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : { id: command.id, isRecorded: outcome.events.length > 0 };
}

/** Problems of a single field that do not depend on the other fields. */
const BY_ITSELF: ReadonlySet<string> = new Set(['record_taken', 'reference_unknown', 'not_editable']);

/** Validates some fields of a new record (without an id) or a changed one. Null if valid. Nothing is recorded. */
export async function findFieldsRefusal(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  resourceName: string,
  id: number | null,
  given: JsonRecord,
): Promise<Refusal | null> {
  const resource = findResource(resourceName)!;
  const file = await commands.loadState('company', companyId);
  const record = id === null ? undefined : findLiveRecord(file.records, resource, id);
  if (id !== null && !record) return null;
  const { problems } = record
    ? prepareChange(resource, id!, record, given, file)
    : prepareCreation(resource, NO_ID, given, file);
  const found = problems.filter(({ code }) => BY_ITSELF.has(code));
  return found.length === 0 ? null : refuseInvalid(found);
}
