import { buildFrenchVatNumber, isSiren } from '../../../domain/numbers/french-numbers.ts';
import { normaliseForeignVatNumber } from '../../../domain/numbers/foreign-vat-number.ts';
import { normaliseVatNumber } from '../../../domain/numbers/vat-number.ts';
import type { Dice } from '../invoices/random.ts';
import type { Language } from './words.ts';

/** Senders and addressees that do not exist, with numbers that could. */
export interface Company {
  readonly name: string;
  /** As on a logo or on an envelope: without the legal form. */
  readonly shortName: string;
  readonly country: string;
  readonly street: string;
  readonly postalCode: string;
  readonly city: string;
  /** The line of the address with postal code and city. */
  readonly cityLine: string;
  readonly vatNumber: string | null;
  readonly vatText: string;
  readonly register: string | null;
  readonly enterpriseNumber: string | null;
  readonly iban: string | null;
  readonly ibanText: string;
  readonly email: string;
  readonly web: string;
  readonly phone: string;
}

/** Names of which many look like a label, a street or a heading. */
const NAMES: Readonly<Record<Language, readonly string[]>> = {
  fr: ['Garage de la Rue Haute', 'Place Verte Fleurs', 'Page Blanche', 'Toitures Lambert', 'Net Plus Services',
    'Avenue Design', 'Boulangerie Marchal', 'Électricité Roussel', 'Comptoir du Bois', 'Éditions du Total'],
  nl: ['Bakkerij De Smet', 'Straatwerken Maes', 'Tuinen Van Damme', 'Totaal Interieur', 'Drukkerij Kerkhof',
    'Bouwbedrijf Claes', 'Laan & Zonen', 'Fietsen Wouters', 'Kantoor Plus', 'De Gouden Gids'],
  en: ['Client Services', 'Street Food Events', 'Harbour Analytics', 'Northfield Tools', 'Page & Number',
    'Green Lane Nurseries', 'Total Care', 'Blackwood Systems', 'Payment Hub', 'Riverside Catering'],
  de: ['Holzbau Reinhardt', 'Kunde & Partner', 'Druckhaus Ost', 'Elektro Bachmann', 'Straßenbau Vogel',
    'Blumen am Platz', 'Konto Software', 'Metallbau Huber', 'Reinigung Sauber', 'Weingut Steinfels'],
}; // oxfmt-ignore
/** People who work on their own account, without a legal form. */
const PEOPLE: Readonly<Record<Language, readonly string[]>> = {
  fr: ['Marie Lefèvre', 'Julien Garnier', 'Sophie Lambert Architecte'],
  nl: ['Jan Peeters', 'Els Vermeulen', 'Vertaalbureau Pieters'],
  en: ['Emma Clarke', 'Robert Fielding', 'Daniel Murphy Photography'],
  de: ['Klaus Brandt', 'Sabine Hofer', 'Ingenieurbüro Winkler'],
};
const FORMS: Readonly<Record<string, readonly string[]>> = {
  BE: ['SRL', 'BV', 'SA', 'NV'], FR: ['SARL', 'SAS', 'EURL'], LU: ['S.à r.l.', 'SA'], DE: ['GmbH', 'AG', 'GmbH & Co. KG', 'e.K.'],
  NL: ['B.V.'], CH: ['AG', 'Sàrl', 'GmbH'], GB: ['Ltd', 'Limited', 'PLC'], SE: ['AB'], PL: ['Sp. z o.o.'], DK: ['ApS'], US: ['Inc.', 'LLC'],
}; // oxfmt-ignore
const PLACES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  BE: [['1000', 'Bruxelles'], ['9000', 'Gent'], ['4000', 'Liège'], ['2000', 'Antwerpen']],
  FR: [['75011', 'Paris'], ['69002', 'Lyon'], ['59000', 'Lille']],
  LU: [['1855', 'Luxembourg'], ['4010', 'Esch-sur-Alzette']],
  DE: [['50667', 'Köln'], ['10115', 'Berlin'], ['80331', 'München']],
  NL: [['1012 AB', 'Amsterdam'], ['3511 CX', 'Utrecht']],
  CH: [['8001', 'Zürich'], ['1204', 'Genève']],
  GB: [['EC1A 4HD', 'London'], ['M1 2AB', 'Manchester']],
  SE: [['111 22', 'Stockholm']],
  PL: [['00-950', 'Warszawa']],
  DK: [['2100', 'København']],
  US: [['10001', 'New York'], ['94107', 'San Francisco']],
}; // oxfmt-ignore
const STREETS: Readonly<Record<string, readonly string[]>> = {
  BE: ['Rue du Moulin #', 'Chaussée de Wavre #', 'Kerkstraat #', 'Steenweg op Leuven #', 'Drève des Tilleuls #', 'Grote Markt #'],
  FR: ['# rue des Lilas', '#, avenue Jean Jaurès', '# chemin du Lavoir', '# quai de Seine', 'ZA Les Portes, bât. #'],
  LU: ['#, rue de Hollerich', '#, route d’Esch', '#, montée de Clausen'],
  DE: ['Hauptstraße #', 'Am Markt #', 'Lindenallee #', 'Kölner Str. #', 'Im Gewerbepark #'],
  NL: ['Herengracht #', 'Stationsplein #'],
  CH: ['Bahnhofstrasse #', 'Rue du Rhône #'],
  GB: ['# High Street', 'Unit #, Mill Lane'],
  SE: ['Storgatan #'],
  PL: ['ul. Nowy Świat #'],
  DK: ['Nørrebrogade #'],
  US: ['# Market Street', '# Fifth Avenue, Suite 200'],
}; // oxfmt-ignore
const IBAN_DIGITS: Readonly<Record<string, number>> = {
  BE: 12,
  FR: 23,
  LU: 16,
  DE: 18,
  NL: 10,
  CH: 17,
  GB: 14,
  SE: 20,
  PL: 24,
  DK: 14,
};
const IBAN_BANKS: Readonly<Record<string, string>> = { NL: 'INGB', GB: 'BARC' };

