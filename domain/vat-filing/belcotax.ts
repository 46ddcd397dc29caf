import type { Language } from '../language.ts';
import type { PlainDate } from '../dates.ts';
import { add, toCents, sum, ZERO, type Amount } from '../money.ts';
import { isBelgianEnterpriseNumber } from '../numbers/belgian-enterprise-number.ts';
import { collectValue, type Checked, type Problem } from '../refusal.ts';
import { element, emptyElement, writeXml, type XmlNode } from '../xml.ts';
import type { FeesNature } from './fees-events.ts';
import type { Slip } from './fees-listing.ts';
import {
  resolveDeclarant,
  toSingleLine,
  extractPhoneDigits,
  findTextSetting,
  withoutPrefix,
  type FilingCompany,
} from './filer.ts';

/** Slips 281.50 as a Belcotax-on-web file: sender, debtor, one record per slip, and control totals. */

/** Country codes of this file format. Only codes that are certain are listed. */
const COUNTRIES: Readonly<Record<string, string>> = { BE: '00000', DE: '00103', FR: '00111', LU: '00113', NL: '00129' };
const LANGUAGES: Readonly<Record<Language, string>> = { nl: '1', fr: '2', de: '3', en: '2' };
const TYPE = '28150';
const LONGEST_NAME = 41;
const LONGEST_ADDRESS = 32;
const LONGEST_CITY = 27;

interface Sender {
  readonly number: string;
  readonly name: string;
  readonly street: string;
  readonly postal_code: string;
  readonly city: string;
  readonly phone: string;
  readonly email: string;
}

export interface FeesFile {
  readonly year: number;
  readonly slips: readonly Slip[];
  readonly made_on: PlainDate;
}

export function writeBelcotaxFile(company: FilingCompany, file: FeesFile): Checked<string> {
  const problems: Problem[] = [];
  const { year, slips, made_on } = file;
  const sender = collectValue(resolveSender(company), problems);
  const debtor = collectValue(resolveDebtor(company), problems);
  if (slips.length === 0) problems.push({ code: 'listing_empty', field: 'year' });
  problems.push(...slips.flatMap(checkSlip));
  const records = slips.map((slip, index) => buildSlipRecord(slip, index + 1, year, debtor.number));
  const numbers = String((slips.length * (slips.length + 1)) / 2);
  const control = formatCents(sum(slips.map(computeControl)));
  const declaration = element('Aangifte', [
    element('a1002_inkomstenjaar', String(year)),
    element('a1005_registratienummer', debtor.number),
    element('a1011_naamnl1', toSingleLine(debtor.name, LONGEST_NAME)),
    element('a1013_adresnl', toSingleLine(debtor.street, LONGEST_ADDRESS)),
    element('a1014_postcodebelgisch', debtor.postal_code),
    element('a1015_gemeente', toSingleLine(debtor.city, LONGEST_CITY)),
    element('a1016_landwoonplaats', COUNTRIES['BE']!),
    element('a1020_taalcode', LANGUAGES[company.locale]),
    element('Opgaven', [element('Opgave32550', records)]),
    element('r8002_inkomstenjaar', String(year)),
    element('r8005_registratienummer', debtor.number),
    // The sender and debtor headers count as records.
    element('r8010_aantalrecords', String(slips.length + 2)),
    element('r8011_controletotaal', numbers),
    element('r8012_controletotaal', control),
  ]);
  const [year4, month, day] = made_on.split('-');
  const xml = writeXml(
    element('Verzendingen', [
      element('Verzending', [
        element('v0002_inkomstenjaar', String(year)),
        element('v0010_bestandtype', 'BELCOTAX'),
        element('v0011_aanmaakdatum', `${day}-${month}-${year4}`),
        element('v0014_naam', toSingleLine(sender.name, LONGEST_NAME)),
        element('v0015_adres', toSingleLine(sender.street, LONGEST_ADDRESS)),
        element('v0016_postcode', sender.postal_code),
        element('v0017_gemeente', toSingleLine(sender.city, LONGEST_CITY)),
        element('v0018_telefoonnummer', sender.phone),
        element('v0021_contactpersoon', toSingleLine(sender.name, LONGEST_NAME)),
        element('v0022_taalcode', LANGUAGES[company.locale]),
        element('v0023_emailadres', sender.email),
        element('v0024_nationaalnr', sender.number),
        element('v0025_typeenvoi', '0'),
        element('Aangiften', [declaration]),
        element('r9002_inkomstenjaar', String(year)),
        element('r9010_aantallogbestanden', '3'),
        element('r9011_totaalaantalrecords', String(slips.length + 4)),
        element('r9012_controletotaal', numbers),
        element('r9013_controletotaal', control),
      ]),
    ]),
  );
  return { value: xml, problems };
}

const formatCents = (amount: Amount): string => String(toCents(amount));

/** Sum of fields 2060 to 2065, including the total. */
const computeControl = ({ amount, amount_paid }: Slip): Amount => add(add(amount, amount), amount_paid);

const FIELDS: Readonly<Record<FeesNature, string>> = {
  commissions: 'f50_2060_commissies',
  fees: 'f50_2061_erelonenofvacatie',
  benefits: 'f50_2062_voordelenaardbedrag',
  expenses: 'f50_2063_kosten',
};

const findCountryCode = ({ country }: Slip): string | undefined => COUNTRIES[country ?? 'BE'];
const isInBelgium = ({ country }: Slip): boolean => (country ?? 'BE') === 'BE';

/** Slips of beneficiaries whose country has no known code. They are written without it. */
export const listSlipsWithoutCountryCode = (slips: readonly Slip[]): readonly Slip[] =>
  slips.filter((slip) => findCountryCode(slip) === undefined);

