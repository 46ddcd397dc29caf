import type { JsonRecord } from '../../domain/json.ts';
import type { RecordCommand } from '../../domain/records/records.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { recordTable } from '../../projections/records/tables.ts';
import type { CommandContext } from '../support/context.ts';
import { firstOfType } from '../support/recorded.ts';
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
