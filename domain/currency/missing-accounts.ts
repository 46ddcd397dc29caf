import { accounts } from '../accounts/account.ts';
import type { CompanyFile } from '../company-file-state.ts';
import { EXCHANGE_KINDS, getExchangeAccount } from '../country-packs/exchange.ts';
import type { DomainEvent } from '../event.ts';
import type { PostedEntry } from '../ledger/entry-events.ts';
import type { RecordEvent } from '../records/record-events.ts';
import { evolveRecords } from '../records/records.ts';
import { findIdByKey } from '../records/state.ts';
import { isRefusal, type Decision } from '../refusal.ts';
import { runAllSteps, type Steps } from '../steps.ts';
import { getExchangePack, resolveExchangeAccount } from './accounts.ts';

/** Accounts for realised differences that the chart of an older file lacks: created by the first entry that uses them. */

/** A command whose entries may book realised differences. */
export interface BooksDifferences {
  /** As many as `listMissingAccounts` returns; absent if none is missing. */
  readonly accountIds?: readonly number[];
}

const SIDES = ['loss', 'gain'] as const;

/** Numbers of the accounts for realised differences that the chart lacks. Empty in most files. */
export function listMissingAccounts(file: CompanyFile): readonly string[] {
  const { exchange, chart } = getExchangePack(file);
  const kinds = EXCHANGE_KINDS.filter((kind) => exchange.accounts.some(({ purpose }) => purpose === kind));
  const numbers = kinds.flatMap((kind) => SIDES.map((side) => getExchangeAccount(exchange, chart, kind, side)));
  return [...new Set(numbers)].filter((number) => findIdByKey(file.records, accounts, 'number', number) === undefined);
}

interface SuppliedAccounts {
  /** The file as if its chart had the accounts. */
  readonly file: CompanyFile;
  readonly made: readonly { readonly id: number; readonly events: readonly RecordEvent[] }[];
}

/** Adds the missing accounts under these ids. */
export function supplyMissingAccounts(before: CompanyFile, ids: readonly number[]): SuppliedAccounts {
  let file = before;
  const made = listMissingAccounts(before).flatMap((number, index) => {
    const id = ids[index];
    if (id === undefined) return [];
    const events = resolveExchangeAccount(number, id, file).value.made;
    for (const event of events) file = { ...file, records: evolveRecords(file.records, event) };
    return [{ id, events }];
  });
  return { file, made };
}

/** Decides as if the chart had the accounts, and creates those that the entries use. */
export function* supplyAccountsInSteps<Event extends DomainEvent>(
  { accountIds = [] }: BooksDifferences,
  before: CompanyFile,
  decide: (file: CompanyFile) => Steps<Decision<Event>>,
): Steps<Decision<Event | RecordEvent>> {
  if (accountIds.length === 0) return yield* decide(before);
  const { file, made } = supplyMissingAccounts(before, accountIds);
  const decision = yield* decide(file);
  if (isRefusal(decision)) return decision;
  const used = collectUsedAccounts(decision);
  return [...made.filter(({ id }) => used.has(id)).flatMap(({ events }) => events), ...decision];
}

export const supplyAccounts = <Event extends DomainEvent>(
  command: BooksDifferences,
  before: CompanyFile,
  decide: (file: CompanyFile) => Decision<Event>,
): Decision<Event | RecordEvent> =>
  runAllSteps(
    supplyAccountsInSteps(command, before, function* (file): Steps<Decision<Event>> {
      return decide(file);
    }),
  );

function collectUsedAccounts(events: readonly DomainEvent[]): ReadonlySet<number> {
  const posted = events.filter(({ type }) => type === 'EntryPosted').map(({ data }) => data as PostedEntry);
  return new Set(posted.flatMap(({ lines }) => lines.map(({ account_id }) => account_id)));
}