function checkSlip(slip: Slip): readonly Problem[] {
  const toProblem = (field: string, code: string): Problem => ({
    code,
    field: `slips.${slip.third_party_id}.${field}`,
    params: { name: slip.name },
  });
  const missing = (['street', 'postal_code', 'city'] as const).filter((field) => slip[field] === null);
  // A beneficiary abroad has no Belgian number.
  const hasNumber = slip.national_number !== null || slip.enterprise_number !== null || !isInBelgium(slip);
  return [
    ...missing.map((field) => toProblem(field, 'fees_beneficiary_incomplete')),
    ...(hasNumber ? [] : [toProblem('national_number', 'fees_number_missing')]),
  ];
}

function buildSlipRecord(slip: Slip, number: number, year: number, debtor: string): XmlNode {
  const { name, amount, amount_paid, nature } = slip;
  const country = findCountryCode(slip);
  const isBelgian = isInBelgium(slip);
  const buildOptional = (field: string, value: string): XmlNode =>
    value === '' ? emptyElement(field, {}) : element(field, value);
  return element('Fiche28150', [
    element('f2002_inkomstenjaar', String(year)),
    element('f2005_registratienummer', debtor),
    element('f2008_typefiche', TYPE),
    element('f2009_volgnummer', String(number)),
    element('f2011_nationaalnr', slip.national_number),
    element('f2013_naam', toSingleLine(name, LONGEST_NAME)),
    element('f2015_adres', toSingleLine(slip.street ?? '', LONGEST_ADDRESS)),
    buildOptional('f2016_postcodebelgisch', isBelgian ? (slip.postal_code ?? '') : ''),
    element('f2017_gemeente', toSingleLine(slip.city ?? '', LONGEST_CITY)),
    buildOptional('f2018_landwoonplaats', country ?? ''),
    element('f2028_typetraitement', '0'),
    element('f2029_enkelopgave325', '0'),
    element('f2105_birthplace', '0'),
    buildOptional('f2112_buitenlandspostnummer', isBelgian ? '' : (slip.postal_code ?? '')),
    emptyElement('f2114_voornamen', {}),
    element('f50_2030_aardpersoon', slip.national_number === null ? '2' : '1'),
    element('f50_2031_nihil', amount_paid === ZERO ? '1' : '0'),
    element('f50_2059_totaalcontrole', formatCents(computeControl(slip))),
    ...Object.entries(FIELDS).map(([one, field]) => element(field, one === nature ? formatCents(amount) : '0')),
    element('f50_2064_totaal', formatCents(amount)),
    element('f50_2065_werkelijkbetaaldb', formatCents(amount_paid)),
    element('f50_2066_sportremuneration', '0'),
    element('f50_2067_managerremuneration', '0'),
    emptyElement('f50_2099_comment', {}),
    emptyElement('f50_2103_advantagenature', {}),
    emptyElement('f50_2107_uitgeoefendberoep', {}),
    buildOptional('f50_2109_fiscaalidentificat', isBelgian ? '' : (slip.enterprise_number ?? '')),
    buildOptional('f50_2110_kbonbr', isBelgian ? (slip.enterprise_number?.replace(/\D/g, '') ?? '') : ''),
  ]);
}

/** The company, which owes the fees. */
function resolveDebtor(
  company: FilingCompany,
): Checked<Pick<Sender, 'number' | 'name' | 'street' | 'postal_code' | 'city'>> {
  const problems: Problem[] = [];
  const { name, street, postal_code, city, vat_number } = resolveDeclarant(company).value;
  const number = company.enterprise_number?.replace(/\D/g, '') ?? withoutPrefix(vat_number);
  if (!isBelgianEnterpriseNumber(number))
    problems.push({ code: 'filing_enterprise_number', field: 'enterprise_number', params: { company: company.name } });
  for (const [field, value] of Object.entries({ street, postal_code, city }))
    if (value === null) problems.push({ code: 'filing_address', field, params: { company: company.name } });
  const debtor = { number, name, street: street ?? '', postal_code: postal_code ?? '', city: city ?? '' };
  return { value: debtor, problems };
}

const LAST_LINE = /^(?<street>[\s\S]+?)[\s,]+(?<postal_code>\d{4})\s+(?<city>\D+)$/;

/** The sender from the settings, else the company. */
function resolveSender(company: FilingCompany): Checked<Sender> {
  const problems: Problem[] = [];
  const getSetting = (name: string): string | null => findTextSetting(company, `vat.sender_281_50.${name}`);
  const reportMissing = (field: string): string => {
    problems.push({
      code: 'fees_sender_incomplete',
      field: `vat.sender_281_50.${field}`,
      params: { company: company.name },
    });
    return '';
  };
  const own = resolveDeclarant(company).value;
  const address = getSetting('address');
  const written = address === null ? null : LAST_LINE.exec(address.trim())?.groups;
  if (address !== null && !written) reportMissing('address');
  const sender = {
    number: (getSetting('enterprise_number') ?? company.enterprise_number ?? own.vat_number).replace(/\D/g, ''),
    name: getSetting('name') ?? own.name,
    street: (address === null ? own.street : written?.['street']) ?? '',
    postal_code: (address === null ? own.postal_code : written?.['postal_code']) ?? '',
    city: (address === null ? own.city : written?.['city']) ?? '',
    phone: extractPhoneDigits(getSetting('phone') ?? own.phone) ?? reportMissing('phone'),
    email: getSetting('email') ?? own.email ?? reportMissing('email'),
  };
  return { value: sender, problems };
}
