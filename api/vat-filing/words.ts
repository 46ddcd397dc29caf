import de from '../../locales/de/vat-filing-printed.json' with { type: 'json' };
import en from '../../locales/en/vat-filing-printed.json' with { type: 'json' };
import fr from '../../locales/fr/vat-filing-printed.json' with { type: 'json' };
import nl from '../../locales/nl/vat-filing-printed.json' with { type: 'json' };
import { combineLanguages, type Language } from '../../domain/language.ts';
import { createLabelFormatter, type CountryLabels } from '../i18n/country-labels.ts';

/** The words on printed returns, listings and slips. */
const WORDS = combineLanguages({ de, en, fr, nl });

export type Word = keyof typeof WORDS;

/** Headings of the frames of the forms, by their numbers. */
const FRAMES: Readonly<Record<string, Readonly<Record<string, Word>>>> = {
  BE: { II: 'outgoing', III: 'incoming', IV: 'tax_due', V: 'deductible', VI: 'balance' },
  FR: { 'A-I': 'taxed', 'A-II': 'untaxed', 'B-I': 'gross_tax', 'B-II': 'deductible', 'B-III': 'outcome' },
  LU: {
    'I.A': 'overall_turnover',
    'I.B': 'exemptions',
    'I.C': 'taxable_turnover',
    'II.A': 'turnover_by_rate',
    'II.B': 'acquisitions',
    'II.C': 'triangular',
    'II.D': 'imports',
    'II.E': 'received_services',
    'II.F': 'received_goods',
    'II.G': 'adjustments',
    'II.H': 'total_tax_due',
    'III.A': 'input_tax',
    'III.B': 'input_tax_not_deductible',
    'III.C': 'input_tax_deductible',
    IV: 'balance',
  },
};

export function getFrameTitle(country: string, frame: string, language: Language): string {
  const word = FRAMES[country]?.[frame];
  const say = wordsIn(language);
  return word === undefined ? frame : say('frame', { frame, what: say(word) });
}

const RECAPITULATIVE = { fr: 'État récapitulatif intracommunautaire', de: 'Zusammenfassende Meldung' };

const OF_COUNTRIES: CountryLabels<Word> = {
  BE: { box: { fr: 'Grille', nl: 'Rooster' } },
  FR: { intracom_listing: RECAPITULATIVE },
  LU: { intracom_listing: RECAPITULATIVE },
};

export const wordsIn = createLabelFormatter<Word>(WORDS, OF_COUNTRIES);
