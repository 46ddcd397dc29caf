import type pg from 'pg';
import type { PostOne } from '../../domain/ledger/batch.ts';
import type { PostEntry } from '../../domain/ledger/entry.ts';
import { lineIdsFor, type PostInvoice } from '../../domain/ledger/invoice.ts';
import { creditedEntries } from '../../projections/ledger/credited.ts';

/** An entry as a client asks for it, before it has ids and before anything is looked up for it. */
export type RequestedEntry =
  Omit<PostEntry, 'entryId' | 'lineIds'> | Omit<PostInvoice, 'entryId' | 'lineIds' | 'credited'>;

export const lineIdsNeeded = ({ type, lines }: RequestedEntry): number =>
  type === 'PostEntry' ? lines.length : lineIdsFor(lines.length);

/** The command without what must be read for it. */
export function commandOf(requested: RequestedEntry, entryId: number, lineIds: readonly number[]): PostOne {
  return requested.type === 'PostEntry'
    ? { ...requested, entryId, lineIds }
    : { ...requested, entryId, lineIds, credited: null };
}

export const needsReading = (command: PostOne): boolean =>
  command.type === 'PostInvoice' && command.credited_entry_id !== null;

/** The commands with what is known of the invoices that they credit, which is read at once for all of them. */
export async function withCredited(
  pool: pg.Pool,
  companyId: number,
  commands: readonly PostOne[],
): Promise<readonly PostOne[]> {
  const ids = commands.flatMap((command) => (needsReading(command) ? [creditedOf(command)!] : []));
  if (ids.length === 0) return commands;
  const known = await creditedEntries(pool, companyId, ids);
  return commands.map((command) =>
    needsReading(command) ? { ...command, credited: known.get(creditedOf(command)!) ?? null } : command,
  );
}

const creditedOf = (command: PostOne): number | null =>
  command.type === 'PostInvoice' ? command.credited_entry_id : null;
