import { isCreditorReference } from '../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../numbers/structured-communication.ts';

/** Clues in the texts of a line about what it pays. Labels are short, so the work is bounded. */

/** Between marks, any separator may occur between the digits. Without marks, only slashes or none. */
const MARKED = /(?:\+{3}|\*{3})\s?([\d\s/.-]{12,20})(?:\+{3}|\*{3})/g;
const BARE = /(?<!\d)\d{3}(?:\/\d{4}\/|\d{4})\d{5}(?!\d)/g;
const CREDITOR_REFERENCE = /(?<![0-9A-Z])RF\d{2}(?: ?[0-9A-Z]){1,40}/g;

/**
 * Belgian structured communications as twelve digits, and creditor references without spaces. Only those with valid check
 * digits.
 */
export function extractCommunications(text: string): string[] {
  const found = new Set<string>();
  for (const [, marked = ''] of text.matchAll(MARKED)) addCommunication(marked.replace(/\D/g, ''));
  for (const [bare] of text.matchAll(BARE)) addCommunication(bare.replaceAll('/', ''));
  for (const [written] of text.toUpperCase().matchAll(CREDITOR_REFERENCE)) {
    const reference = findCreditorReference(written);
    if (reference !== null) found.add(reference);
  }
  return [...found];

  function addCommunication(digits: string): void {
    if (isStructuredCommunication(digits)) found.add(digits);
  }
}

/** Printed in groups of four, of which the last may be shorter. Following text is not part of it. */
function findCreditorReference(text: string): string | null {
  let longest: string | null = null;
  let reference = '';
  for (const word of text.split(' ')) {
    reference += word;
    if (isCreditorReference(reference)) longest = reference;
    if (word.length !== 4) break;
  }
  return longest;
}

/** Keeps only letters and digits, in upper case: `F-2026/001` and `f 2026 001` are the same reference. */
export function compactReference(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}

const FEWEST_CHARACTERS = 2;

/** References suitable for comparison. A single character is not. */
export function listComparableReferences(references: readonly string[]): string[] {
  return [...new Set(references.map(compactReference))].filter(({ length }) => length >= FEWEST_CHARACTERS);
}

/** The maximum number of words in a reference. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 40;

/** Every sequence of words in a text that could be a reference, normalised. */
export function extractMentions(text: string): string[] {
  const words =
    text
      .normalize('NFKD')
      .toUpperCase()
      .match(/[0-9A-Z]+/g) ?? [];
  const mentioned = new Set<string>();
  for (let first = 0; first < words.length; first += 1) {
    let run = '';
    for (const word of words.slice(first, first + MOST_WORDS)) {
      run += word;
      if (run.length > MOST_CHARACTERS) break;
      if (isMeaningful(run)) mentioned.add(run);
    }
  }
  return [...mentioned];
}

/** Within other words, a short number or a year may occur by chance, and so may a word without digits. */
function isMeaningful(run: string): boolean {
  if (!/\d/.test(run)) return false;
  if (/[A-Z]/.test(run)) return run.length >= FEWEST_CHARACTERS;
  return run.length >= 4 && !/^(19|20)\d\d$/.test(run);
}
