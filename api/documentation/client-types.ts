import { createHash } from 'node:crypto';

/**
 * openapi-typescript takes seconds to generate the client types. The file therefore records the hashes of its source and
 * contents, so that a test can detect an outdated or manually edited file without generating it again.
 */

/** The document without its examples, which do not affect types and change all the time. */
export function extractTypedPart(document: object): object {
  return withoutExamples(document, false) as object;
}

function withoutExamples(value: unknown, isMap: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutExamples(one, false));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    // A property may have one of these names.
    .filter(([name]) => isMap || (name !== 'example' && name !== 'examples' && name !== 'servers'))
    .map(([name, one]) => [name, withoutExamples(one, !isMap && name === 'properties')] as const);
  return Object.fromEntries(members);
}

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The first line of the file. */
export const buildFileHeader = (document: object, types: string): string =>
  `/** Made by npm run docs:client: do not change it by hand. From ${hashText(JSON.stringify(extractTypedPart(document)))}, ${hashText(types)}. */\n`;

export function isClientFileCurrent(file: string, document: object): boolean {
  const end = file.indexOf('\n') + 1;
  return file.slice(0, end) === buildFileHeader(document, file.slice(end));
}
