import de from '../../locales/de/console-fields.json' with { type: 'json' };
import en from '../../locales/en/console-fields.json' with { type: 'json' };
import fr from '../../locales/fr/console-fields.json' with { type: 'json' };
import nl from '../../locales/nl/console-fields.json' with { type: 'json' };
import { combineLanguages } from '../../domain/language.ts';
import { useEffect, useState } from 'preact/hooks';
import type { Language } from './words.ts';

/** Display names of fields, as in the messages of the service; unknown fields keep their own name. */
export type FieldName = (path: string) => string;

type Names = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** Fields that occur in no request. */
const OWN: Names = combineLanguages({ de, en, fr, nl });

/** The names are fetched once they are needed: the first page shows none. */
export function useFieldNames(language: Language, areNeeded: boolean): FieldName {
  const [names, setNames] = useState<Names>(OWN);
  useEffect(() => {
    if (!areNeeded) return;
    fetch('/console/fields.txt')
      .then((response) => response.json() as Promise<Names>)
      .then(
        (told) => setNames({ ...told, ...OWN }),
        () => undefined,
      );
  }, [areNeeded]);
  const translatePart = (name: string): string => names[name]?.[language] ?? name.replaceAll('_', ' ');
  return (path) => {
    const text = path.split('.').map(translatePart).join(' › ');
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  };
}
