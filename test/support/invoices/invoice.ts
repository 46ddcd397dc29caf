import { addDays } from '../../../domain/dates.ts';
import { toCents, fromCents, percent } from '../../../domain/money.ts';
import {
  formatStructuredCommunication,
  buildStructuredCommunication,
} from '../../../domain/numbers/structured-communication.ts';
import { createEnterprise, type Enterprise } from './parties.ts';
import { createDice, type Dice } from './random.ts';
import { VOCABULARIES, type Language, type Vocabulary } from './vocabulary.ts';

/** An invoice as it is meant: what is drawn, and what should be read off it again. */
export interface Invoice {
  readonly seed: number;
  readonly layout: number;
  readonly language: Language;
  readonly words: Vocabulary;
  readonly supplier: Enterprise;
  readonly customer: Enterprise;
  readonly isCreditNote: boolean;
  readonly isReverse: boolean;
  readonly isSale: boolean;
  readonly number: string;
  readonly date: string;
  readonly due: string;
  readonly termDays: number;
  readonly communication: string | null;
  readonly communicationText: string | null;
  readonly lines: readonly InvoiceLine[];
  /** In cents, net. */
  readonly discount: number;
  readonly breakdown: readonly { readonly rate: string; readonly base: number; readonly vat: number }[];
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
  readonly prepaid: number;
  amount(cents: number): string;
  day(date: string): string;
  rate(rate: string): string;
  readonly dice: Dice;
}

export interface InvoiceLine {
  readonly description: string;
  readonly quantity: number;
  readonly price: number;
  readonly rate: string;
  readonly net: number;
}

/** The company file that the invoices are of. */
export const OWN: Enterprise = createEnterprise('BE', createDice(7), 'Atelier Meridien SRL');

export const LAYOUTS = 10;
const LANGUAGES: readonly Language[] = ['fr', 'nl', 'en', 'de'];
const RATES = { BE: ['21', '6', '12'], FR: ['20', '10', '5.5'], LU: ['17', '8', '3'], DE: ['19', '7'] } as const;
const COUNTRIES: Readonly<Record<Language, readonly Enterprise['country'][]>> = {
  fr: ['BE', 'FR', 'LU'],
  nl: ['BE'],
  en: ['LU', 'BE', 'FR', 'DE'],
  de: ['DE', 'LU', 'BE'],
};

export function createInvoice(seed: number): Invoice {
  const chance = createDice(seed);
  const layout = seed % LAYOUTS;
  const language = layout === 5 ? 'de' : layout === 9 ? 'fr' : LANGUAGES[(seed + Math.floor(seed / LAYOUTS)) % 4]!;
  const isReceipt = layout === 3;
  const country = chance.pick(COUNTRIES[language]);
  const other = createEnterprise(country, chance);
  const isSale = !isReceipt && country === 'BE' && seed % 6 === 1;
  const isReverse = !isReceipt && country !== 'BE' && chance.roll() < 0.25;
  const isCreditNote = !isReceipt && layout !== 8 && chance.roll() < 0.15;
  const rates = isReverse ? ['0'] : RATES[country].slice(0, chance.between(1, 2));
  const words = VOCABULARIES[language];
  const lines = createLines(chance, words, rates, layout);
  const discount =
    [2, 9].includes(layout) && rates.length === 1 && chance.roll() < 0.5
      ? Math.round(sum(lines.map(({ net }) => net)) * 0.05)
      : 0;
  const breakdown = [...new Set(lines.map(({ rate }) => rate))].map((rate) => {
    const base = sum(lines.filter((line) => line.rate === rate).map(({ net }) => net)) - discount;
    return { rate, base, vat: toCents(percent(fromCents(BigInt(base)), rate)) };
  });
  const [net, vat] = [sum(breakdown.map(({ base }) => base)), sum(breakdown.map((part) => part.vat))];
  const date = addDays('2025-01-02', chance.between(0, 640));
  const termDays = chance.pick([14, 30, 30, 45, 60]);
  const communication =
    country === 'BE' && !isCreditNote && chance.roll() < 0.7 ? buildStructuredCommunication(chance.digits(10)) : null;
  return {
    seed,
    layout,
    language,
    words,
    supplier: isSale ? OWN : other,
    customer: isSale ? other : OWN,
    isCreditNote,
    isReverse,
    isSale,
    number: createNumber(chance, date),
    date,
    due: addDays(date, termDays),
    termDays,
    communication,
    communicationText: communication === null ? null : formatStructuredCommunication(communication),
    lines,
    discount,
    breakdown,
    net,
    vat,
    gross: net + vat,
    prepaid: layout === 9 && chance.roll() < 0.4 ? Math.round((net + vat) * 0.3) : 0,
    amount: createAmountWriter(language, chance),
    day: createDayWriter(words, language, chance),
    rate: (rate) => (language === 'en' ? `${rate}%` : `${rate.replace('.', ',')} %`),
    dice: chance,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function createLines(chance: Dice, words: Vocabulary, rates: readonly string[], layout: number): InvoiceLine[] {
  const count =
    layout === 6 ? chance.between(45, 70) : layout === 7 || layout === 8 ? chance.between(1, 2) : chance.between(1, 6);
  return Array.from({ length: count }, (_, index) => {
    const quantity = chance.between(1, 12);
    const price = layout === 3 ? chance.between(150, 2_500) : chance.between(250, 98_000);
    return {
      description: `${chance.pick(words.items)}${index > 7 ? ` ${index}` : ''}`,
      quantity,
      price,
      rate: rates[index % rates.length]!,
      net: quantity * price,
    };
  });
}

function createNumber(chance: Dice, date: string): string {
  const year = date.slice(0, 4);
  return chance.pick([
    `${year}-${chance.digits(4)}`,
    `F${year}${chance.digits(5)}`,
    `${year}/${chance.digits(3)}`,
    `INV-${chance.digits(6)}`,
    chance.digits(7).replace(/^0/, '3'),
    `VF${chance.digits(2)}.${chance.digits(4)}`,
    `${chance.digits(3)}-${year.slice(2)}`,
  ]);
}

function createAmountWriter(language: Language, chance: Dice): (cents: number) => string {
  const [group, point] =
    language === 'en'
      ? [',', '.']
      : language === 'fr'
        ? chance.pick([
            [' ', ','],
            ['.', ','],
            ['\u202f', ','],
          ] as const)
        : chance.pick([
            ['.', ','],
            ['.', ','],
            ["'", '.'],
          ] as const);
  const currency = chance.pick(['€ #', '# €', '#', '# EUR', '€#']);
  return (cents) => {
    const text = String(Math.abs(cents)).padStart(3, '0');
    const whole = text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, group);
    return currency.replace('#', `${cents < 0 ? '-' : ''}${whole}${point}${text.slice(-2)}`);
  };
}

function createDayWriter({ months }: Vocabulary, language: Language, chance: Dice): (date: string) => string {
  const way = chance.between(0, 4);
  return (date) => {
    const [year, month, day] = date.split('-') as [string, string, string];
    if (way === 0) return language === 'de' ? `${day}.${month}.${year}` : `${day}/${month}/${year}`;
    if (way === 1) return language === 'nl' ? `${day}-${month}-${year}` : `${day}/${month}/${year.slice(2)}`;
    if (way === 2) return date;
    if (way === 3 && language === 'en') return `${months[Number(month) - 1]} ${Number(day)}, ${year}`;
    return `${Number(day)}${language === 'de' ? '.' : ''} ${months[Number(month) - 1]} ${year}`;
  };
}
