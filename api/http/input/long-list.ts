import { z } from 'zod';
import { declareShape } from './declared-shape.ts';
import { getIssueMeaning } from './problems.ts';

interface LongList {
  readonly min: number;
  readonly max: number;
  /** Maximum number of reported problems: hundreds of long items may have any number of them. */
  readonly maxProblems: number;
}

/** A list of long items, which are parsed one by one until enough problems are found. */
export function longList<T extends z.ZodType>(item: T, { min, max, maxProblems }: LongList) {
  const { $schema: _dialect, ...items } = z.toJSONSchema(item, { io: 'input', unrepresentable: 'any' });
  const list = z
    .array(z.unknown())
    .min(min)
    .max(max)
    .transform((given, context): z.output<T>[] => {
      const read: z.output<T>[] = [];
      for (const [index, one] of given.entries()) {
        const parsed = item.safeParse(one, { reportInput: true });
        if (parsed.success) read.push(parsed.data);
        else
          for (const issue of parsed.error.issues.slice(0, maxProblems - context.issues.length))
            context.issues.push({
              code: 'custom',
              input: issue.input,
              path: [index, ...issue.path],
              params: { ...getIssueMeaning(issue) },
            });
        if (context.issues.length >= maxProblems) break;
      }
      return context.issues.length === 0 ? read : z.NEVER;
    })
    .meta({ items });
  return declareShape(list, z.array(item));
}
