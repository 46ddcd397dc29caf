import { useEffect, useState } from 'preact/hooks';
import type { Language } from './words.ts';

/** Display names of fields, as in the messages of the service; unknown fields keep their own name. */
export type FieldName = (path: string) => string;

type Names = Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** Fields that occur in no request. */
const OWN: Names = {
  box: { fr: 'case', nl: 'vak', en: 'box', de: 'Feld' },
  boxes: { fr: 'cases', nl: 'vakken', en: 'boxes', de: 'Felder' },
  closed_at: { fr: 'clôturé le', nl: 'afgesloten op', en: 'closed on', de: 'abgeschlossen am' },
  fiscal_year_code: { fr: 'exercice', nl: 'boekjaar', en: 'fiscal year', de: 'Geschäftsjahr' },
  import_id: { fr: 'import', nl: 'import', en: 'import', de: 'Import' },
  journal_code: { fr: 'journal', nl: 'dagboek', en: 'journal', de: 'Journal' },
  period_id: { fr: 'période', nl: 'periode', en: 'period', de: 'Periode' },
  layer: { fr: 'couche', nl: 'laag', en: 'layer', de: 'Schicht' },
  mime: { fr: 'format', nl: 'formaat', en: 'format', de: 'Format' },
  number: { fr: 'numéro', nl: 'nummer', en: 'number', de: 'Nummer' },
  origin: { fr: 'origine', nl: 'herkomst', en: 'origin', de: 'Herkunft' },
  sha256: { fr: 'empreinte SHA-256', nl: 'SHA-256-vingerafdruk', en: 'SHA-256 hash', de: 'SHA-256-Hash' },
  size: { fr: 'taille en octets', nl: 'grootte in bytes', en: 'size in bytes', de: 'Größe in Byte' },
  status: { fr: 'état', nl: 'status', en: 'status', de: 'Status' },
  total: { fr: 'total', nl: 'totaal', en: 'total', de: 'Summe' },
  vat: { fr: 'TVA', nl: 'btw', en: 'VAT', de: 'MwSt.' },
};

export function useFieldNames(language: Language): FieldName {
  const [names, setNames] = useState<Names>(OWN);
  useEffect(() => {
    fetch('/console/fields.txt')
      .then((response) => response.json() as Promise<Names>)
      .then(
        (told) => setNames({ ...told, ...OWN }),
        () => undefined,
      );
  }, []);
  const translatePart = (name: string): string => names[name]?.[language] ?? name.replaceAll('_', ' ');
  return (path) => {
    const text = path.split('.').map(translatePart).join(' › ');
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  };
}
