import de from '../../locales/de/http.json' with { type: 'json' };
import en from '../../locales/en/http.json' with { type: 'json' };
import fr from '../../locales/fr/http.json' with { type: 'json' };
import nl from '../../locales/nl/http.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What the router itself answers, whatever the route; forms with files, and the place where files are kept. */
export const messages = combineLanguages({ de, en, fr, nl });
