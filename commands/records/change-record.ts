import type { JsonRecord } from '../../domain/json.ts';
import type { RecordCommand } from '../../domain/records/records.ts';
import { changeOf, creationOf } from '../../domain/records/checks.ts';
import { resourceNamed } from '../../domain/records/resources.ts';
import { living } from '../../domain/records/state.ts';
import { invalid, isRefusal, type Refusal } from '../../domain/refusal.ts';
import { recordTable } from '../../projections/records/tables.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RecordChanged {
  readonly id: number;
  /** False when the record already was as asked. */
  readonly isRecorded: boolean;
}

/** After an interrupted earlier run the record is the one made then, not the one that an id was drawn for now. */
export async function createRecord(
  { commands, ids }: Toolbox,
  companyId: number,
  resource: string,
  data: JsonRecord,
  context: CommandContext,
): Promise<RecordChanged | Refusal> {
  const [id] = await ids.allocate(recordTable(resource).name, 1);
  const outcome = await commands.execute(
    'company',
    companyId,
    { type: 'CreateRecords', resource, records: [{ id: id!, data }] },
    context,
  );
  if (isRefusal(outcome)) return outcome;
  return { id: firstOfType(outcome.events, 'RecordsCreated').data.records[0]!.id, isRecorded: true };
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

/** No record ever has it. */
const NO_ID = -1;
/** What one field alone is wrong about, whatever the others may be. */
const BY_ITSELF: ReadonlySet<string> = new Set(['record_taken', 'reference_unknown', 'not_editable']);

/** What would be wrong with some fields of a record, new (without an id) or changed; null for nothing. Nothing is recorded. */
export async function refusalOfFields(
  { commands }: Pick<Toolbox, 'commands'>,
  companyId: number,
  resourceName: string,
  id: number | null,
  given: JsonRecord,
): Promise<Refusal | null> {
  const resource = resourceNamed(resourceName)!;
  const file = await commands.look('company', companyId);
  const record = id === null ? undefined : living(file.records, resource, id);
  if (id !== null && !record) return null;
  const { problems } = record ? changeOf(resource, id!, record, given, file) : creationOf(resource, NO_ID, given, file);
  const found = problems.filter(({ code }) => BY_ITSELF.has(code));
  return found.length === 0 ? null : invalid(found);
}
