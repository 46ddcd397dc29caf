import de from '../../locales/de/lettering.json' with { type: 'json' };
import en from '../../locales/en/lettering.json' with { type: 'json' };
import fr from '../../locales/fr/lettering.json' with { type: 'json' };
import nl from '../../locales/nl/lettering.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Letterings and open items. */
export const messages = combineLanguages({ de, en, fr, nl });
