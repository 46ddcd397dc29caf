import type pg from 'pg';
import type { PostOne } from '../../domain/ledger/post-entry.ts';
import type { PostEntry } from '../../domain/ledger/entry.ts';
import { lineIdsFor, type PostInvoice } from '../../domain/ledger/invoice.ts';
import { creditedEntries } from '../../projections/ledger/credited.ts';
import { sameReferences } from '../../projections/ledger/same-references.ts';

/** An entry as a client asks for it, before it has ids and before anything is looked up for it. */
export type RequestedEntry =
  | Omit<PostEntry, 'entryId' | 'lineIds'>
  | Omit<PostInvoice, 'entryId' | 'lineIds' | 'credited' | 'sameReferences'>;

export const lineIdsNeeded = ({ type, lines }: RequestedEntry): number =>
  type === 'PostEntry' ? lines.length : lineIdsFor(lines.length);

/** The command without what must be read for it. */
export function commandOf(requested: RequestedEntry, entryId: number, lineIds: readonly number[]): PostOne {
  return requested.type === 'PostEntry'
    ? { ...requested, entryId, lineIds }
    : { ...requested, entryId, lineIds, credited: null };
}

export const needsReading = (command: PostOne): boolean =>
  command.type === 'PostInvoice' && (command.credited_entry_id !== null || isStrict(command));

const isStrict = ({ strict = false, reference }: PostInvoice): boolean => strict && reference !== null;

/** The commands with what must be known of other entries, which is read at once for all of them. */
export async function withFacts(
  pool: pg.Pool,
  companyId: number,
  commands: readonly PostOne[],
): Promise<readonly PostOne[]> {
  return withSameReferences(pool, companyId, await withCredited(pool, companyId, commands));
}

/** What stands in the books under the third party and reference of those that must not be there yet. */
async function withSameReferences(
  pool: pg.Pool,
  companyId: number,
  commands: readonly PostOne[],
): Promise<readonly PostOne[]> {
  const strict = commands.filter((command) => command.type === 'PostInvoice').filter(isStrict);
  if (strict.length === 0) return commands;
  const same = await sameReferences(pool, companyId, strict);
  return commands.map((command) =>
    command.type === 'PostInvoice' && isStrict(command) ? { ...command, sameReferences: same(command) } : command,
  );
}

/** What is known of the invoices that they credit. */
async function withCredited(
  pool: pg.Pool,
  companyId: number,
  commands: readonly PostOne[],
): Promise<readonly PostOne[]> {
  const ids = commands.map(creditedOf).filter((id) => id !== null);
  if (ids.length === 0) return commands;
  const known = await creditedEntries(pool, companyId, ids);
  return commands.map((command) => {
    const id = creditedOf(command);
    return id === null ? command : { ...command, credited: known.get(id) ?? null };
  });
}

const creditedOf = (command: PostOne): number | null =>
  command.type === 'PostInvoice' ? command.credited_entry_id : null;
