import de from '../../../locales/de/bank-cfonb-codes.json' with { type: 'json' };
import en from '../../../locales/en/bank-cfonb-codes.json' with { type: 'json' };
import fr from '../../../locales/fr/bank-cfonb-codes.json' with { type: 'json' };
import nl from '../../../locales/nl/bank-cfonb-codes.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../language.ts';

/** Labels of the interbank codes in French statements. */

const CODES: Readonly<Record<string, Labels>> = combineLanguages({ de, en, fr, nl });

export const findCfonbLabel = (code: string): Labels | null => CODES[code] ?? null;
