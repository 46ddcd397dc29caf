import type { CompanyFile } from '../../domain/company-file-state.ts';
import { previewUndo, undoRules } from '../../domain/company-file.ts';
import type { PlainDate } from '../../domain/dates.ts';
import { upcast } from '../../domain/event-catalogue.ts';
import type { DomainEvent } from '../../domain/event.ts';
import { NO_FACTS, type UndoFacts } from '../../domain/history/facts.ts';
import { revertBlocked, ruleOf, type UndoChanges, type UndoPreview } from '../../domain/history/index.ts';
import { FactsNotRead, type IdKind, type UndoNeeds, type UndoRole } from '../../domain/history/undo.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { AppendTooLarge, type EventLog, type RecordedEvent } from '../../eventlog/port.ts';
import { PERIOD_IDS } from '../../projections/engine/ids.ts';
import { undoFacts } from '../../projections/history/facts.ts';
import { eventsOfOperation } from '../../projections/history/revisions.ts';
import { inTurns } from '../../support/yielding.ts';
import type { CommandContext } from '../support/context.ts';
import type { Toolbox } from '../support/toolbox.ts';
import { eventsAt } from './read-events.ts';

/** Taking back an operation or one change of it: the events are read from the log, what they concern from the read tables. */

export type UndoToolbox = Toolbox & { readonly log: EventLog };

/** What is taken back: a whole operation, or of one event the change of one record. */
export interface UndoTarget {
  readonly operationId: string;
  readonly change: { readonly revision: number; readonly resource: string; readonly id: number } | null;
}

export interface RequestedUndo {
  readonly target: UndoTarget;
  readonly today: PlainDate;
  /** Whether the caller may do what only someone of this role may. */
  readonly hasRole: (role: UndoRole) => boolean;
}

export interface Undone {
  readonly operationId: string;
  readonly events: readonly DomainEvent[];
}

export async function undoChanges(
  toolbox: UndoToolbox,
  companyId: number,
  requested: RequestedUndo,
  context: CommandContext,
): Promise<Undone | Refusal> {
  // What is taken back and what takes it back would be one operation, and neither could be taken back by itself.
  if (context.operationId === requested.target.operationId)
    return refuse('operation_reverts_itself', { field: 'X-Operation-Id' });
  const gather = async (file: CompanyFile): Promise<UndoChanges | Refusal> => {
    const command = await commandFor(toolbox, companyId, requested);
    if (isRefusal(command)) return command;
    const preview = await unlessGone(() => inTurns(previewUndo(command, file)));
    if (isRefusal(preview)) return preview;
    const { decision, idsTaken } = preview;
    return isRefusal(decision) ? decision : { ...command, ids: await allocated(toolbox, idsTaken) };
  };
  try {
    const outcome = await toolbox.commands.execute('company', companyId, gather, context);
    if (isRefusal(outcome)) return outcome;
    return { operationId: context.course?.earlierOperationId ?? context.operationId, events: outcome.events };
  } catch (error) {
    if (error instanceof AppendTooLarge) return refuse('revert_too_large');
    throw error;
  }
}

/** What would be recorded if it were taken back now. */
export async function previewOfUndo(
  toolbox: UndoToolbox,
  companyId: number,
  requested: RequestedUndo,
): Promise<readonly DomainEvent[] | Refusal> {
  return ofOneMoment(toolbox, async (isLast) => {
    const file = await toolbox.commands.look('company', companyId);
    const command = await commandFor(toolbox, companyId, requested);
    if (isRefusal(command)) return command;
    const decide = async () => (await inTurns(previewUndo(command, file))).decision;
    return isLast ? unlessGone(decide) : decide();
  });
}

/** Others go on recording while one looks: what was read before and after something came or went is read again. */
async function ofOneMoment<Seen>(
  { commands }: Pick<UndoToolbox, 'commands'>,
  look: (isLast: boolean) => Promise<Seen>,
  attempts = 5,
): Promise<Seen> {
  try {
    return await look(attempts === 1);
  } catch (error) {
    if (!(error instanceof FactsNotRead) || attempts === 1) throw error;
    await commands.caughtUp();
    return ofOneMoment({ commands }, look, attempts - 1);
  }
}

/** What the tables do not have although they have passed it was brought along by a migration that was given up. */
async function unlessGone<Seen>(look: () => Promise<Seen>): Promise<Seen | Refusal> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof FactsNotRead)) throw error;
    return revertBlocked([{ code: 'undo_gone', resource: 'history', id: null }]);
  }
}

