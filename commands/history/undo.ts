import type { CompanyFile } from '../../domain/company-file-state.ts';
import { NO_UNDO_FACTS, previewUndo, undoRules } from '../../domain/company-file.ts';
import type { PlainDate } from '../../domain/dates.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { EarlierEvents } from '../../domain/history/earlier.ts';
import { refuseBlockedUndo, getUndoRule, type UndoChanges, type UndoPreview } from '../../domain/history/index.ts';
import { FactsNotRead, type IdKind, type UndoFacts, type UndoNeeds, type UndoRole } from '../../domain/history/undo.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge, type EventLog } from '../../eventlog/port.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { readUndoFacts } from '../../projections/history/facts.ts';
import { listOperationEvents } from '../../projections/history/revisions.ts';
import { runInTurns } from '../../support/yielding.ts';
import { announceOptions } from '../peppol/registration.ts';
import type { PeppolToolbox } from '../peppol/toolbox.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { readEarlierEvents } from './read-earlier-events.ts';
import { readEventsAt, toDomainEvent } from './read-events.ts';
import { resolveSingleChange, type SingleChange, type UndoneEvents } from './undone-events.ts';

/** Undoes an operation or a single change. The events are read from the log, the affected records from the projections. */

export type UndoToolbox = Toolbox & Pick<PeppolToolbox, 'accessPoint'> & { readonly log: EventLog };

/** The undo target: a whole operation, or the change of one record in one event. */
export interface UndoTarget {
  readonly operationId: string;
  readonly change: { readonly revision: number; readonly resource: string; readonly id: number } | null;
}

export interface RequestedUndo {
  readonly target: UndoTarget;
  readonly today: PlainDate;
  /** Whether the caller has at least this role. */
  readonly hasRole: (role: UndoRole) => boolean;
}

/** An undo that is decided only to be shown tells nothing to others. */
export interface DecidedUndo extends RequestedUndo {
  readonly isDryRun: boolean;
}

export interface Undone {
  readonly operationId: string;
  readonly events: readonly DomainEvent[];
}

export async function undoChanges(
  toolbox: UndoToolbox,
  companyId: number,
  requested: DecidedUndo,
  context: CommandContext,
): Promise<Undone | Refusal> {
  // The undo would join the operation it undoes, and neither could then be undone separately.
  if (context.operationId === requested.target.operationId)
    return refuse('operation_reverts_itself', { field: 'X-Operation-Id' });
  const untold = requested.isDryRun ? null : await tellAccessPoint(toolbox, companyId, requested);
  if (untold) return untold;
  const buildCommand = async (file: CompanyFile): Promise<UndoChanges | Refusal> => {
    const command = await buildUndoCommand(toolbox, companyId, requested);
    if (isRefusal(command)) return command;
    const preview = await refuseIfGone(() => runInTurns(previewUndo(command, file)));
    if (isRefusal(preview)) return preview;
    const { decision, idsTaken } = preview;
    return isRefusal(decision) ? decision : { ...command, ids: await allocateIds(toolbox, idsTaken) };
  };
  try {
    const outcome = await toolbox.commands.execute('company', companyId, buildCommand, context);
    if (isRefusal(outcome)) return outcome;
    return { operationId: context.course?.earlierOperationId ?? context.operationId, events: outcome.events };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('revert_too_large');
    throw error;
  }
}

/** The access point is called first, as for any change of the options. @throws OutsideUnavailable */
async function tellAccessPoint(
  toolbox: UndoToolbox,
  companyId: number,
  requested: RequestedUndo,
): Promise<Refusal | null> {
  const { operationId, change } = requested.target;
  const isAboutPeppol = change
    ? change.resource === 'peppol'
    : (await listOperationEvents(toolbox.pool, companyId, operationId)).some(
        ({ type }) => type === 'PeppolOptionsChanged',
      );
  if (!isAboutPeppol) return null;
  const events = await listUndoEvents(toolbox, companyId, requested);
  return isRefusal(events) ? events : announceOptions(toolbox, companyId, events);
}

/** The events that an undo would record now. */
export async function listUndoEvents(
  toolbox: UndoToolbox,
  companyId: number,
  requested: RequestedUndo,
): Promise<readonly DomainEvent[] | Refusal> {
  return retryUntilConsistent(toolbox, async (isLast) => {
    const file = await toolbox.commands.loadState('company', companyId);
    const command = await buildUndoCommand(toolbox, companyId, requested);
    if (isRefusal(command)) return command;
    const decide = async () => (await runInTurns(previewUndo(command, file))).decision;
    return isLast ? refuseIfGone(decide) : decide();
  });
}

/** Retries a read if other commands changed the projections between its queries. */
async function retryUntilConsistent<Seen>(
  { commands }: Pick<UndoToolbox, 'commands'>,
  look: (isLast: boolean) => Promise<Seen>,
  attempts = 5,
): Promise<Seen> {
  try {
    return await look(attempts === 1);
  } catch (error) {
    if (!(error instanceof FactsNotRead) || attempts === 1) throw error;
    await commands.waitForProjections();
    return retryUntilConsistent({ commands }, look, attempts - 1);
  }
}

/** Refuses if the facts are missing although the projections are up to date: they came from a migration that was abandoned. */
async function refuseIfGone<Seen>(look: () => Promise<Seen>): Promise<Seen | Refusal> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof FactsNotRead)) throw error;
    return refuseBlockedUndo([{ code: 'undo_gone', resource: 'history', id: null }]);
  }
}

