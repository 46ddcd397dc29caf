import { runAllSteps } from '../../../domain/steps.ts';
import { assetEvents } from '../../../domain/fixed-assets/asset-events.ts';
import { getAssetPack } from '../../../domain/fixed-assets/asset-plan.ts';
import {
  buildAssetTable,
  reconcileAccounts,
  type AssetTable,
  type Reconciled,
  type TableLine,
} from '../../../domain/fixed-assets/table.ts';
import type { CompanyFile } from '../../../domain/company-file.ts';
import type { DomainEvent } from '../../../domain/event.ts';
import { accounts } from '../../../domain/accounts/account.ts';
import { getRecords } from '../../../domain/records/state.ts';
import { add, subtract, ZERO } from '../../../domain/money.ts';
import { collectBatch } from '../../../projections/engine/batch.ts';
import { projectEvent } from '../../../projections/engine/events.ts';
import { fixedAssetMovements, fixedAssets, type MovementKind } from '../../../projections/fixed-assets/tables.ts';
import type { RowOf } from '../../../projections/support/table.ts';
import { entriesIn } from './samples.ts';

/** The table of a year as anybody would add it up, from what the projector makes of the events; beside it, what the entries say. */

type Movement = RowOf<typeof fixedAssetMovements>;

/** What was booked by hand: purchases, and what earlier books have depreciated. */
export interface BookedByHand {
  readonly account_id: number;
  readonly date: string;
  /** Debit is positive. */
  readonly amount: string;
}

export interface Rows {
  readonly movements: readonly Movement[];
  readonly heads: ReadonlyMap<number, RowOf<typeof fixedAssets>>;
}

export function projected(events: readonly DomainEvent[]): Rows {
  const { batch, beginEvent, gathered } = collectBatch(new Map(), new Map(), false);
  for (const [position, event] of events.entries()) {
    if (!Object.hasOwn(assetEvents, event.type)) continue;
    const metadata = { company_id: 1, recorded_at: '2026-01-01T00:00:00.000000Z', user_id: 1 };
    const stored = { id: '', stream: 'company-1', revision: position, position, ...event, version: 1, metadata };
    beginEvent(stored);
    projectEvent(stored, batch);
  }
  const rows = gathered.rows.get(fixedAssetMovements)?.values() ?? [];
  const heads = (gathered.rows.get(fixedAssets)?.values() ?? []) as Iterable<RowOf<typeof fixedAssets>>;
  return { movements: [...rows] as Movement[], heads: new Map([...heads].map((row) => [row.id, row])) };
}

const total = (rows: readonly Movement[], of: readonly ('cost' | 'revalued' | 'depreciated' | 'impaired')[]): string =>
  rows.reduce((sum, row) => of.reduce((one, column) => add(one, row[column]), sum), ZERO);

/** What each asset is told by: the account that it stands on, and the one of its depreciation. */
export function linesOfYear({ movements, heads }: Rows, { from, to }: { from: string; to: string }): TableLine[] {
  const places = new Map<string, Movement[]>();
  for (const row of movements) {
    if (row.date > to || heads.get(row.fixed_asset_id)?.deleted_at !== null) continue;
    const key = [row.fixed_asset_id, row.account_id, row.depreciation_account_id].join();
    places.set(key, [...(places.get(key) ?? []), row]);
  }
  return [...places.values()].map((rows): TableLine => {
    const [before, within] = [rows.filter(({ date }) => date < from), rows.filter(({ date }) => date >= from)];
    const of = (...kinds: readonly MovementKind[]) => within.filter(({ kind }) => kinds.includes(kind));
    const { fixed_asset_id: id, account_id, depreciation_account_id } = rows[0]!;
    return {
      id,
      code: String(id),
      label: '',
      account_id,
      depreciation_account_id,
      cost: total(rows, ['cost']),
      revalued: total(rows, ['revalued']),
      depreciated: total(rows, ['depreciated']),
      impaired: total(rows, ['impaired']),
      opening_gross: total(before, ['cost', 'revalued']),
      additions: total(of('acquisition', 'addition'), ['cost']),
      revaluations: total(of('revaluation'), ['revalued']),
      disposals: total(of('disposal'), ['cost', 'revalued']),
      transfers: total(of('transfer'), ['cost', 'revalued']),
      opening_depreciation: total(before, ['depreciated', 'impaired']),
      depreciation: total(of('depreciation', 'opening_depreciation'), ['depreciated']),
      impairment: total(of('impairment', 'impairment_reversal'), ['impaired']),
      released: total(of('disposal'), ['depreciated', 'impaired']),
      transferred_depreciation: total(of('transfer'), ['depreciated', 'impaired']),
    };
  });
}

/** Debit less credit of each account up to a day, from the lines of the entries. */
export function balancesUntil(
  events: readonly DomainEvent[],
  byHand: readonly BookedByHand[],
  to: string,
): ReadonlyMap<number, string> {
  const sums = new Map<number, string>();
  const put = (id: number, amount: string): void => void sums.set(id, add(sums.get(id) ?? ZERO, amount));
  for (const { entry_date, lines } of entriesIn(events))
    if (entry_date <= to) for (const { account_id, debit, credit } of lines) put(account_id, subtract(debit, credit));
  for (const { account_id, date, amount } of byHand) if (date <= to) put(account_id, amount);
  return sums;
}

export function tableOfYear(
  rows: Rows,
  balances: ReadonlyMap<number, string>,
  span: { readonly from: string; readonly to: string },
  file: CompanyFile,
): { readonly table: AssetTable; readonly accounts: readonly Reconciled[] } {
  const lines = linesOfYear(rows, span);
  const known = [...getRecords(file.records, accounts).byId.entries()].map(([id, { data }]) => ({
    id,
    number: data.number,
    label: data.label,
    balance: balances.get(id) ?? ZERO,
  }));
  return {
    table: runAllSteps(buildAssetTable(lines)),
    accounts: runAllSteps(reconcileAccounts(lines, known, getAssetPack(file.identity.country_pack))),
  };
}
