import { element, type XmlAttributes, type XmlNode } from '../xml.ts';
import { withoutPrefix, type FilingParty, type Representative } from './filer.ts';

/** What the files of the Belgian administration have in common. People and addresses have a namespace of their own. */

const COMMON = 'http://www.minfin.fgov.be/InputCommon';

export const own = (name: string): string => `ns2:${name}`;

export const namespaces = (consignment: string): XmlAttributes => ({
  xmlns: COMMON,
  'xmlns:ns2': `http://www.minfin.fgov.be/${consignment}`,
});

/** Of which a reference may have no more. */
const LONGEST_REFERENCE = 14;

export const declarantReference = (companyId: number, period: string): string =>
  `${companyId}-${period}`.slice(-LONGEST_REFERENCE).replace(/^-+/, '');

export function representativeNode(party: Representative): XmlNode {
  const { vat_number } = party;
  const attributes = { identificationType: 'NVAT', issuedBy: vat_number.slice(0, 2) };
  return element(own('Representative'), [
    element('RepresentativeID', withoutPrefix(vat_number), attributes),
    ...addressNodes(party),
  ]);
}

export const declarantNode = (party: FilingParty): XmlNode =>
  element(own('Declarant'), [element('VATNumber', withoutPrefix(party.vat_number)), ...addressNodes(party)]);

const addressNodes = ({ name, street, postal_code, city, country, email, phone }: FilingParty): readonly XmlNode[] => [
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

export const periodNode = ({ period_type, year, period }: FiledPeriod, name = 'Period'): XmlNode =>
  element(own(name), [
    period_type === 'monthly' ? element(own('Month'), String(period)) : null,
    period_type === 'quarterly' ? element(own('Quarter'), String(period)) : null,
    element(own('Year'), String(year)),
  ]);

/** `2026M03`, `2026Q1`: short enough for a reference. */
export const periodCode = ({ period_type, year, period }: FiledPeriod): string => {
  if (period_type === 'yearly') return String(year);
  return `${year}${period_type === 'monthly' ? 'M' : 'Q'}${String(period).padStart(2, '0')}`;
};

export const yesOrNo = (is: boolean): string => (is ? 'YES' : 'NO');
