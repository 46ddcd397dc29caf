import { openReplay, type TrialBalance } from '../../domain/audit/replay.ts';
import { companyFileEvents, type CompanyFileEvent } from '../../domain/company-file.ts';
import { UnknownEvent, upcastEvent } from '../../domain/event-catalogue.ts';
import type { EventLog, StoredEvent } from '../../eventlog/port.ts';
import { readAhead } from '../support/read-ahead.ts';
import { assertEventShape } from '../support/event-schemas.ts';
import { parseStoredEvent } from '../support/verify-chain.ts';
import { readWithoutKeys } from '../../stores/vault/sealed-data.ts';
import type { SignedHead } from '../../stores/history/head.ts';
import type { IsGenuineEpoch } from './head-comparison.ts';
import { createStreamCheck, type LogBreak } from './verify-log.ts';

/** Audit of one company file from its log alone: the hash chain and the resulting trial balance. */
export interface Audit {
  readonly events: number;
  /** The last event read. */
  readonly head: { readonly position: number; readonly revision: number; readonly hash: string } | null;
  /** Number of signed heads compared. */
  readonly heads: number;
  readonly trialBalance: TrialBalance;
  /** The first inconsistency, or null. */
  readonly problem: AuditProblem | null;
}

export interface AuditProblem {
  readonly revision: number;
  readonly type: string | null;
  readonly reason: LogBreak | 'unknown_event' | 'wrong_shape' | 'contradiction';
  /** Explanation, if the reason alone is not enough. */
  readonly message: string | null;
}

export interface AuditOptions {
  readonly heads: readonly SignedHead[];
  readonly isGenuineEpoch: IsGenuineEpoch;
  /** Ignores events recorded after this UTC time. */
  readonly until: string | null;
}

/** Stops at the first event that was altered or that contradicts the events before it. */
export async function auditStream(log: EventLog, stream: string, options: AuditOptions): Promise<Audit> {
  const { heads, until } = options;
  const check = createStreamCheck(stream, heads, options.isGenuineEpoch);
  const replay = openReplay();
  const buildAudit = (problem: AuditProblem | null, isWhole: boolean): Audit => {
    const { events, head, firstProblem } = check.conclude();
    const missing = isWhole && problem === null ? firstProblem : null;
    const found = problem ?? (missing && { ...missing, type: null, message: null });
    return { events, head, heads: heads.length, trialBalance: replay.computeTrialBalance(), problem: found };
  };
  for await (const page of readAhead(log.readStored(stream)))
    for (const event of page) {
      const { recorded_at } = JSON.parse(event.metadata) as { readonly recorded_at?: string };
      if (until !== null && recorded_at !== undefined && recorded_at > until) return concludeAudit(false);
      const reason = check.checkNext(event);
      const problem = reason === null ? findContentProblem(event) : { reason, message: null };
      if (problem !== null) return buildAudit({ revision: event.revision, type: event.type, ...problem }, false);
    }
  return concludeAudit(true);

  function concludeAudit(isWhole: boolean): Audit {
    const message = replay.findUnfinished();
    const revision = check.conclude().head?.revision ?? 0;
    return buildAudit(message === null ? null : { revision, type: null, reason: 'contradiction', message }, isWhole);
  }

  function findContentProblem(stored: StoredEvent): Pick<AuditProblem, 'reason' | 'message'> | null {
    try {
      const event = upcastEvent(readWithoutKeys(parseStoredEvent(stored)), companyFileEvents);
      assertEventShape(event);
      // The event is in the catalogue of company files and has the declared shape.
      const message = replay.applyNext(event as CompanyFileEvent);
      return message === null ? null : { reason: 'contradiction', message };
    } catch (error) {
      const reason = error instanceof UnknownEvent ? 'unknown_event' : 'wrong_shape';
      return { reason, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** Finds the stream of the company file with this token from the log alone. Null if there is none. */
export async function findStreamByToken(log: EventLog, token: string): Promise<string | null> {
  for await (const batch of log.readAll(-1, 2_000))
    for (const { stream, type, data } of batch)
      if (type === 'CompanyFileOpened' && data['public_token'] === token) return stream;
  return null;
}
