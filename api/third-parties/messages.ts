import de from '../../locales/de/third-parties.json' with { type: 'json' };
import en from '../../locales/en/third-parties.json' with { type: 'json' };
import fr from '../../locales/fr/third-parties.json' with { type: 'json' };
import nl from '../../locales/nl/third-parties.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Customers and suppliers: their numbers, their accounts, merging two that are one, and looking them up in VIES and Peppol. */
export const messages = combineLanguages({ de, en, fr, nl });
