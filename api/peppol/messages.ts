import de from '../../locales/de/peppol.json' with { type: 'json' };
import en from '../../locales/en/peppol.json' with { type: 'json' };
import fr from '../../locales/fr/peppol.json' with { type: 'json' };
import nl from '../../locales/nl/peppol.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

export const messages = combineLanguages({ de, en, fr, nl });
