import { element, type XmlAttributes, type XmlNode } from '../xml.ts';
import { withoutPrefix, type FilingParty, type Representative } from './filer.ts';

/** Elements shared by the files of the Belgian administration. Persons and addresses have a separate namespace. */

const COMMON = 'http://www.minfin.fgov.be/InputCommon';

export const qualifyName = (name: string): string => `ns2:${name}`;

export const buildNamespaces = (consignment: string): XmlAttributes => ({
  xmlns: COMMON,
  'xmlns:ns2': `http://www.minfin.fgov.be/${consignment}`,
});

/** Maximum length of a reference. */
const LONGEST_REFERENCE = 14;

export const buildDeclarantReference = (companyId: number, period: string): string =>
  `${companyId}-${period}`.slice(-LONGEST_REFERENCE).replace(/^-+/, '');

export function buildRepresentativeNode(party: Representative): XmlNode {
  const { vat_number } = party;
  const attributes = { identificationType: 'NVAT', issuedBy: vat_number.slice(0, 2) };
  return element(qualifyName('Representative'), [
    element('RepresentativeID', withoutPrefix(vat_number), attributes),
    ...buildAddressNodes(party),
  ]);
}

export const buildDeclarantNode = (party: FilingParty): XmlNode =>
  element(qualifyName('Declarant'), [
    element('VATNumber', withoutPrefix(party.vat_number)),
    ...buildAddressNodes(party),
  ]);

const buildAddressNodes = ({
  name,
  street,
  postal_code,
  city,
  country,
  email,
  phone,
}: FilingParty): readonly XmlNode[] => [
  element('Name', name),
  element('Street', street),
  element('PostCode', postal_code),
  element('City', city),
  element('CountryCode', country),
  element('EmailAddress', email),
  element('Phone', phone),
];

export interface FiledPeriod {
  readonly period_type: 'monthly' | 'quarterly' | 'yearly';
  readonly year: number;
  readonly period: number;
}

export const buildPeriodNode = ({ period_type, year, period }: FiledPeriod, name = 'Period'): XmlNode =>
  element(qualifyName(name), [
    period_type === 'monthly' ? element(qualifyName('Month'), String(period)) : null,
    period_type === 'quarterly' ? element(qualifyName('Quarter'), String(period)) : null,
    element(qualifyName('Year'), String(year)),
  ]);

/** `2026M03`, `2026Q1`: short enough for a reference. */
export const formatPeriodCode = ({ period_type, year, period }: FiledPeriod): string => {
  if (period_type === 'yearly') return String(year);
  return `${year}${period_type === 'monthly' ? 'M' : 'Q'}${String(period).padStart(2, '0')}`;
};

export const formatYesNo = (is: boolean): string => (is ? 'YES' : 'NO');
