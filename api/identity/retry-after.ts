import type { Refusal } from '../../domain/refusal.ts';
import type { HttpRefusal } from '../http/reply/errors.ts';

const SOON_SECONDS = 1;

/** Adds `Retry-After` to a temporary refusal. */
export function withRetryAfter(refused: Refusal): HttpRefusal {
  const seconds = refused.problems[0]?.params?.['seconds'];
  if (seconds === undefined && refused.code !== 'overloaded') return refused;
  return { ...refused, headers: { 'Retry-After': String(seconds ?? SOON_SECONDS) } };
}
