import type { KnownFile, StatementFileCommand } from '../../domain/bank/statement-files.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge } from '../../eventlog/port.ts';
import { loadKnownFiles } from '../../projections/bank/facts.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';

export interface RequestedFile {
  readonly id: number;
  readonly baseVersion: number | null;
}

type WithFacts = Exclude<StatementFileCommand, { readonly type: 'PurgeStatementFiles' }>['type'];

/** Moves a file with everything imported from it to the recycle bin, or restores it. */
export async function moveStatementFile(
  { commands, pool }: Toolbox,
  companyId: number,
  type: WithFacts,
  { id, baseVersion }: RequestedFile,
  context: CommandContext,
): Promise<Refusal | null> {
  try {
    const buildCommand = async () => {
      const [facts] = await loadKnownFiles(pool, companyId, [id]);
      return facts ? ({ type, facts, baseVersion } as const) : refuse('not_found');
    };
    const outcome = await commands.execute('company', companyId, buildCommand, context);
    return isRefusal(outcome) ? outcome : null;
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('statement_file_too_large');
    throw error;
  }
}

/** Permanently removes files from the recycle bin; returns their number. */
export async function purgeStatementFiles(
  { commands, pool }: Pick<Toolbox, 'commands' | 'pool'>,
  companyId: number,
  { ids, passesOver, baseVersion }: { ids: readonly number[]; passesOver: boolean; baseVersion: number | null },
  context: CommandContext,
): Promise<number | Refusal> {
  const buildCommand = async () => {
    const files: readonly KnownFile[] = await loadKnownFiles(pool, companyId, ids);
    if (files.length < ids.length && !passesOver) return refuse('not_found');
    return { type: 'PurgeStatementFiles', files, passesOver, baseVersion } as const;
  };
  const outcome = await commands.execute('company', companyId, buildCommand, context);
  if (isRefusal(outcome)) return outcome;
  return outcome.events.reduce((count, { data }) => count + ('files' in data ? data.files.length : 0), 0);
}
