import { createHash } from 'node:crypto';

/**
 * The types of a client are made by openapi-typescript, which takes seconds: the file says what it was made from and what it
 * holds, so that a test knows without making it again whether it is old, or was changed by hand.
 */

/** The document without its examples: they tell nothing of types, and are recorded anew all the time. */
export function typedPart(document: object): object {
  return withoutExamples(document, false) as object;
}

function withoutExamples(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutExamples(one, false));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    // A property may be called so.
    .filter(([name]) => isMap || (name !== 'example' && name !== 'examples' && name !== 'servers'))
    .map(([name, one]) => [name, withoutExamples(one, !isMap && name === 'properties')] as const);
  return Object.fromEntries(members);
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The first line of the file. */
export const headOf = (document: object, types: string): string =>
  `/** Made by npm run docs:client: do not change it by hand. From ${hash(JSON.stringify(typedPart(document)))}, ${hash(types)}. */\n`;

export function isCurrent(file: string, document: object): boolean {
  const end = file.indexOf('\n') + 1;
  return file.slice(0, end) === headOf(document, file.slice(end));
}
