import { searchable } from '../text.ts';

/** Entries that open a year, as programs write them: in a journal of their own, or by their words on the first day. */

const JOURNAL_CODE = /^(an|ano|anv|anx|an[0-9]{0,2}|anouv\w*|ran|ouv\w*|open\w*|ob|er[oö]ff\w*)$/i;
const WORDS =
  "(a[- ]?nouveaux?|reports? a[- ]nouveau|bilans? d'ouverture|ecritures? d'ouverture|ouverture|soldes? d'ouverture|reprise des soldes|heropening|openings?balans|beginbalans|opening balances?|balances? brought forward|opening entr(y|ies)|saldovortrag|saldovortrage|eroffnungsbilanz|eroffnungsbuchung)";
const BEGINS = new RegExp(`^(journal (des|d'|de l'|van de )?)?${WORDS}`);
/** Most labels begin with none of these letters. */
const LETTERS = /^[aàrbeésohoj]/i;

export const opensByJournal = (code: string, label: string | null): boolean =>
  JOURNAL_CODE.test(code) || (label !== null && BEGINS.test(searchable(label)));

export const opensByLabel = (label: string | null): boolean =>
  label !== null && LETTERS.test(label) && BEGINS.test(searchable(label));
