import { formatStructuredCommunication } from '../numbers/structured-communication.ts';
import { extractCommunications, extractMentions, compactReference, listComparableReferences } from './clues.ts';
import type { OpenLine } from './open-line.ts';

type Texts = Pick<OpenLine, 'references' | 'labels'>;

/** The clue that lettered lines have in common, as people write it. Null if there is none. */
export function findSharedClue(reason: string, lines: readonly Texts[]): string | null {
  if (reason === 'structured_communication') {
    const shared = findMostShared(lines, listTexts, extractCommunications);
    return shared?.startsWith('RF') === false ? formatStructuredCommunication(shared) : shared;
  }
  if (reason !== 'reference') return null;
  const known = new Map(
    lines.flatMap(({ references }) => references.map((written) => [compactReference(written), written])),
  );
  const listReferences = (line: Texts) => [
    ...listComparableReferences(line.references),
    ...listTexts(line).flatMap(extractMentions),
  ];
  const shared = findMostShared(lines, listReferences, (reference) => (known.has(reference) ? [reference] : []));
  return shared === null ? null : known.get(shared)!;
}

const listTexts = ({ references, labels }: Texts): readonly string[] => [...references, ...labels];

/** The clue that occurs on the most lines, but on at least two. */
function findMostShared(
  lines: readonly Texts[],
  parts: (line: Texts) => readonly string[],
  clues: (part: string) => readonly string[],
): string | null {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const clue of new Set(parts(line).flatMap(clues))) counts.set(clue, (counts.get(clue) ?? 0) + 1);
  let best: string | null = null;
  for (const [clue, count] of counts) if (count > (best === null ? 1 : counts.get(best)!)) best = clue;
  return best;
}
