import de from '../../../locales/de/bank-mt940-codes.json' with { type: 'json' };
import en from '../../../locales/en/bank-mt940-codes.json' with { type: 'json' };
import fr from '../../../locales/fr/bank-mt940-codes.json' with { type: 'json' };
import nl from '../../../locales/nl/bank-mt940-codes.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../language.ts';

/** Labels of SWIFT codes: a letter for the kind of reference, and three for the kind of movement. */

const CODES: Readonly<Record<string, Labels>> = combineLanguages({ de, en, fr, nl });

export const findMt940Label = (code: string): Labels | null => CODES[code.slice(1)] ?? null;
