import de from '../../locales/de/firms.json' with { type: 'json' };
import en from '../../locales/en/firms.json' with { type: 'json' };
import fr from '../../locales/fr/firms.json' with { type: 'json' };
import nl from '../../locales/nl/firms.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Firms, their team, and the company files that each member sees. */
export const messages = combineLanguages({ de, en, fr, nl });
