import type { DocumentEvent } from '../../domain/documents/document-events.ts';
import type { ImportEvent } from '../../domain/document-imports/import-events.ts';
import type { RecurringEvent } from '../../domain/recurring-entries/recurring-events.ts';
import type { AssetEvent } from '../../domain/fixed-assets/asset-events.ts';
import type { SepaEvent } from '../../domain/sepa/sepa-events.ts';
import type { PurgeRecords } from '../../domain/records/purging.ts';
import type { RecordEvent } from '../../domain/records/record-events.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { overdueRecords, recordsInTrash } from '../../projections/history/trash.ts';
import { purgeStatementFiles } from '../bank/statement-files.ts';
import { systemContext, type CommandContext } from '../support/context.ts';
import { allOfType } from '../support/events-by-type.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** The recycle bin: one record is removed for good, everything that can be, or what has lain there for long enough. */

export async function purgeRecord(
  { commands }: Toolbox,
  companyId: number,
  record: PurgeRecords['records'][number],
  context: CommandContext,
): Promise<Refusal | null> {
  const command = { type: 'PurgeRecords', records: [record], passesOver: false } as const;
  const outcome = await commands.execute('company', companyId, command, context);
  return isRefusal(outcome) ? outcome : null;
}

/** One operation removes so many: a bin that holds more is emptied by several requests. */
export const MOST_PURGED = 10_000;

export interface Emptied {
  readonly purged: number;
  /** Those that something still refers to. */
  readonly kept: number;
}

export async function emptyTrash(
  { commands, pool }: Toolbox,
  companyId: number,
  context: CommandContext,
): Promise<Emptied | Refusal> {
  let found = 0;
  const gather = async () => {
    const records = await recordsInTrash(pool, companyId, MOST_PURGED);
    const chosen = records.filter(isKnown).map(named);
    found = chosen.length;
    return { type: 'PurgeRecords', records: chosen, passesOver: true } as const;
  };
  const outcome = await commands.execute('company', companyId, gather, context);
  if (isRefusal(outcome)) return outcome;
  const purged = purgedBy(outcome.events);
  const others = await purgeOthers({ commands, pool }, companyId, await recordsInTrash(pool, companyId, MOST_PURGED), {
    ...context,
    // Of its own, or the log would take it for the first append sent again.
    clientMutationId:
      context.clientMutationId === null
        ? null
        : `Files of the recycle bin that was emptied as mutation ${context.clientMutationId}`,
  });
  if (isRefusal(others)) return others;
  // After an interrupted earlier run nothing was gathered now.
  return { purged: purged + others, kept: Math.max(found - purged, 0) };
}

type InTrash = { readonly type: string; readonly id: number };

/** What the state of a company file knows of; statements of banks are too many for it and have a command of their own. */
const STATEMENTS = 'coda-files';
const isKnown = ({ type }: InTrash): boolean => type !== STATEMENTS;

async function purgeOthers(
  toolbox: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  found: readonly InTrash[],
  context: CommandContext,
): Promise<number | Refusal> {
  const ids = found.filter(({ type }) => type === STATEMENTS).map(({ id }) => id);
  if (ids.length === 0) return 0;
  return purgeStatementFiles(toolbox, companyId, { ids, passesOver: true, baseVersion: null }, context);
}

const named = ({ type, id }: { readonly type: string; readonly id: number }) => ({ resource: type, id });

const purgedBy = (
  events: readonly (RecordEvent | DocumentEvent | ImportEvent | RecurringEvent | SepaEvent | AssetEvent)[],
): number =>
  allOfType(events, 'RecordsPurged').reduce((count, { data }) => count + data.records.length, 0) +
  allOfType(events, 'DocumentsPurged').reduce((count, { data }) => count + data.documents.length, 0) +
  allOfType(events, 'ImportsPurged').reduce((count, { data }) => count + data.imports.length, 0) +
  allOfType(events, 'RecurringEntriesPurged').reduce((count, { data }) => count + data.recurring_entries.length, 0) +
  allOfType(events, 'SepaFilesPurged').reduce((count, { data }) => count + data.files.length, 0) +
  allOfType(events, 'FixedAssetsPurged').reduce((count, { data }) => count + data.assets.length, 0);

/** What is looked at in one night; the rest waits for the next. */
const MOST_OVERDUE = 100_000;

/**
 * Removes what has lain in recycle bins for longer than their company files keep it. Safe in several processes at once and when
 * it is run again: what is gone already is passed over, and so is what something refers to.
 */
export async function purgeOverdue({ commands, pool }: Pick<Toolbox, 'commands' | 'pool'>): Promise<number> {
  const byCompany = new Map<number, InTrash[]>();
  for (const { company_id, ...record } of await overdueRecords(pool, MOST_OVERDUE))
    byCompany.set(company_id, [...(byCompany.get(company_id) ?? []), record]);
  let purged = 0;
  for (const [companyId, found] of byCompany) {
    const others = await purgeOthers({ commands, pool }, companyId, found, systemContext('retention'));
    if (!isRefusal(others)) purged += others;
    const records = found.filter(isKnown).map(named);
    for (let start = 0; start < records.length; start += MOST_PURGED) {
      const some = records.slice(start, start + MOST_PURGED);
      const command = { type: 'PurgeRecords', records: some, passesOver: true } as const;
      const outcome = await commands.execute('company', companyId, command, systemContext('retention'));
      if (!isRefusal(outcome)) purged += purgedBy(outcome.events);
    }
  }
  return purged;
}
