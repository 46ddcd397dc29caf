import type { Queryable } from '../../database/snapshot.ts';
import { absolute, add, ZERO, type Amount } from '../../domain/money.ts';
import { anyOf } from '../support/expressions.ts';
import { bigint, bigints, date } from '../support/parameters.ts';
import { statement, type RowOfStatement } from '../support/statement.ts';

/**
 * Letterings of a year for audit files. Letterings that share a line form one group with one code, so that the lines of a
 * code balance after part payments. A lettering belongs to the year of its date: later payments do not change the file of
 * an earlier year.
 */

export interface LineSettlement {
  readonly code: string;
  readonly settled_on: string;
  /** Settled amount of the line, without sign. */
  readonly settled: Amount;
  /** The same in the currency of the line; null if it has none. */
  readonly currency_settled: Amount | null;
}

/** By line key. */
export type Settlements = ReadonlyMap<number, LineSettlement>;

export interface YearLetterings {
  loadSettlements(entryIds: readonly number[]): Promise<Settlements>;
}

/** An entry has fewer lines than this. */
const PLACES = 10_000;
export const buildLineKey = (line: { readonly entry_id: number; readonly line_number: number }): number =>
  line.entry_id * PLACES + line.line_number;

const span = { companyId: bigint, from: date, to: date };

/** Only lines in several letterings connect them: few compared with all lines of a year. */
const sharedStatement = statement('audit-file-shared-letterings', span, (db, { companyId, from, to }) =>
  db
    .with('shared', (all) =>
      all
        .selectFrom('read.lettering_lines')
        .select('line_id')
        .where('company_id', '=', companyId)
        .where('settled_on', '>=', from)
        .where('settled_on', '<=', to)
        .where((eb) => eb.not('is_undone'))
        .groupBy('line_id')
        .having((eb) => eb.fn.countAll(), '>', 1),
    )
    .selectFrom('shared as s')
    .innerJoin('read.lettering_lines as n', 'n.line_id', 's.line_id')
    .innerJoin('read.letterings as g', 'g.id', 'n.lettering_id')
    .select(['n.line_id', 'g.id', 'g.code', 'g.settled_on'])
    .where('n.company_id', '=', companyId)
    .where('n.settled_on', '>=', from)
    .where('n.settled_on', '<=', to)
    .where((eb) => eb.not('n.is_undone'))
    .orderBy('n.line_id')
    .orderBy('g.id'),
);

const letteringsStatement = statement(
  'audit-file-letterings',
  { ...span, ids: bigints },
  (db, { companyId, from, to, ids }) =>
    db
      .selectFrom('read.lettering_lines as n')
      .innerJoin('read.letterings as g', 'g.id', 'n.lettering_id')
      .select(['n.entry_id', 'n.line_number', 'n.amount', 'n.currency_amount', 'g.id', 'g.code', 'g.settled_on'])
      .where('n.company_id', '=', companyId)
      .where('n.entry_id', '=', anyOf(ids))
      .where('n.settled_on', '>=', from)
      .where('n.settled_on', '<=', to)
      .where((eb) => eb.not('n.is_undone'))
      .orderBy('g.id'),
);

type Shared = RowOfStatement<typeof sharedStatement>;
type Group = Pick<Shared, 'code' | 'settled_on'>;

export async function loadYearLetterings(
  db: Queryable,
  companyId: number,
  year: { readonly from: string; readonly to: string },
): Promise<YearLetterings> {
  const { from, to } = year;
  const groups = groupLetterings(await sharedStatement.all(db, { companyId, from, to }));
  return {
    async loadSettlements(entryIds) {
      const settlements = new Map<number, LineSettlement>();
      for (const row of await letteringsStatement.all(db, { companyId, from, to, ids: entryIds })) {
        const key = buildLineKey(row);
        const { code, settled_on } = groups.get(row.id) ?? row;
        const before = settlements.get(key);
        const settled = add(before?.settled ?? ZERO, absolute(row.amount));
        const currency_settled =
          row.currency_amount === null ? null : add(before?.currency_settled ?? ZERO, absolute(row.currency_amount));
        settlements.set(key, { code, settled_on, settled, currency_settled });
      }
      return settlements;
    },
  };
}

/** Connects letterings through the lines they share. A group has the code of its first and the date of its last one. */
function groupLetterings(rows: readonly Shared[]): ReadonlyMap<number, Group> {
  const parents = new Map<number, number>();
  const findRoot = (id: number): number => {
    let root = id;
    for (let parent = parents.get(root); parent !== undefined && parent !== root; parent = parents.get(root))
      root = parent;
    parents.set(id, root);
    return root;
  };
  for (const [index, { line_id, id }] of rows.entries()) {
    const before = rows[index - 1];
    if (before?.line_id !== line_id) continue;
    const [one, other] = [findRoot(before.id), findRoot(id)];
    parents.set(Math.max(one, other), Math.min(one, other));
  }
  const byRoot = new Map<number, Group & { readonly id: number }>();
  for (const { id, code, settled_on } of rows) {
    const root = findRoot(id);
    const known = byRoot.get(root);
    const first = !known || id < known.id ? { id, code } : known;
    const last = known && known.settled_on > settled_on ? known.settled_on : settled_on;
    byRoot.set(root, { id: first.id, code: first.code, settled_on: last });
  }
  return new Map(rows.map(({ id }) => [id, byRoot.get(findRoot(id))!]));
}
