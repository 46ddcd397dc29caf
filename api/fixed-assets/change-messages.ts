import de from '../../locales/de/fixed-assets-changes.json' with { type: 'json' };
import en from '../../locales/en/fixed-assets-changes.json' with { type: 'json' };
import fr from '../../locales/fr/fixed-assets-changes.json' with { type: 'json' };
import nl from '../../locales/nl/fixed-assets-changes.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What happened to fixed assets, in the activity and in the history. */
export const messages = combineLanguages({ de, en, fr, nl });
