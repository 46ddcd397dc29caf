import de from '../../locales/de/integrations-runs.json' with { type: 'json' };
import en from '../../locales/en/integrations-runs.json' with { type: 'json' };
import fr from '../../locales/fr/integrations-runs.json' with { type: 'json' };
import nl from '../../locales/nl/integrations-runs.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** What went wrong in runs of integrations. */
export const messages = combineLanguages({ de, en, fr, nl });
