import de from '../../locales/de/integrations.json' with { type: 'json' };
import en from '../../locales/en/integrations.json' with { type: 'json' };
import fr from '../../locales/fr/integrations.json' with { type: 'json' };
import nl from '../../locales/nl/integrations.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Sources outside that a company file is connected with. */
export const messages = combineLanguages({ de, en, fr, nl });
