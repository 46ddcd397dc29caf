import { z } from 'zod';
import { recordId, timestamp } from '../http/reply/output.ts';
import type { FeedSource } from './feed.ts';

/** A change of the feed, of which `resource` tells what its `data` is. */
export interface Change {
  readonly resource: string;
  readonly op: 'upsert' | 'delete';
  readonly id: number;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changed_at: string;
  readonly seq: number;
}

const Deletion = z
  .object({
    id: recordId,
    deleted_at: timestamp,
    reason: z.enum(['trashed', 'purged', 'access_lost', 'demo_reset']).meta({
      description:
        'Why it is no longer there: in the recycle bin, gone for good, out of sight, or reset with the demo.',
    }),
    merged_into_id: recordId
      .optional()
      .meta({ description: 'Of a third party that was merged: the one that took it over.' }),
  })
  .meta({ id: 'SyncDeletion', description: 'What is left of a record that was deleted.' });

/** One named schema a resource, told apart by the name of the resource. */
export function changeOf(sources: ReadonlyMap<string, FeedSource>): z.ZodType {
  const forms = [...sources].map(([resource, { answer }]) =>
    z
      .object({
        resource: z.literal(resource),
        op: z.enum(['upsert', 'delete']),
        id: recordId,
        version: z.int(),
        data: z
          .union([answer, Deletion])
          .meta({ description: 'The record as its GET shows it, or what is left of it.' }),
        changed_at: timestamp,
        seq: z.int(),
      })
      .meta({ id: changeName(answer, resource) }),
  );
  const [first, ...others] = forms;
  if (!first) return z.never();
  const mapping = Object.fromEntries(
    [...sources].map(([resource, { answer }]) => [resource, `#/components/schemas/${changeName(answer, resource)}`]),
  );
  return z
    .discriminatedUnion('resource', [first, ...others])
    .meta({ id: 'SyncChange', discriminator: { propertyName: 'resource', mapping } });
}

function changeName(answer: z.ZodType, resource: string): string {
  const name = answer.meta()?.id;
  if (name === undefined) throw new Error(`The records of ${resource} have no schema with a name`);
  return `${name}Change`;
}
