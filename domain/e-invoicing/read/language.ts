import { LANGUAGES, type Labels, type Language } from '../../language.ts';
import { toSearchable } from '../../text.ts';
import type { WrittenInvoice } from './invoice.ts';

/** Typical invoice words of each language that are rare in the others. */
const WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  fr: toWordSet(
    'le les des du et pour avec facture paiement jours livraison frais abonnement prestations remise nous votre sur',
  ),
  nl: toWordSet(
    'het een voor met van en factuur betaling dagen levering kosten abonnement korting wij uw binnen werken maand',
  ),
  en: toWordSet(
    'the and of for with invoice payment days delivery charges subscription discount we your within month services',
  ),
  de: toWordSet(
    'der die das und mit fur rechnung zahlung tage lieferung kosten abonnement rabatt wir ihre innerhalb monat leistungen',
  ),
};

function toWordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Usual invoice language of a country; Belgium and Switzerland have none. */
const BY_COUNTRY: Readonly<Record<string, Language>> = {
  FR: 'fr',
  LU: 'fr',
  MC: 'fr',
  NL: 'nl',
  DE: 'de',
  AT: 'de',
  LI: 'de',
  GB: 'en',
  IE: 'en',
  US: 'en',
};

const MOST_TEXT = 4000;

/** By the words of notes and lines, else by the country of the seller; null if unknown. */
export function detectLanguage({ notes, lines, seller }: WrittenInvoice): Language | null {
  const text = [...notes, ...lines.slice(0, 50).map(({ description }) => description ?? '')]
    .join(' ')
    .slice(0, MOST_TEXT);
  const said = toSearchable(text).split(/[^a-z]+/);
  const counts = LANGUAGES.map((language) => ({
    language,
    count: said.filter((word) => WORDS[language].has(word)).length,
  })).sort((one, other) => other.count - one.count);
  const [first, second] = counts;
  if (first!.count > 1 && first!.count > second!.count) return first!.language;
  return BY_COUNTRY[seller.country ?? ''] ?? null;
}

/** Default texts for lines without a description. */
export const ALLOWANCE: Labels = { fr: 'Remise', nl: 'Korting', en: 'Discount', de: 'Rabatt' };
export const CHARGE: Labels = { fr: 'Frais', nl: 'Kosten', en: 'Charge', de: 'Zuschlag' };
export const GOODS_OR_SERVICES: Labels = {
  fr: 'Biens et services',
  nl: 'Goederen en diensten',
  en: 'Goods and services',
  de: 'Waren und Dienstleistungen',
};
