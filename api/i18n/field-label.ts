import type { Language } from '../../domain/language.ts';
import { ELEMENT, FIELD_NAMES, FILE_LINE, MEMBER_NAMES } from './field-names.ts';

/**
 * Formats a field path in words: `lines.0.amount` → `ligne 1, montant`. List items are counted from one; positions in a
 * file keep the numbering of the file. A name without a translation is returned unchanged.
 */
export function formatFieldPath(path: string, language: Language, isInFile = false): string {
  const words: string[] = [];
  const parts = path.split('.');
  for (let index = 0; index < parts.length; index++) {
    const name = parts[index]!;
    const next = parts[index + 1];
    if (KEYED.has(name) && isIndex(next)) {
      words.push(`${FIELD_NAMES.get(name)?.[language] ?? name} ${next}`);
      index++;
    } else if (isIndex(name)) {
      words.push(`${ELEMENT[language]} ${Number(name) + 1}`);
    } else if (isIndex(next)) {
      const isPlace = isInFile && PLACES_IN_FILES.has(name);
      words.push(`${getMemberName(name, language, isPlace)} ${Number(next) + (isPlace ? 0 : 1)}`);
      index++;
    } else if (name === 'columns' && next !== undefined) {
      // A missing column is named exactly as the file must name it.
      return parts.slice(index + 1).join('.');
    } else {
      words.push(FIELD_NAMES.get(name)?.[language] ?? name);
    }
  }
  return words.join(', ');
}

/** Their members have a key, such as the number of a box, which is shown as the caller sent it. */
const KEYED: ReadonlySet<string> = new Set(['manual', 'boxes', 'slips']);

/** Lines and columns keep the numbering of the uploaded file. */
const PLACES_IN_FILES: ReadonlySet<string> = new Set(['lines', 'columns']);

function getMemberName(name: string, language: Language, isPlace: boolean): string {
  if (isPlace && name === 'lines') return FILE_LINE[language];
  const member = MEMBER_NAMES.get(name);
  if (member) return member[language];
  const list = FIELD_NAMES.get(name)?.[language] ?? name;
  return `${list}, ${ELEMENT[language]}`;
}

const isIndex = (part: string | undefined): boolean => part !== undefined && /^\d{1,9}$/.test(part);
