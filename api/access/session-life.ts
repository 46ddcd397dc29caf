import type { TokenKind } from '../../domain/identity/user-events.ts';

/**
 * A session ends after a period without use, and after a maximum duration in any case. Integration tokens have their own
 * expiry.
 */
export interface SessionLimits {
  readonly idleDays: number;
  readonly maxDays: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = { idleDays: 30, maxDays: 180 };

const DAY_MS = 24 * 60 * 60 * 1_000;

/** When an unused session expires, in milliseconds since the epoch. A null `expires_at` sets no expiry by itself. */
export function computeSessionEnd(
  session: { readonly created_at: string; readonly last_used_at: string | null; readonly expires_at: string | null },
  { idleDays, maxDays }: SessionLimits,
): number {
  const createdAt = Date.parse(session.created_at);
  const usedAt = Math.max(Date.parse(session.last_used_at ?? session.created_at), createdAt);
  const expiresAt = session.expires_at === null ? Infinity : Date.parse(session.expires_at);
  return Math.min(expiresAt, createdAt + maxDays * DAY_MS, usedAt + idleDays * DAY_MS);
}

/** Expiry of a cached token, which moves with each use. */
export interface TokenLife {
  readonly isOver: (now: number) => boolean;
  readonly used: (now: number) => void;
}

export function createTokenLife(
  kind: TokenKind,
  token: { readonly created_at: string; readonly last_used_at: string | null; readonly expires_at: string | null },
  limits: SessionLimits,
): TokenLife {
  const expiresAt = token.expires_at === null ? Infinity : Date.parse(token.expires_at);
  if (kind === 'integration') return { isOver: (now) => expiresAt <= now, used: () => undefined };
  const lastAt = Math.min(expiresAt, Date.parse(token.created_at) + limits.maxDays * DAY_MS);
  let idleAt = computeSessionEnd(token, { ...limits, maxDays: Infinity });
  return {
    isOver: (now) => lastAt <= now || idleAt <= now,
    used: (now) => {
      idleAt = now + limits.idleDays * DAY_MS;
    },
  };
}
