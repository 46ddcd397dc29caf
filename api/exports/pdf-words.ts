import de from '../../locales/de/exports-pages.json' with { type: 'json' };
import en from '../../locales/en/exports-pages.json' with { type: 'json' };
import fr from '../../locales/fr/exports-pages.json' with { type: 'json' };
import nl from '../../locales/nl/exports-pages.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Labels used only on paper and in workbooks. */
export const PAGE_WORDS = combineLanguages({ de, en, fr, nl });
