import { countPurged, type PurgeRecords } from '../../domain/history/purging.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { listOverdueRecords, listTrashedRecords } from '../../projections/history/trash.ts';
import { purgeStatementFiles } from '../bank/statement-files.ts';
import { createSystemContext, type CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

/** Purges the recycle bin: a single record, everything possible, or records past their retention period. */

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

/** Limit of one operation; a larger recycle bin takes several requests to empty. */
export const MOST_PURGED = 10_000;

export interface Emptied {
  readonly purged: number;
  /** Records that are still referenced. */
  readonly kept: number;
}

export async function emptyTrash(
  { commands, pool }: Toolbox,
  companyId: number,
  context: CommandContext,
): Promise<Emptied | Refusal> {
  let found = 0;
  const buildCommand = async () => {
    const records = await listTrashedRecords(pool, companyId, MOST_PURGED);
    const chosen = records.filter(isInCompanyFile).map(toRecordReference);
    found = chosen.length;
    return { type: 'PurgeRecords', records: chosen, passesOver: true } as const;
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  const purged = countPurged(outcome.events);
  const others = await purgeStatements(
    { commands, pool },
    companyId,
    await listTrashedRecords(pool, companyId, MOST_PURGED),
    {
      ...context,
      // Needs a separate id; otherwise the log takes it for a replay of the first append.
      clientMutationId:
        context.clientMutationId === null
          ? null
          : `Files of the recycle bin that was emptied as mutation ${context.clientMutationId}`,
    },
  );
  if (isRefusal(others)) return others;
  // After an interrupted earlier run, `found` is zero.
  return { purged: purged + others, kept: Math.max(found - purged, 0) };
}

type InTrash = { readonly type: string; readonly id: number };

/** Bank statements are not part of the company file state because there are too many; they have a separate command. */
const STATEMENTS = 'coda-files';
const isInCompanyFile = ({ type }: InTrash): boolean => type !== STATEMENTS;

async function purgeStatements(
  toolbox: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  found: readonly InTrash[],
  context: CommandContext,
): Promise<number | Refusal> {
  const ids = found.filter(({ type }) => type === STATEMENTS).map(({ id }) => id);
  if (ids.length === 0) return 0;
  return purgeStatementFiles(toolbox, companyId, { ids, passesOver: true, baseVersion: null }, context);
}

const toRecordReference = ({ type, id }: { readonly type: string; readonly id: number }) => ({ resource: type, id });

/** Limit per night; the rest is purged the next night. */
const MOST_OVERDUE = 100_000;

/**
 * Purges records that have been trashed for longer than the retention period of their company file. Safe to run in
 * several processes and repeatedly: records already purged or still referenced are skipped. Once the signal is aborted, what
 * is left stays.
 */
export async function purgeOverdueRecords(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  signal?: AbortSignal,
): Promise<number> {
  const byCompany = new Map<number, InTrash[]>();
  for (const { company_id, ...record } of await listOverdueRecords(pool, MOST_OVERDUE))
    byCompany.set(company_id, [...(byCompany.get(company_id) ?? []), record]);
  let purged = 0;
  for (const [companyId, found] of byCompany) {
    if (signal?.aborted) break;
    const others = await purgeStatements({ commands, pool }, companyId, found, createSystemContext('retention'));
    if (!isRefusal(others)) purged += others;
    const records = found.filter(isInCompanyFile).map(toRecordReference);
    for (let start = 0; start < records.length && !signal?.aborted; start += MOST_PURGED) {
      const some = records.slice(start, start + MOST_PURGED);
      const command = { type: 'PurgeRecords', records: some, passesOver: true } as const;
      const outcome = await commands.execute('company', companyId, command, createSystemContext('retention'));
      if (!isRefusal(outcome)) purged += countPurged(outcome.events);
    }
  }
  return purged;
}
