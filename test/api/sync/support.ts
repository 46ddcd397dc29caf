import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { PushResult } from '../../../api/sync/push-body.ts';
import type { AnswerBody, Client, RequestHeaders } from '../../support/client.ts';

/** A device that has been offline: pushes its actions and tells what became of them. */

export interface Action {
  readonly mutation_id?: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly base_version?: number;
  readonly occurred_at?: string;
  readonly operation_id?: string;
}

export type Result = PushResult & { readonly body: AnswerBody };

export interface Pushed {
  readonly cursor: number;
  readonly epoch: string;
  readonly server_time: string;
  readonly results: readonly Result[];
}

export async function push(
  client: Client,
  file: { readonly path: string },
  actions: readonly Action[],
  { device = 'tablet', headers = {} }: { readonly device?: string; readonly headers?: RequestHeaders } = {},
): Promise<Pushed> {
  const mutations = actions.map((action) => ({ mutation_id: randomUUID(), ...action }));
  const body = { device_id: device, mutations };
  const answer = await client.expect(200).post<Pushed>(`${file.path}/sync/push`, body, headers);
  expect(answer.results.map(({ mutation_id }) => mutation_id)).to.deep.equal(
    mutations.map(({ mutation_id }) => mutation_id),
  );
  return answer;
}

/** Status and outcome of each, in their order. */
export const outcomes = ({ results }: Pushed): string[] => results.map(({ status, outcome }) => `${status} ${outcome}`);
