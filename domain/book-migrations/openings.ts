import { toSearchable } from '../text.ts';

/** Detects opening entries of other programs: by their journal, or by their label on the first day. */

const JOURNAL_CODE = /^(an|ano|anv|anx|an[0-9]{0,2}|anouv\w*|ran|ouv\w*|open\w*|ob|er[oö]ff\w*)$/i;
const WORDS =
  "(a[- ]?nouveaux?|reports? a[- ]nouveau|bilans? d'ouverture|ecritures? d'ouverture|ouverture|soldes? d'ouverture|reprise des soldes|heropening|openings?balans|beginbalans|opening balances?|balances? brought forward|opening entr(y|ies)|saldovortrag|saldovortrage|eroffnungsbilanz|eroffnungsbuchung)";
const BEGINS = new RegExp(`^(journal (des|d'|de l'|van de )?)?${WORDS}`);
/** Quick check: most labels start with none of these letters. */
const LETTERS = /^[aàrbeésohoj]/i;

export const isOpeningJournal = (code: string, label: string | null): boolean =>
  JOURNAL_CODE.test(code) || (label !== null && BEGINS.test(toSearchable(label)));

export const isOpeningLabel = (label: string | null): boolean =>
  label !== null && LETTERS.test(label) && BEGINS.test(toSearchable(label));
