import deHints from '../../../../locales/de/e-invoicing-france-hints.json' with { type: 'json' };
import de from '../../../../locales/de/e-invoicing-france.json' with { type: 'json' };
import enHints from '../../../../locales/en/e-invoicing-france-hints.json' with { type: 'json' };
import en from '../../../../locales/en/e-invoicing-france.json' with { type: 'json' };
import frHints from '../../../../locales/fr/e-invoicing-france-hints.json' with { type: 'json' };
import fr from '../../../../locales/fr/e-invoicing-france.json' with { type: 'json' };
import nlHints from '../../../../locales/nl/e-invoicing-france-hints.json' with { type: 'json' };
import nl from '../../../../locales/nl/e-invoicing-france.json' with { type: 'json' };
import { combineLanguages } from '../../../language.ts';

/** Messages of the French rules. */
export const MESSAGES = combineLanguages({ de, en, fr, nl });
/** What the user can do about them. */
export const HINTS = combineLanguages({ de: deHints, en: enHints, fr: frHints, nl: nlHints });

export type Message = keyof typeof MESSAGES;
export type Hint = keyof typeof HINTS;