async function commandFor(
  { pool, log }: UndoToolbox,
  companyId: number,
  { target, today, hasRole }: RequestedUndo,
): Promise<UndoChanges | Refusal> {
  const { operationId, change } = target;
  const revisions = change
    ? [change.revision]
    : (await eventsOfOperation(pool, companyId, operationId)).map(({ revision }) => revision);
  if (revisions.length === 0) return refuse('not_found');
  const events = (await eventsAt(log, `company-${companyId}`, revisions)).map(factOf);
  if (!events.every((event) => hasRole(roleFor(event)))) return refuse('role_too_low');
  const only = change && { resource: change.resource, id: change.id };
  const facts = await factsFor(pool, companyId, events);
  return { type: 'UndoChanges', operationId, events, only, facts, ids: {}, today };
}

export const factOf = (event: RecordedEvent): DomainEvent => upcast(event);

/** The lowest role that may take an event back. */
function roleFor(event: DomainEvent): UndoRole {
  const rule = ruleOf(undoRules, event);
  // What nobody can take back is explained to everyone.
  if ('never' in rule) return 'encoder';
  return typeof rule.role === 'function' ? rule.role(event.data as never) : rule.role;
}

async function allocated({ ids }: UndoToolbox, taken: UndoPreview['idsTaken']): Promise<UndoChanges['ids']> {
  const lists = [...taken].map(async ([kind, count]): Promise<[IdKind, readonly number[]]> => {
    return [kind, await ids.allocate(kind === 'periods' ? PERIOD_IDS : kind, count)];
  });
  return Object.fromEntries(await Promise.all(lists));
}

async function factsFor(pool: Toolbox['pool'], companyId: number, events: readonly DomainEvent[]): Promise<UndoFacts> {
  const needs = events.flatMap((event): readonly UndoNeeds[] => {
    const rule = ruleOf(undoRules, event);
    return 'never' in rule || !rule.needs ? [] : [rule.needs(event.data as never)];
  });
  if (needs.length === 0) return NO_FACTS;
  const all = (name: keyof UndoNeeds) => [...new Set(needs.flatMap((need) => need[name] ?? []))];
  return undoFacts(pool, companyId, {
    entries: all('entries'),
    letterings: all('letterings'),
    attachments: all('attachments'),
    fiscalYears: all('fiscalYears'),
    imports: all('imports'),
    documents: all('documents'),
    statementFiles: all('statementFiles'),
    bankTransactions: all('bankTransactions'),
    vatDeclarations: all('vatDeclarations'),
    fixedAssets: all('fixedAssets'),
    originLines: all('originLines'),
  });
}

/** What stands in the way of each of some changes, without taking any of them back: null for one that could be. */
export function refusalsOfChanges(
  toolbox: Pick<UndoToolbox, 'commands' | 'pool'>,
  companyId: number,
  changes: readonly LookedAtChange[],
  terms: Omit<RequestedUndo, 'target'>,
): Promise<readonly (Refusal | null)[]> {
  return ofOneMoment(toolbox, (isLast) => refusalsNow(toolbox, companyId, changes, terms, isLast));
}

interface LookedAtChange {
  readonly event: DomainEvent;
  readonly operationId: string;
  readonly resource: string;
  readonly id: number;
}

async function refusalsNow(
  { commands, pool }: Pick<UndoToolbox, 'commands' | 'pool'>,
  companyId: number,
  changes: readonly LookedAtChange[],
  { today, hasRole }: Omit<RequestedUndo, 'target'>,
  isLast: boolean,
): Promise<readonly (Refusal | null)[]> {
  const [file, facts] = await Promise.all([
    commands.look('company', companyId),
    factsFor(pool, companyId, [...new Set(changes.map(({ event }) => event))]),
  ]);
  const refusals: (Refusal | null)[] = [];
  for (const { event, operationId, resource, id } of changes) {
    if (!hasRole(roleFor(event))) {
      refusals.push(refuse('role_too_low'));
      continue;
    }
    const command = {
      type: 'UndoChanges',
      operationId,
      events: [event],
      only: { resource, id },
      facts,
      ids: {},
      today,
    } as const;
    const decide = async () => (await inTurns(previewUndo(command, file))).decision;
    const decision = await (isLast ? unlessGone(decide) : decide());
    refusals.push(isRefusal(decision) ? decision : null);
  }
  return refusals;
}
