import { randomUUID } from 'node:crypto';

/** Who asks for a change, with what, and under which operation: goes into the metadata of every event. */
export interface CommandContext {
  readonly userId: number | null;
  readonly tokenKind: 'session' | 'integration' | 'system';
  /** Groups the changes of one request; the handle of undo. */
  readonly operationId: string;
  /** Idempotence key of the client, or null. */
  readonly clientMutationId: string | null;
  /** What the key was claimed for; absent where nobody claims keys, as in tools. */
  readonly claimed?: ClaimedRequest;
  readonly deviceId: string | null;
  readonly deviceName: string | null;
  /** `offline_sync` for an action made offline and replayed now, else `api`. */
  readonly origin: string;
  /** Client time of the action, clamped to 24 hours around the server's; ISO 8601. */
  readonly occurredAt: string | null;
  /** The client time as sent, when it had to be clamped. */
  readonly occurredAtRaw?: string;
  /** An earlier run of the same request was interrupted: what it has written must be looked for first. */
  readonly isResumed?: boolean;
  /** Where the command path notes what became of a request that may have been sent before. */
  readonly course?: Course;
}

/** A key counts within its scope, and stands for one request there. */
export interface ClaimedRequest {
  /** The company file that the key counts in; null: the user alone. */
  readonly companyId: number | null;
  /** Tells this request from every other one; goes into the metadata of its events. */
  readonly requestHash: string;
  /** Event ids name the scope although the stream tells it: those without are taken by events of another scope. */
  readonly isApart?: boolean;
}

/** A request acted now, or was found to have acted before, or, when it was interrupted half-way, both. */
export interface Course {
  hasActed: boolean;
  /** The operation under which an earlier run of the same request acted. */
  earlierOperationId: string | null;
}

/** The context of a change that no request requested: a tool or a job makes it. */
export function systemContext(
  origin: string,
  operationId: string = randomUUID(),
  userId: number | null = null,
): CommandContext {
  const device = { deviceId: null, deviceName: null };
  return { userId, tokenKind: 'system', operationId, clientMutationId: null, ...device, origin, occurredAt: null };
}
