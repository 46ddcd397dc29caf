import { openReplay, type TrialBalance } from '../../domain/audit/replay.ts';
import { companyFileEvents, type CompanyFileEvent } from '../../domain/company-file.ts';
import { UnknownEvent, upcast } from '../../domain/event-catalogue.ts';
import type { EventLog, StoredEvent } from '../../eventlog/port.ts';
import { ahead } from '../support/read-ahead.ts';
import { assertEventShape } from '../support/event-schemas.ts';
import { asRead } from '../support/verify-chain.ts';
import type { SignedHead } from '../../stores/history/head.ts';
import { streamCheck, type LogBreak } from './verify-log.ts';

/** The log of one company file read by itself: its chain, and what its events come to. */
export interface Audit {
  readonly events: number;
  /** The last event that was read. */
  readonly head: { readonly position: number; readonly revision: number; readonly hash: string } | null;
  /** Signed heads that it was held against. */
  readonly heads: number;
  readonly trialBalance: TrialBalance;
  /** The first inconsistency; null: there is none. */
  readonly problem: AuditProblem | null;
}

export interface AuditProblem {
  readonly revision: number;
  readonly type: string | null;
  readonly reason: LogBreak | 'unknown_event' | 'wrong_shape' | 'contradiction';
  /** In words, where the reason alone does not say it. */
  readonly message: string | null;
}

export interface AuditOptions {
  readonly heads: readonly SignedHead[];
  /** Leaves out what was recorded later than this moment, in UTC. */
  readonly until: string | null;
}

/** Stops at the first event that is not what was written, or that contradicts those before it. */
export async function auditStream(log: EventLog, stream: string, { heads, until }: AuditOptions): Promise<Audit> {
  const check = streamCheck(stream, heads);
  const replay = openReplay();
  const concluded = (problem: AuditProblem | null, isWhole: boolean): Audit => {
    const { events, head, firstProblem } = check.end();
    const missing = isWhole && problem === null ? firstProblem : null;
    const found = problem ?? (missing && { ...missing, type: null, message: null });
    return { events, head, heads: heads.length, trialBalance: replay.trialBalance(), problem: found };
  };
  for await (const page of ahead(log.readStored(stream)))
    for (const event of page) {
      const { recorded_at } = JSON.parse(event.metadata) as { readonly recorded_at?: string };
      if (until !== null && recorded_at !== undefined && recorded_at > until) return ended(false);
      const reason = check.next(event);
      const problem = reason === null ? contentProblem(event) : { reason, message: null };
      if (problem !== null) return concluded({ revision: event.revision, type: event.type, ...problem }, false);
    }
  return ended(true);

  function ended(isWhole: boolean): Audit {
    const message = replay.unfinished();
    const revision = check.end().head?.revision ?? 0;
    return concluded(message === null ? null : { revision, type: null, reason: 'contradiction', message }, isWhole);
  }

  function contentProblem(stored: StoredEvent): Pick<AuditProblem, 'reason' | 'message'> | null {
    try {
      const event = upcast(asRead(stored), companyFileEvents);
      assertEventShape(event);
      // The catalogue of company files knows it, and it has the shape that is declared there.
      const message = replay.next(event as CompanyFileEvent);
      return message === null ? null : { reason: 'contradiction', message };
    } catch (error) {
      const reason = error instanceof UnknownEvent ? 'unknown_event' : 'wrong_shape';
      return { reason, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** The stream of the company file with this token, by the log alone; null when there is none. */
export async function streamOfToken(log: EventLog, token: string): Promise<string | null> {
  for await (const batch of log.readAll(-1, 2_000))
    for (const { stream, type, data } of batch)
      if (type === 'CompanyFileOpened' && data['public_token'] === token) return stream;
  return null;
}
