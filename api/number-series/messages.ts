import de from '../../locales/de/number-series.json' with { type: 'json' };
import en from '../../locales/en/number-series.json' with { type: 'json' };
import fr from '../../locales/fr/number-series.json' with { type: 'json' };
import nl from '../../locales/nl/number-series.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Series that give documents their numbers. */
export const messages = combineLanguages({ de, en, fr, nl });