async function buildUndoCommand(
  { pool, log }: UndoToolbox,
  companyId: number,
  { target, today, hasRole }: RequestedUndo,
): Promise<UndoChanges | Refusal> {
  const { operationId } = target;
  const undone = await readUndoneEvents({ pool, log }, companyId, target);
  const { events } = undone;
  if (events.length === 0) return refuse('not_found');
  if (!events.every((event) => hasRole(getRequiredRole(event)))) return refuse('role_too_low');
  const earlier = await readEarlierEvents({ pool, log }, companyId, events);
  const facts = await loadUndoFacts(pool, companyId, events, earlier);
  return { type: 'UndoChanges', operationId, ...undone, facts, earlier, ids: {}, today };
}

async function readUndoneEvents(
  readers: Pick<UndoToolbox, 'pool' | 'log'>,
  companyId: number,
  { operationId, change }: UndoTarget,
): Promise<UndoneEvents> {
  const revisions = change
    ? [change.revision]
    : (await listOperationEvents(readers.pool, companyId, operationId)).map(({ revision }) => revision);
  const events = (await readEventsAt(readers.log, `company-${companyId}`, revisions)).map(toDomainEvent);
  const [event] = events;
  if (!change || !event) return { events, only: null };
  const { resource, id } = change;
  return resolveSingleChange(readers, companyId, { event, operationId, resource, id });
}

/** The lowest role that may undo an event. */
function getRequiredRole(event: DomainEvent): UndoRole {
  const rule = getUndoRule(undoRules, event);
  // Anyone may see why an event cannot be undone.
  if ('never' in rule) return 'encoder';
  return typeof rule.role === 'function' ? rule.role(event.data as never) : rule.role;
}

async function allocateIds({ ids }: UndoToolbox, taken: UndoPreview['idsTaken']): Promise<UndoChanges['ids']> {
  const lists = [...taken].map(async ([kind, count]): Promise<[IdKind, readonly number[]]> => {
    return [kind, await ids.allocate(kind === 'periods' ? PERIOD_IDS : kind, count)];
  });
  return Object.fromEntries(await Promise.all(lists));
}

async function loadUndoFacts(
  pool: Toolbox['pool'],
  companyId: number,
  events: readonly DomainEvent[],
  earlier: EarlierEvents,
): Promise<UndoFacts> {
  const needs = events.flatMap((event): readonly UndoNeeds[] => {
    const rule = getUndoRule(undoRules, event);
    if ('never' in rule || !rule.listNeeds) return [];
    try {
      return [rule.listNeeds(event.data as never, earlier)];
    } catch (error) {
      // The decision will miss the same events, and refuse.
      if (error instanceof FactsNotRead) return [];
      throw error;
    }
  });
  return needs.length === 0 ? NO_UNDO_FACTS : readUndoFacts(pool, companyId, mergeNeeds(needs));
}

function mergeNeeds(needs: readonly UndoNeeds[]): UndoNeeds {
  const ids = new Map<keyof UndoNeeds, Set<number>>();
  for (const need of needs)
    for (const name of Object.keys(need) as (keyof UndoNeeds)[])
      ids.set(name, new Set([...(ids.get(name) ?? []), ...(need[name] ?? [])]));
  return Object.fromEntries([...ids].map(([name, some]) => [name, [...some]]));
}

/** Finds, for each change, why it cannot be undone now; null if it can. */
export function findUndoRefusals(
  toolbox: UndoReaders,
  companyId: number,
  changes: readonly SingleChange[],
  terms: Omit<RequestedUndo, 'target'>,
): Promise<readonly (Refusal | null)[]> {
  return retryUntilConsistent(toolbox, (isLast) => checkChangesOnce(toolbox, companyId, changes, terms, isLast));
}

type UndoReaders = Pick<UndoToolbox, 'commands' | 'pool' | 'log'>;

async function checkChangesOnce(
  { commands, pool, log }: UndoReaders,
  companyId: number,
  changes: readonly SingleChange[],
  { today, hasRole }: Omit<RequestedUndo, 'target'>,
  isLast: boolean,
): Promise<readonly (Refusal | null)[]> {
  const undone: UndoneEvents[] = [];
  for (const change of changes) undone.push(await resolveSingleChange({ pool, log }, companyId, change));
  const events = [...new Set(undone.flatMap((one) => one.events))];
  const earlier = await readEarlierEvents({ pool, log }, companyId, events);
  const [file, facts] = await Promise.all([
    commands.loadState('company', companyId),
    loadUndoFacts(pool, companyId, events, earlier),
  ]);
  const refusals: (Refusal | null)[] = [];
  for (const [index, { operationId }] of changes.entries()) {
    const one = undone[index]!;
    if (!one.events.every((event) => hasRole(getRequiredRole(event)))) {
      refusals.push(refuse('role_too_low'));
      continue;
    }
    const command = { type: 'UndoChanges', operationId, ...one, facts, earlier, ids: {}, today } as const;
    const decide = async () => (await runInTurns(previewUndo(command, file))).decision;
    const decision = await (isLast ? refuseIfGone(decide) : decide());
    refusals.push(isRefusal(decision) ? decision : null);
  }
  return refusals;
}
