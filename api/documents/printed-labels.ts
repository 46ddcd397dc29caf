import de from '../../locales/de/documents-printed.json' with { type: 'json' };
import en from '../../locales/en/documents-printed.json' with { type: 'json' };
import fr from '../../locales/fr/documents-printed.json' with { type: 'json' };
import nl from '../../locales/nl/documents-printed.json' with { type: 'json' };
import { combineLanguages, type Language } from '../../domain/language.ts';
import type { VatKind } from '../../domain/country-packs/pack.ts';

/** Labels of a printed invoice or credit note. */
const LABELS = combineLanguages({ de, en, fr, nl });

export type PrintedWord = keyof typeof LABELS;

/** French terms used in France for the net amount and the credit note. */
const IN_FRANCE: Partial<Readonly<Record<PrintedWord, string>>> = {
  credit_note: 'Avoir',
  amount: 'Montant HT',
  gross: 'Montant TTC',
};

export function createWordLookup(language: Language, country: string): (word: PrintedWord) => string {
  return (word) => (language === 'fr' && country === 'FR' && IN_FRANCE[word]) || LABELS[word][language];
}

/** The legal mention required where no tax is charged; null if the rate is enough. */
export function findVatMention(kind: VatKind, intraListing: 'L' | 'T' | 'S' | null): PrintedWord | null {
  switch (kind) {
    case 'reverse_charge':
    case 'export':
    case 'exempt':
    case 'margin':
    case 'outside_scope':
      return kind;
    case 'intracom':
      return intraListing === 'L' ? 'intracom_goods' : 'reverse_charge';
    default:
      return null;
  }
}
