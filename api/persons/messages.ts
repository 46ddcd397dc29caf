import de from '../../locales/de/persons.json' with { type: 'json' };
import en from '../../locales/en/persons.json' with { type: 'json' };
import fr from '../../locales/fr/persons.json' with { type: 'json' };
import nl from '../../locales/nl/persons.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';

/** Personal data: what is known of a person, until when it is kept, and how it is erased. */
export const messages = combineLanguages({ de, en, fr, nl });
