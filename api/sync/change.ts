import { z } from 'zod';
import { recordId, timestamp } from '../http/reply/output.ts';
import type { FeedSource } from './feed.ts';

/** A change in the feed; `resource` determines the type of `data`. */
export interface Change {
  readonly resource: string;
  readonly op: 'upsert' | 'delete';
  readonly id: number;
  readonly version: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changed_at: string;
  readonly seq: number;
  /** Position of its event in the log, for those who follow from a position. */
  readonly position?: number;
}

const Deletion = z
  .object({
    id: recordId,
    deleted_at: timestamp,
    reason: z.enum(['trashed', 'purged', 'access_lost', 'demo_reset']).meta({
      description: 'Why the record is gone: in the recycle bin, purged, no longer accessible, or reset with the demo.',
    }),
    merged_into_id: recordId.optional().meta({ description: 'For a merged third party: the one that replaced it.' }),
  })
  .meta({ id: 'SyncDeletion', description: 'Remainder of a deleted record.' });

/** One named schema per resource, discriminated by resource name. */
export function buildChangeSchema(sources: ReadonlyMap<string, FeedSource>): z.ZodType {
  const forms = [...sources].map(([resource, { answer }]) =>
    z
      .object({
        resource: z.literal(resource),
        op: z.enum(['upsert', 'delete']),
        id: recordId,
        version: z.int(),
        data: z
          .union([answer, Deletion])
          .meta({ description: 'The record as returned by its GET, or the remainder of a deleted one.' }),
        changed_at: timestamp,
        seq: z.int(),
        position: z.int().optional().meta({
          description:
            'Only if asked with `position`: a response with this `X-Position` or a higher one shows the change.',
        }),
      })
      .meta({ id: buildChangeName(answer, resource) }),
  );
  const [first, ...others] = forms;
  if (!first) return z.never();
  const mapping = Object.fromEntries(
    [...sources].map(([resource, { answer }]) => [
      resource,
      `#/components/schemas/${buildChangeName(answer, resource)}`,
    ]),
  );
  return z
    .discriminatedUnion('resource', [first, ...others])
    .meta({ id: 'SyncChange', discriminator: { propertyName: 'resource', mapping } });
}

function buildChangeName(answer: z.ZodType, resource: string): string {
  const name = answer.meta()?.id;
  if (name === undefined) throw new Error(`The schema of the records of ${resource} has no name`);
  return `${name}Change`;
}
