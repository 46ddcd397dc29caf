import de from '../../locales/de/e-reporting.json' with { type: 'json' };
import en from '../../locales/en/e-reporting.json' with { type: 'json' };
import fr from '../../locales/fr/e-reporting.json' with { type: 'json' };
import nl from '../../locales/nl/e-reporting.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

export const messages = combineLanguages({ de, en, fr, nl });
