import type { Refusal } from '../../../domain/refusal.ts';

/** Adds the server data to a conflict, so that the client can merge; other refusals stay unchanged. */
export async function withServerData<R extends Refusal>(refusal: R, read: () => Promise<unknown>): Promise<R> {
  if (refusal.code !== 'conflict') return refusal;
  return { ...refusal, facts: { ...refusal.facts, server_data: await read() } };
}
