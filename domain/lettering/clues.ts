import { isCreditorReference } from '../numbers/creditor-reference.ts';
import { isStructuredCommunication } from '../numbers/structured-communication.ts';

/** What the texts of a line tell about what it pays or is paid by. Labels are short, so that all of this is bounded. */

/** Between marks anything may separate the digits; without them, slashes or nothing. */
const MARKED = /(?:\+{3}|\*{3})\s?([\d\s/.-]{12,20})(?:\+{3}|\*{3})/g;
const BARE = /(?<!\d)\d{3}(?:\/\d{4}\/|\d{4})\d{5}(?!\d)/g;
const CREDITOR_REFERENCE = /(?<![0-9A-Z])RF\d{2}(?: ?[0-9A-Z]){1,40}/g;

/** Structured communications of Belgium as twelve digits, and creditor references without spaces; only those with a right check. */
export function communicationsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, marked = ''] of text.matchAll(MARKED)) keep(marked.replace(/\D/g, ''));
  for (const [bare] of text.matchAll(BARE)) keep(bare.replaceAll('/', ''));
  for (const [written] of text.toUpperCase().matchAll(CREDITOR_REFERENCE)) {
    const reference = creditorReferenceAt(written);
    if (reference !== null) found.add(reference);
  }
  return [...found];

  function keep(digits: string): void {
    if (isStructuredCommunication(digits)) found.add(digits);
  }
}

/** Printed in groups of four, the last of which may be shorter; what follows in the text is no part of it. */
function creditorReferenceAt(text: string): string | null {
  let longest: string | null = null;
  let reference = '';
  for (const word of text.split(' ')) {
    reference += word;
    if (isCreditorReference(reference)) longest = reference;
    if (word.length !== 4) break;
  }
  return longest;
}

/** `F-2026/001` and `f 2026 001` are the same reference: capitals, letters and digits alone. */
export function normalisedReference(text: string): string {
  return text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
}

const FEWEST_CHARACTERS = 2;

/** References that can be compared: a single character says nothing. */
export function referencesOf(references: readonly string[]): string[] {
  return [...new Set(references.map(normalisedReference))].filter(({ length }) => length >= FEWEST_CHARACTERS);
}

/** As many words of a text as one reference may be made of. */
const MOST_WORDS = 5;
const MOST_CHARACTERS = 40;

/** Every run of words in a text that could be a reference, normalised. */
export function mentionedIn(text: string): string[] {
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
      if (isTelling(run)) mentioned.add(run);
    }
  }
  return [...mentioned];
}

/** A reference within other words: a short number or a year may stand there by chance, and so may a word without a digit. */
function isTelling(run: string): boolean {
  if (!/\d/.test(run)) return false;
  if (/[A-Z]/.test(run)) return run.length >= FEWEST_CHARACTERS;
  return run.length >= 4 && !/^(19|20)\d\d$/.test(run);
}
