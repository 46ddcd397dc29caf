import de from '../../locales/de/fields.json' with { type: 'json' };
import en from '../../locales/en/fields.json' with { type: 'json' };
import fr from '../../locales/fr/fields.json' with { type: 'json' };
import nl from '../../locales/nl/fields.json' with { type: 'json' };
import { combineLanguages, type Labels } from '../../domain/language.ts';

/** Names of request fields in messages, as people say them. */
export const FIELD_NAMES: ReadonlyMap<string, Labels> = new Map(
  Object.entries(combineLanguages({ de: de.fields, en: en.fields, fr: fr.fields, nl: nl.fields })),
);

/** Names of one member of a list field. */
export const MEMBER_NAMES: ReadonlyMap<string, Labels> = new Map(
  Object.entries(combineLanguages({ de: de.members, en: en.members, fr: fr.members, nl: nl.members })),
);

export const ELEMENT: Labels = { fr: 'élément', nl: 'element', en: 'element', de: 'Element' };
/** In Dutch, a line of a file has another name than a line of an entry. */
export const FILE_LINE: Labels = { fr: 'ligne', nl: 'regel', en: 'line', de: 'Zeile' };
