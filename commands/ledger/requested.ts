import type pg from 'pg';
import type { PostBatch, PostOne } from '../../domain/ledger/post-entry.ts';
import type { PostEntry } from '../../domain/ledger/entry.ts';
import { countInvoiceLineIds, type PostInvoice } from '../../domain/ledger/invoice.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { findRate } from '../../projections/currency/find-rate.ts';
import { readCreditedEntries } from '../../projections/ledger/credited.ts';
import { createSameReferenceLookup } from '../../projections/ledger/same-references.ts';
import type { IdSource, Sources } from '../support/preview.ts';

/** An entry as requested by a client, before ids are allocated and facts are read. */
export type RequestedEntry =
  | Omit<PostEntry, 'entryId' | 'lineIds'>
  | Omit<PostInvoice, 'entryId' | 'lineIds' | 'credited' | 'sameReferences'>;

const countLineIds = ({ type, lines }: RequestedEntry): number =>
  type === 'PostEntry' ? lines.length : countInvoiceLineIds(lines.length);

/** Builds the command without the facts that must be read for it. */
function toPostCommand(requested: RequestedEntry, entryId: number, lineIds: readonly number[]): PostOne {
  return requested.type === 'PostEntry'
    ? { ...requested, entryId, lineIds }
    : { ...requested, entryId, lineIds, credited: null };
}

/** Builds the command to post one entry, with the facts read for it. */
export async function buildPostCommand(
  { pool, ids }: Sources,
  companyId: number,
  requested: RequestedEntry,
): Promise<PostOne> {
  const [command] = await withFacts(pool, companyId, await withIds(ids, [requested]));
  return command!;
}

/** Builds the command to post several entries together, with the facts read for it. */
export async function buildPostBatchCommand(
  { pool, ids }: Sources,
  companyId: number,
  requested: readonly RequestedEntry[],
): Promise<PostBatch> {
  return { type: 'PostBatch', entries: await withFacts(pool, companyId, await withIds(ids, requested)) };
}

/** Allocates the ids of the entries and their lines together. */
export async function withIds(ids: IdSource, requested: readonly RequestedEntry[]): Promise<readonly PostOne[]> {
  const counts = requested.map(countLineIds);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [entryIds, lineIds] = await Promise.all([
    ids.allocate('entries', Math.max(1, requested.length)),
    ids.allocate('entry_lines', Math.max(1, total)),
  ]);
  let taken = 0;
  return requested.map((entry, index) =>
    toPostCommand(entry, entryIds[index]!, lineIds.slice(taken, (taken += counts[index]!))),
  );
}

export const needsFacts = (command: PostOne): boolean =>
  command.type === 'PostInvoice' && (command.credited_entry_id !== null || isStrict(command) || lacksRate(command));

/** In a foreign currency, without the rates of its day. */
const lacksRate = ({ foreign }: PostInvoice): boolean =>
  foreign !== undefined && (foreign.rate === null || (foreign.taxRate === null && Boolean(foreign.taxOn)));

const isStrict = ({ strict = false, reference }: PostInvoice): boolean => strict && reference !== null;

/** Adds the facts about other entries, read together for all commands. */
export async function withFacts(
  pool: pg.Pool,
  companyId: number,
  commands: readonly PostOne[],
): Promise<readonly PostOne[]> {
  const rated = commands.some((command) => command.type === 'PostInvoice' && lacksRate(command))
    ? await Promise.all(commands.map((command) => withRates(pool, companyId, command)))
    : commands;
  return withSameReferences(pool, companyId, await withCredited(pool, companyId, rated));
}

async function withRates(pool: pg.Pool, companyId: number, command: PostOne): Promise<PostOne> {
  if (command.type !== 'PostInvoice' || !command.foreign || !lacksRate(command)) return command;
  const { foreign, entry_date } = command;
  const find = async (given: string | null, on: PlainDate) =>
    given ?? (await findRate(pool, companyId, foreign.currency, on))?.rate ?? null;
  const rate = await find(foreign.rate, foreign.on ?? entry_date);
  const taxRate = foreign.taxOn ? await find(foreign.taxRate, foreign.taxOn) : foreign.taxRate;
  return { ...command, foreign: { ...foreign, rate, taxRate } };
}

/** Adds the entries with the same third party and reference for invoices that must not be duplicates. */
async function withSameReferences(
  pool: pg.Pool,
  companyId: number,
  commands: readonly PostOne[],
): Promise<readonly PostOne[]> {
  const strict = commands.filter((command) => command.type === 'PostInvoice').filter(isStrict);
  if (strict.length === 0) return commands;
  const same = await createSameReferenceLookup(pool, companyId, strict);
  return commands.map((command) =>
    command.type === 'PostInvoice' && isStrict(command) ? { ...command, sameReferences: same(command) } : command,
  );
}

/** Adds the facts about the credited invoices. */
async function withCredited(
  pool: pg.Pool,
  companyId: number,
  commands: readonly PostOne[],
): Promise<readonly PostOne[]> {
  const ids = commands.map(getCreditedEntryId).filter((id) => id !== null);
  if (ids.length === 0) return commands;
  const known = await readCreditedEntries(pool, companyId, ids);
  return commands.map((command) => {
    const id = getCreditedEntryId(command);
    return id === null ? command : { ...command, credited: known.get(id) ?? null };
  });
}

const getCreditedEntryId = (command: PostOne): number | null =>
  command.type === 'PostInvoice' ? command.credited_entry_id : null;