export interface CompanyOptions {
  readonly isPerson?: boolean;
  /** The legal form is part of the name. */
  readonly hasForm?: boolean;
  /** False: the documents have the register number only. */
  readonly hasVatNumber?: boolean;
  readonly name?: string;
}

export function createCompany(
  country: string,
  language: Language,
  dice: Dice,
  { isPerson = false, hasForm = true, hasVatNumber = true, name }: CompanyOptions = {},
): Company {
  const { pick, between, digits } = dice;
  const shortName =
    name?.replace(/ (?:SRL|SARL|S\.à r\.l\.)$/, '') ?? pick(isPerson ? PEOPLE[language] : NAMES[language]);
  const [postalCode, city] = pick(PLACES[country]!);
  const isOnOwnDomain = name !== undefined || dice.roll() < 0.8;
  const fullNumber = createVatNumber(country, dice);
  const vatNumber = hasVatNumber ? fullNumber : null;
  const domain = shortName
    .toLowerCase()
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z]+/g, '');
  const iban = country === 'US' ? null : createIban(country, digits);
  const register = describeRegister(country, fullNumber, digits);
  return {
    name: name ?? (isPerson || !hasForm ? shortName : `${shortName} ${pick(FORMS[country]!)}`),
    shortName,
    country,
    street: pick(STREETS[country]!).replace('#', String(between(1, 240))),
    postalCode,
    city,
    cityLine: writeCityLine(country, postalCode, city, dice),
    vatNumber,
    vatText: vatNumber === null ? '' : writeVatNumber(vatNumber, between(0, 1)),
    ...register,
    iban,
    ibanText: iban?.replace(/(.{4})(?=.)/g, '$1 ') ?? '',
    email: isOnOwnDomain
      ? `${pick(['info', 'contact', 'office', 'facturation'])}@${domain}.example`
      : `${pick(['compta', 'mail', 'vr'])}${digits(3)}@gmail.com`,
    web: `www.${domain}.example`,
    phone: `+${between(31, 49)} ${digits(2)} ${digits(3)} ${digits(2)} ${digits(2)}`,
  };
}

