import type { LetteringEvent } from './lettering-events.ts';

/** Number of letterings so far, which determines the next letter code. */
export type LetteringState = { readonly count: number };

declare module '../company-file-state.ts' {
  interface CompanyFile {
    readonly lettering: LetteringState;
  }
}

export const initialLettering: LetteringState = { count: 0 };

export function evolveLettering(state: LetteringState, event: LetteringEvent): LetteringState {
  return event.type === 'LinesLettered' ? { count: state.count + event.data.letterings.length } : state;
}

const FEWEST_LETTERS = 3;

/** Letter code of the n-th lettering, counted from 1: AAA, AAB, … ZZZ, AAAA, … */
export function formatLetteringCode(number: number): string {
  let rest = number - 1;
  let letters = FEWEST_LETTERS;
  for (let size = 26 ** letters; rest >= size; size = 26 ** letters) {
    rest -= size;
    letters += 1;
  }
  let code = '';
  for (let index = 0; index < letters; index += 1) {
    code = String.fromCharCode(65 + (rest % 26)) + code;
    rest = Math.floor(rest / 26);
  }
  return code;
}
