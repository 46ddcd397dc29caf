import { addDays } from '../../../domain/dates.ts';
import { fromCents, percent, toCents } from '../../../domain/money.ts';
import { createDice, type Dice } from '../invoices/random.ts';
import { createCompany, type Company } from './companies.ts';
import { WORDS, type Language, type Words } from './words.ts';

/** A document as it is meant: what is drawn, and what should be read off it. */
export interface PlainDocument {
  readonly seed: number;
  readonly language: Language;
  readonly words: Words;
  readonly dice: Dice;
  /** The sender. */
  readonly seller: Company;
  readonly buyer: Company;
  readonly own: Company;
  /** How the own name is written on the envelope. */
  readonly buyerName: string;
  /** The number of the buyer is printed. */
  readonly hasBuyerVat: boolean;
  readonly isSale: boolean;
  readonly number: string;
  readonly date: string;
  readonly due: string;
  /** Null if the document does not name one. */
  readonly currency: string | null;
  readonly lines: readonly { readonly text: string; readonly quantity: number; readonly price: number }[];
  readonly rate: string;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
  amount(cents: number): string;
  day(date: string): string;
}

const LANGUAGES: readonly Language[] = ['fr', 'nl', 'de', 'en'];
const COUNTRIES: Readonly<Record<Language, readonly string[]>> = {
  fr: ['BE', 'FR', 'FR', 'LU', 'CH'],
  nl: ['BE', 'BE', 'NL'],
  de: ['DE', 'DE', 'LU', 'CH', 'BE'],
  en: ['GB', 'US', 'LU', 'SE', 'PL', 'DK', 'DE'],
};
const RATES: Readonly<Record<string, string>> = {
  BE: '21', FR: '20', LU: '17', DE: '19', NL: '21', CH: '8.1', GB: '20', SE: '25', PL: '23', DK: '25', US: '0',
}; // oxfmt-ignore
const MONEY: Readonly<Record<string, string>> = { CH: 'CHF', GB: 'GBP', SE: 'SEK', PL: 'PLN', DK: 'DKK', US: 'USD' };
/** `#` is the number. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  EUR: ['# €', '€ #', '# EUR', 'EUR #', '€#'],
  CHF: ['CHF #', '# CHF', 'Fr. #', 'SFr. #'],
  GBP: ['£#', '£ #', '# GBP', 'GBP #'],
  SEK: ['# kr', '# SEK', 'SEK #'],
  PLN: ['# zł', '# PLN'],
  DKK: ['# DKK', 'kr. #', 'DKK #'],
  USD: ['$#', 'US$ #', 'USD #', '$ #'],
};

const OWN_DICE = createDice(77);
const OWN: readonly Company[] = [
  createCompany('BE', 'fr', OWN_DICE, { name: 'Atelier Meridien SRL' }),
  createCompany('FR', 'fr', OWN_DICE, { name: 'Maison Corvaisier SARL' }),
  createCompany('LU', 'de', OWN_DICE, { name: 'Ardenia Consult S.à r.l.' }),
];

export function createPlainDocument(seed: number): PlainDocument {
  const dice = createDice(seed + 40_000);
  const language = LANGUAGES[seed % 4]!;
  const words = WORDS[language];
  const own = OWN[Math.floor(seed / 4) % 3]!;
  const isSale = seed % 11 === 7;
  const country = dice.pick(COUNTRIES[language]);
  const other = createCompany(country, language, dice, {
    isPerson: dice.roll() < 0.15,
    hasForm: dice.roll() < 0.75,
    hasVatNumber: country !== 'FR' || isSale || dice.roll() < 0.6,
  });
  const [seller, buyer] = isSale ? [own, other] : [other, own];
  const rate = RATES[seller.country]!;
  const lines = Array.from({ length: dice.between(1, 4) }, () => ({
    text: dice.pick(words.items),
    quantity: dice.between(1, 9),
    price: dice.between(900, 64_000),
  }));
  const net = lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0);
  const vat = toCents(percent(fromCents(BigInt(net)), rate));
  const date = addDays('2025-01-06', dice.between(0, 650));
  const currency = dice.roll() < 0.08 ? null : (MONEY[seller.country] ?? 'EUR');
  return {
    seed,
    language,
    words,
    dice,
    seller,
    buyer,
    own,
    ...writeBuyer(buyer, isSale, dice),
    isSale,
    number: createNumber(dice, date.slice(0, 4)),
    date,
    due: addDays(date, dice.pick([14, 21, 30, 45])),
    currency,
    lines,
    rate,
    net,
    vat,
    gross: net + vat,
    amount: createAmountWriter(currency, language, dice),
    day: createDayWriter(words, language, dice),
  };
}

/** The own company is named exactly, in capitals, without its legal form or under a trade name beside its number. */
function writeBuyer(buyer: Company, isSale: boolean, dice: Dice): Pick<PlainDocument, 'buyerName' | 'hasBuyerVat'> {
  const way = dice.between(0, 10);
  if (isSale || way <= 4) return { buyerName: buyer.name, hasBuyerVat: isSale || dice.roll() < 0.6 };
  if (way <= 6) return { buyerName: buyer.name.toUpperCase(), hasBuyerVat: dice.roll() < 0.6 };
  if (way <= 8) return { buyerName: buyer.shortName, hasBuyerVat: dice.roll() < 0.6 };
  return {
    buyerName: dice.pick(['Chez Augustine', 'Studio Nova SRL', 'Hôtel du Lac SA', 'Boutique Iris']),
    hasBuyerVat: true,
  };
}

const createNumber = (dice: Dice, year: string): string =>
  dice.pick([
    `${year}-${dice.digits(4)}`,
    `RE${year}${dice.digits(4)}`,
    `${year}/${dice.digits(3)}`,
    `INV-${dice.digits(6)}`,
    `4${dice.digits(6)}`,
    `VF${dice.digits(2)}.${dice.digits(4)}`,
    `F-${dice.digits(5)}`,
  ]);

function createAmountWriter(currency: string | null, language: Language, dice: Dice): (cents: number) => string {
  const [group, point] =
    language === 'en' ? [',', '.'] : currency === 'CHF' ? ["'", '.'] : language === 'fr' ? [' ', ','] : ['.', ','];
  const shape = currency === null ? '#' : dice.pick(WRITTEN[currency]!);
  return (cents) => {
    const text = String(cents).padStart(3, '0');
    return shape.replace('#', `${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group)}${point}${text.slice(-2)}`);
  };
}

function createDayWriter({ months }: Words, language: Language, dice: Dice): (date: string) => string {
  const way = dice.between(0, 3);
  return (date) => {
    const [year, month, day] = date.split('-') as [string, string, string];
    if (way === 0) return date;
    if (way === 1) return `${Number(day)}${language === 'de' ? '.' : ''} ${months[Number(month) - 1]} ${year}`;
    return language === 'de' ? `${day}.${month}.${year}` : `${day}/${month}/${year}`;
  };
}
