import de from '../../locales/de/meta.json' with { type: 'json' };
import en from '../../locales/en/meta.json' with { type: 'json' };
import fr from '../../locales/fr/meta.json' with { type: 'json' };
import nl from '../../locales/nl/meta.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Reference data: why an IBAN or a code is wrong, what is particular about the VAT numbers of a country; the first page. */
export const messages = combineLanguages({ de, en, fr, nl });
