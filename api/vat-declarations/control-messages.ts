import de from '../../locales/de/vat-declarations-control.json' with { type: 'json' };
import en from '../../locales/en/vat-declarations-control.json' with { type: 'json' };
import fr from '../../locales/fr/vat-declarations-control.json' with { type: 'json' };
import nl from '../../locales/nl/vat-declarations-control.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What the control of VAT finds, and how each finding is solved. */
export const messages = combineLanguages({ de, en, fr, nl });
