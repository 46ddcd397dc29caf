import type { Language } from './recogniser.ts';

/** Detects the language of recognised words by words that only one of the languages has on invoices. */

const WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  fra: new Set(
    'facture factures avoir montant quantité prix unitaire hors tva tvac htva ttc échéance adresse paiement merci numéro désignation taux virement payer compte pour votre nos aux les des rue date acompte sous-total'.split(
      ' ',
    ),
  ),
  nld: new Set(
    'factuur factuurdatum factuurnummer factuurnr creditnota bedrag aantal prijs eenheidsprijs btw vervaldag vervaldatum klant klantnummer adres betaling betalen omschrijving totaal subtotaal gelieve rekening het een voor met van uw bedankt datum'.split(
      ' ',
    ),
  ),
  eng: new Set(
    'invoice amount quantity qty price unit vat due customer address payment description please account the and for with your thank number bill issue subtotal receipt paid by of net'.split(
      ' ',
    ),
  ),
  deu: new Set(
    'rechnung rechnungsdatum rechnungsnummer gutschrift betrag menge preis einzelpreis gesamtpreis mwst ust ust-idnr fällig kunde kundennummer zahlung zahlbar bezeichnung gesamtbetrag rechnungsbetrag nettobetrag zwischensumme bitte konto der die und für mit vielen dank datum innerhalb'.split(
      ' ',
    ),
  ),
};

const FEWEST = 3;
const CLEARLY = 1.5;

/** Null if no language is clear. */
export function detectLanguage(texts: readonly string[]): Language | null {
  const counts = { fra: 0, nld: 0, eng: 0, deu: 0 };
  const languages = Object.keys(counts) as Language[];
  for (const text of texts) {
    const word = text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
    for (const language of languages) if (WORDS[language].has(word)) counts[language] += 1;
  }
  const [first, second] = languages.sort((one, other) => counts[other] - counts[one]);
  return counts[first!] >= FEWEST && counts[first!] >= CLEARLY * counts[second!] ? first! : null;
}
