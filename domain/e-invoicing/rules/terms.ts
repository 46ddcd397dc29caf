import de from '../../../locales/de/e-invoicing-terms.json' with { type: 'json' };
import en from '../../../locales/en/e-invoicing-terms.json' with { type: 'json' };
import fr from '../../../locales/fr/e-invoicing-terms.json' with { type: 'json' };
import nl from '../../../locales/nl/e-invoicing-terms.json' with { type: 'json' };
import { combineLanguages } from '../../language.ts';

/** Business terms used in messages, in each language. */
export const TERMS = combineLanguages({ de, en, fr, nl });

export type Term = keyof typeof TERMS;
