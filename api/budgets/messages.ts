import de from '../../locales/de/budgets.json' with { type: 'json' };
import en from '../../locales/en/budgets.json' with { type: 'json' };
import fr from '../../locales/fr/budgets.json' with { type: 'json' };
import nl from '../../locales/nl/budgets.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Budgets: what is wrong with their lines and with files of them. */
export const messages = combineLanguages({ de, en, fr, nl });
