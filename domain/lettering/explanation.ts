import { formatStructuredCommunication } from '../numbers/structured-communication.ts';
import { communicationsIn, mentionedIn, normalisedReference, referencesOf } from './clues.ts';
import type { OpenLine } from './open-line.ts';

type Texts = Pick<OpenLine, 'references' | 'labels'>;

/** What lines that were lettered for what they say have in common, as people write it; null where they say nothing alike. */
export function sharedClue(reason: string, lines: readonly Texts[]): string | null {
  if (reason === 'structured_communication') {
    const shared = mostShared(lines, textsOf, communicationsIn);
    return shared?.startsWith('RF') === false ? formatStructuredCommunication(shared) : shared;
  }
  if (reason !== 'reference') return null;
  const known = new Map(
    lines.flatMap(({ references }) => references.map((written) => [normalisedReference(written), written])),
  );
  const own = (line: Texts) => [...referencesOf(line.references), ...textsOf(line).flatMap(mentionedIn)];
  const shared = mostShared(lines, own, (reference) => (known.has(reference) ? [reference] : []));
  return shared === null ? null : known.get(shared)!;
}

const textsOf = ({ references, labels }: Texts): readonly string[] => [...references, ...labels];

/** The clue that stands on most lines, and on two at least. */
function mostShared(
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
