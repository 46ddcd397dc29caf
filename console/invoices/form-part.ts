import type { Draft } from './draft.ts';
import type { Live } from './use-tried.ts';

/** What every part of the form is given. */
export interface PartProps {
  readonly draft: Draft;
  readonly live: Live;
  /** Messages about a field, such as `lines.0.vat_code`. */
  readonly getErrors: (field: string) => readonly string[];
  readonly onChange: (changes: Partial<Draft>) => void;
}
