import de from '../../locales/de/lifecycle.json' with { type: 'json' };
import en from '../../locales/en/lifecycle.json' with { type: 'json' };
import fr from '../../locales/fr/lifecycle.json' with { type: 'json' };
import nl from '../../locales/nl/lifecycle.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Statuses of exchanged documents, approved platforms and e-reporting. */
export const messages = combineLanguages({ de, en, fr, nl });