function writeCityLine(country: string, postalCode: string, city: string, { pick }: Dice): string {
  if (country === 'GB') return `${city} ${postalCode}`;
  if (country === 'US') return `${city}, ${city === 'New York' ? 'NY' : 'CA'} ${postalCode}`;
  const prefix = { BE: 'B-', FR: 'F-', LU: 'L-', DE: 'D-', CH: 'CH-' }[country];
  return `${prefix === undefined ? '' : pick(['', '', prefix])}${postalCode} ${city}`;
}

function createVatNumber(country: string, { between, digits }: Dice): string | null {
  const draw = (create: () => string): string => {
    for (;;) {
      const number = create();
      if ((normaliseVatNumber(number, null) ?? normaliseForeignVatNumber(number)) === number) return number;
    }
  };
  switch (country) {
    case 'US':
      return null;
    case 'BE': {
      const body = `0${between(4, 9)}${digits(6)}`;
      return `BE${body}${String(97 - (Number(body) % 97)).padStart(2, '0')}`;
    }
    case 'FR':
      for (;;) {
        const siren = `${between(3, 9)}${digits(8)}`;
        if (isSiren(siren)) return buildFrenchVatNumber(siren);
      }
    case 'NL':
      return draw(() => `NL${between(1, 9)}${digits(8)}B01`);
    case 'CH':
      return draw(() => `CHE${between(1, 9)}${digits(8)}`);
    case 'SE':
      return draw(() => `SE5${digits(9)}01`);
    case 'LU':
    case 'DK':
      return draw(() => `${country}${between(1, 9)}${digits(7)}`);
    case 'PL':
      return draw(() => `PL${between(1, 9)}${digits(9)}`);
    default:
      return draw(() => `${country}${between(1, 9)}${digits(8)}`);
  }
}

function writeVatNumber(number: string, way: number): string {
  const [prefix, rest] = [number.slice(0, 2), number.slice(2)];
  if (number.startsWith('CHE')) return `CHE-${number.slice(3, 6)}.${number.slice(6, 9)}.${number.slice(9)} MWST`;
  if (way === 0) return number;
  if (prefix === 'BE') return `BE ${rest.slice(0, 4)}.${rest.slice(4, 7)}.${rest.slice(7)}`;
  if (prefix === 'FR') return `FR ${rest.slice(0, 2)} ${rest.slice(2, 5)} ${rest.slice(5, 8)} ${rest.slice(8)}`;
  return `${prefix} ${rest}`;
}

function describeRegister(
  country: string,
  vatNumber: string | null,
  digits: Dice['digits'],
): Pick<Company, 'register' | 'enterpriseNumber'> {
  if (country === 'FR') {
    const siren = vatNumber!.slice(4);
    return { register: `SIREN ${siren.replace(/(\d{3})(?=\d)/g, '$1 ')}`, enterpriseNumber: siren };
  }
  if (country === 'LU') {
    const number = `B${digits(6).replace(/^0+/, '1')}`;
    return { register: `RCS Luxembourg ${number}`, enterpriseNumber: number };
  }
  if (country === 'BE') return { register: null, enterpriseNumber: vatNumber!.slice(2) };
  return { register: country === 'DE' ? `HRB ${digits(5)}` : null, enterpriseNumber: null };
}

function createIban(country: string, digits: Dice['digits']): string {
  const account = digits(IBAN_DIGITS[country]!);
  const body =
    country === 'BE'
      ? `4${account.slice(0, 9)}${String(Number(`4${account.slice(0, 9)}`) % 97 || 97).padStart(2, '0')}`
      : `${IBAN_BANKS[country] ?? ''}${account}`;
  let rest = 0;
  for (const character of `${body}${country}00`) {
    const value = parseInt(character, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return `${country}${String(98 - rest).padStart(2, '0')}${body}`;
}
