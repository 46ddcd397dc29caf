import { z } from 'zod';
import { bool } from '../input/fields.ts';
import type { Example, ExampleRequest } from './example.ts';

/** What `dry_run` adds to the declaration of a route: the field, the response and its example. */

interface Declared {
  readonly method: string;
  readonly body?: z.ZodType | undefined;
  readonly query?: z.ZodType | undefined;
  readonly replies: Readonly<Record<number, z.ZodType | null>>;
  readonly example?: Example | undefined;
}

type Additions = Pick<Declared, 'body' | 'query' | 'replies' | 'example'>;

const field = { dry_run: bool().nullish() };

/** A deletion has no body: there the field is a query parameter. */
export function declareDryRun(route: Declared, reply: z.ZodType): Additions {
  const { method, body, query, replies, example } = route;
  const usual = Object.values(replies)[0] ?? null;
  const isInQuery = method === 'delete';
  return {
    ...(isInQuery ? { query: extendObject(query) } : { body: extendObject(body) }),
    // Previews and replays of the usual response share the status 200.
    replies: { ...replies, 200: usual === null || usual === reply ? reply : z.union([reply, usual]) },
    ...(example !== undefined &&
      !isInQuery && {
        example: body === undefined || !(200 in replies) ? withPreviewExample(example, replies) : example,
      }),
  };
}

function extendObject(schema: z.ZodType | undefined): z.ZodType {
  if (schema === undefined) return z.object(field);
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only an object can take dry_run');
  return schema.extend(field);
}

/** Adds a preview as another example, and a body where only `dry_run` can be sent. */
const withPreviewExample =
  (example: Example, replies: Declared['replies']): Example =>
  async (scene) => {
    const request: ExampleRequest = typeof example === 'function' ? await example(scene) : example;
    const { body = { dry_run: false } } = request;
    const others = { 200: { ...(body as object), dry_run: true }, ...request.others };
    return { ...request, body, ...(!(200 in replies) && { others }) };
  };
