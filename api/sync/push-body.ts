import { z } from 'zod';
import { choice, integer, list, text } from '../http/input/fields.ts';
import { recordId, timestamp } from '../http/reply/output.ts';

/** Request and reply of a push. */

export const MAX_MUTATIONS = 500;
/** Limit of a whole push; each action may be as large as a single request. */
export const MAX_PUSH_BYTES = 8 * 1024 * 1024;

const Mutation = z
  .object({
    mutation_id: text(64).meta({
      description: 'Made by the client, another one for each action; as `X-Client-Mutation-Id`.',
    }),
    method: choice(['POST', 'PUT', 'PATCH', 'DELETE']).meta({ description: 'Method of the request.' }),
    path: text(2_000).meta({
      description:
        'Below the company file, such as `third-parties/12`; `$<mutation_id>` stands for the id that an earlier action has made.',
    }),
    body: z.unknown().optional().meta({
      description:
        'As the route takes it; `{"$id": "<mutation_id>"}` stands for the id that an earlier action has made.',
    }),
    base_version: integer({ min: 0 })
      .nullish()
      .meta({ description: 'The version that the client had read; as `X-Base-Version`.' }),
    occurred_at: text(64).nullish().meta({ description: 'When the action was made; as `X-Occurred-At`.' }),
    operation_id: text(64).nullish().meta({ description: 'Groups actions in the history; as `X-Operation-Id`.' }),
  })
  .meta({ id: 'SyncMutation' });

export type Mutation = z.output<typeof Mutation>;

export const PushBody = z.object({
  device_id: text(64).optional().meta({ description: 'Defaults to `X-Device-Id`.' }),
  mutations: list(Mutation, { min: 1, max: MAX_MUTATIONS }).meta({ description: 'Actions, in their order.' }),
});

export const OUTCOMES = ['applied', 'replayed', 'conflict', 'rejected', 'skipped'] as const;

const PushResult = z
  .object({
    mutation_id: z.string(),
    status: z.int().meta({ description: 'HTTP status that the request alone would have returned.' }),
    outcome: z.enum(OUTCOMES).meta({
      description:
        'Done now; done before; kept as a conflict; refused; or not tried, because the action that it refers to did not succeed.',
    }),
    replayed: z.boolean().meta({ description: 'The action was already processed; nothing was done now.' }),
    body: z.unknown().meta({ description: 'What the request alone would have been answered; null without a body.' }),
    conflict_id: recordId.optional().meta({ description: 'Id of the conflict that awaits a decision.' }),
    merged: z.literal(true).optional().meta({
      description: 'The record had changed in other fields: the change was applied to its newest version.',
    }),
  })
  .meta({ id: 'SyncResult' });

export type PushResult = z.output<typeof PushResult>;

export const PushAnswer = z.object({
  cursor: z.int().meta({ description: 'Where the feed stands; pull from the cursor that you have.' }),
  epoch: z.string(),
  server_time: timestamp,
  results: z.array(PushResult).meta({ description: 'One result per action, in their order.' }),
});
