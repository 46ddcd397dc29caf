import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../../domain/event.ts';
import type { Refusal } from '../../domain/refusal.ts';

/** Origin of a change: user, client and operation. Written into the metadata of every event. */
export interface CommandContext {
  readonly userId: number | null;
  readonly tokenKind: 'session' | 'integration' | 'system';
  /** Groups the changes of one request; undo refers to it. */
  readonly operationId: string;
  /** Idempotency key of the client, or null. */
  readonly clientMutationId: string | null;
  /** The request that claimed the key; absent where keys are not claimed, such as in tools. */
  readonly claimed?: ClaimedRequest;
  readonly deviceId: string | null;
  readonly deviceName: string | null;
  /** `offline_sync` for an action made offline and replayed now, else `api`. */
  readonly origin: string;
  /** Client time of the action, clamped to 24 hours around the server time; ISO 8601. */
  readonly occurredAt: string | null;
  /** The client time as sent, if it had to be clamped. */
  readonly occurredAtRaw?: string;
  /** An earlier run of the same request was interrupted, so its events must be looked up first. */
  readonly isResumed?: boolean;
  /** The command path records here what happened to a request that may have been sent before. */
  readonly course?: Course;
  /** The command path records here how far the request has written. */
  readonly reached?: Reached;
  /** What a visitor of the demo may still store; absent for everyone else. */
  readonly allowance?: Allowance;
}

/** Highest position in the log of what a request has written; null if nothing. */
export interface Reached {
  position: number | null;
}

export interface Allowance {
  /** The refusal of events that exceed what is left; null if they do not. */
  findExcess(facts: readonly DomainEvent[]): Refusal | null;
  /** Counts recorded events. */
  spend(facts: readonly DomainEvent[]): void;
  findFileExcess(bytes: number): Refusal | null;
  spendFiles(bytes: number): void;
}

/** A key is valid within its scope, where it identifies one request. */
export interface ClaimedRequest {
  /** The company file in whose scope the key is valid; null for the scope of the user. */
  readonly companyId: number | null;
  /** Distinguishes this request from all others; written into the metadata of its events. */
  readonly requestHash: string;
  /**
   * Include the scope in the event ids even if the stream implies it, because the usual ids are taken by events of
   * another scope.
   */
  readonly isApart?: boolean;
}

/** Whether a request acted now, acted in an earlier run, or both if it was interrupted. */
export interface Course {
  hasActed: boolean;
  /** The operation under which an earlier run of the request acted. */
  earlierOperationId: string | null;
  /** When that run acted; absent if there was none. */
  earlierRecordedAt?: string;
}

/** Creates the context of a change made by a tool or a job instead of a request. */
export function createSystemContext(
  origin: string,
  operationId: string = randomUUID(),
  userId: number | null = null,
): CommandContext {
  const device = { deviceId: null, deviceName: null };
  return { userId, tokenKind: 'system', operationId, clientMutationId: null, ...device, origin, occurredAt: null };
}
