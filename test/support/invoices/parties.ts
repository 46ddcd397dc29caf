import { buildFrenchVatNumber, isSiren } from '../../../domain/numbers/french-numbers.ts';
import { normaliseVatNumber } from '../../../domain/numbers/vat-number.ts';
import type { Dice } from './random.ts';

/** Enterprises that do not exist, with numbers that could. */
export interface Enterprise {
  readonly name: string;
  readonly country: 'BE' | 'FR' | 'LU' | 'DE';
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  readonly vatNumber: string;
  /** In the format of a letterhead. */
  readonly vatText: string;
  readonly register: string | null;
  readonly iban: string;
  readonly ibanText: string;
  readonly bic: string;
  readonly email: string;
  readonly phone: string;
}

const NAMES = [
  'Alpenrose',
  'Bellecour',
  'Cascade',
  'Dubois & Fils',
  'Ekholm',
  'Fabrix',
  'Grunwald',
  'Hortensia',
  'Imprimerie du Parc',
  'Jansen Logistiek',
  'Kaffeehaus Weber',
  'Luminor',
  'Menuiserie Renard',
  'Nordlicht',
  'Orfèvre',
  'Peeters Bouw',
  'Quadrature',
  'Rivage',
  'Schreinerei Vogt',
  'Transports Collin',
  'Ultraclean',
  'Verhoeven Techniek',
  'Wattmobile',
  'Zenith Conseil',
];
const FORMS = {
  BE: ['SRL', 'BV', 'SA', 'NV'],
  FR: ['SARL', 'SAS', 'SA'],
  LU: ['S.à r.l.', 'SA'],
  DE: ['GmbH', 'AG', 'GmbH & Co. KG'],
} as const;
const PLACES = {
  BE: [
    ['1000', 'Bruxelles'],
    ['9000', 'Gent'],
    ['4000', 'Liège'],
    ['2000', 'Antwerpen'],
    ['5000', 'Namur'],
  ],
  FR: [
    ['75011', 'Paris'],
    ['69002', 'Lyon'],
    ['59000', 'Lille'],
    ['67000', 'Strasbourg'],
  ],
  LU: [
    ['1855', 'Luxembourg'],
    ['4010', 'Esch-sur-Alzette'],
  ],
  DE: [
    ['50667', 'Köln'],
    ['10115', 'Berlin'],
    ['52062', 'Aachen'],
    ['80331', 'München'],
  ],
} as const;
const STREETS = {
  BE: ['Rue du Midi', 'Kerkstraat', 'Avenue Louise', 'Stationsstraat'],
  FR: ['rue de la Paix', 'avenue Foch', 'boulevard Voltaire'],
  LU: ['rue de Hollerich', 'avenue de la Liberté'],
  DE: ['Hauptstraße', 'Bahnhofstraße', 'Lindenweg'],
} as const;
const BICS = { BE: 'KREDBEBB', FR: 'BNPAFRPP', LU: 'BCEELULL', DE: 'DEUTDEFF' } as const;

export function createEnterprise(
  country: Enterprise['country'],
  { pick, between, digits }: Dice,
  name?: string,
): Enterprise {
  const full = name ?? `${pick(NAMES)} ${pick(FORMS[country])}`;
  const [postalCode, city] = pick(PLACES[country] as readonly (readonly [string, string])[]);
  const street = pick(STREETS[country] as readonly string[]);
  const number = between(1, 240);
  const vatNumber = createVatNumber(country, digits, between);
  const iban = createIban(country, digits);
  const domain = full
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z]+/g, '')
    .slice(0, 14);
  return {
    name: full,
    country,
    street: country === 'FR' || country === 'LU' ? `${number}, ${street}` : `${street} ${number}`,
    postalCode,
    city,
    vatNumber,
    vatText: formatVatNumber(vatNumber, between(0, 2)),
    register: createRegisterNumber(country, vatNumber, digits),
    iban,
    ibanText: iban.replace(/(.{4})(?=.)/g, '$1 '),
    bic: BICS[country],
    email: `info@${domain}.example`,
    phone: `+32 2 ${digits(3)} ${digits(2)} ${digits(2)}`,
  };
}

function createVatNumber(country: Enterprise['country'], digits: Dice['digits'], between: Dice['between']): string {
  if (country === 'BE') {
    const body = `0${between(4, 9)}${digits(6)}`;
    return `BE${body}${String(97 - (Number(body) % 97)).padStart(2, '0')}`;
  }
  if (country === 'LU') {
    const body = `${between(1, 2)}${digits(5)}`;
    return `LU${body}${String(Number(body) % 89).padStart(2, '0')}`;
  }
  for (;;) {
    const number = `${between(1, 9)}${digits(8)}`;
    if (country === 'FR' && isSiren(number)) return buildFrenchVatNumber(number);
    if (country === 'DE' && normaliseVatNumber(`DE${number}`, null) !== null) return `DE${number}`;
  }
}

function formatVatNumber(vatNumber: string, way: number): string {
  const [prefix, rest] = [vatNumber.slice(0, 2), vatNumber.slice(2)];
  if (way === 0) return vatNumber;
  if (prefix === 'BE')
    return way === 1
      ? `BE ${rest.slice(0, 4)}.${rest.slice(4, 7)}.${rest.slice(7)}`
      : `BE-${rest.slice(0, 4)}.${rest.slice(4, 7)}.${rest.slice(7)}`;
  if (prefix === 'FR') return `FR ${rest.slice(0, 2)} ${rest.slice(2, 5)} ${rest.slice(5, 8)} ${rest.slice(8)}`;
  return way === 1 ? `${prefix} ${rest}` : vatNumber;
}

function createRegisterNumber(
  country: Enterprise['country'],
  vatNumber: string,
  digits: Dice['digits'],
): string | null {
  if (country === 'FR') return `SIREN ${vatNumber.slice(4)}`;
  if (country === 'LU') return `RCS Luxembourg B${digits(6).replace(/^0+/, '1')}`;
  return country === 'DE' ? `HRB ${digits(5)}` : null;
}

function createIban(country: Enterprise['country'], digits: Dice['digits']): string {
  const body = {
    BE: () => createBelgianAccount(digits),
    FR: () => digits(23),
    LU: () => digits(16),
    DE: () => digits(18),
  }[country]();
  let rest = 0;
  for (const character of `${body}${country}00`) {
    const value = parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return `${country}${String(98 - rest).padStart(2, '0')}${body}`;
}

function createBelgianAccount(digits: Dice['digits']): string {
  const body = `4${digits(9)}`;
  return `${body}${String(Number(body) % 97 || 97).padStart(2, '0')}`;
}
