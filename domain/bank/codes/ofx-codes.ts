import de from '../../../locales/de/bank-ofx-codes.json' with { type: 'json' };
import en from '../../../locales/en/bank-ofx-codes.json' with { type: 'json' };
import fr from '../../../locales/fr/bank-ofx-codes.json' with { type: 'json' };
import nl from '../../../locales/nl/bank-ofx-codes.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../language.ts';

/** Labels of the kinds of movements in OFX files. */

const CODES: Readonly<Record<string, Labels>> = combineLanguages({ de, en, fr, nl });

export const findOfxLabel = (code: string): Labels | null => CODES[code] ?? null;
