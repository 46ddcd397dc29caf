import type { Refusal } from '../../../domain/refusal.ts';

/** A conflict shows what the server has, so that the client can merge; any other refusal stays as it is. */
export async function withServerData<R extends Refusal>(refusal: R, read: () => Promise<unknown>): Promise<R> {
  if (refusal.code !== 'conflict') return refusal;
  return { ...refusal, facts: { ...refusal.facts, server_data: await read() } };
}
