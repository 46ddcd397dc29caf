import { findElement, findText, listElements, type XmlElement } from '../../../xml.ts';
import type { CheckedDocument } from '../checked-document.ts';
import { hasElement } from '../conditions.ts';
import type { Rule } from '../rule.ts';
import { findIdentifier, frenchRule, getListsOf } from './build-rule.ts';
import { findTreatment, findTypeCode, listSubjectNotes, SELF_BILLED_TYPES } from './notes.ts';

/** BR-FR: SIREN, SIRET and electronic addresses of the parties. */

const SIREN = '0002';
const SIRET = '0009';
const ADDRESS = '0225';
const PRIVATE = '0224';
/** Member of a single taxable person (VAT group). */
const VAT_GROUP = '0231';

const findSiren = (party: XmlElement | undefined): string | null =>
  findIdentifier(listElements(party, 'PartyLegalEntity/CompanyID'), SIREN);

const isNineDigits = (text: string | null): boolean => text !== null && /^\d{9}$/.test(text);

const isFourteenDigits = (text: string): boolean => /^\d{14}$/.test(text);

/** The SIRET starts with the SIREN, which seller and buyer must state beside it. */
function hasMatchingSiret(party: XmlElement, isSirenNeeded: boolean): boolean {
  const siret = findIdentifier(listElements(party, 'PartyIdentification/ID'), SIRET);
  if (siret === null) return true;
  const siren = findSiren(party);
  return isFourteenDigits(siret) && (siren === null ? !isSirenNeeded : siret.slice(0, 9) === siren);
}

function isOwnAddress(party: XmlElement): boolean {
  const endpoint = findElement(party, 'EndpointID');
  const siren = findSiren(party);
  return endpoint?.attributes['schemeID'] === ADDRESS && endpoint.text.startsWith(siren ?? '');
}

const isDomestic = ({ root }: CheckedDocument): boolean => findTreatment(root.element) === 'B2B';
/** The address that counts is then the seller's. */
const isSelfBilled = ({ root }: CheckedDocument): boolean => SELF_BILLED_TYPES.has(findTypeCode(root.element) ?? '');

/** Letters, digits and the characters of the version. */
function hasAllowedCharacters({ text }: XmlElement, document: CheckedDocument): boolean {
  const { addressCharacters } = getListsOf(document);
  return [...text].every((character) => /[A-Za-z0-9]/.test(character) || addressCharacters.includes(character));
}

const isOfScheme = ({ attributes }: XmlElement, ...schemes: readonly string[]): boolean =>
  schemes.includes(attributes['schemeID'] ?? '');

function hasSchemesOnce(party: XmlElement): boolean {
  const schemes = listElements(party, 'PartyIdentification/ID').map(({ attributes }) => attributes['schemeID']);
  return new Set(schemes).size === schemes.length;
}

const isInVatGroup = ({ findAt }: CheckedDocument): boolean =>
  findAt('AccountingSupplierParty/Party/PartyIdentification/ID').some(({ element }) => isOfScheme(element, VAT_GROUP));

const PARTIES = ['seller', 'buyer', 'payee'] as const;

export const FRENCH_PARTY_RULES: readonly Rule[] = [
  ...PARTIES.map((party) =>
    frenchRule('BR-FR-09', party, (element) => hasMatchingSiret(element, party !== 'payee'), {
      says: `siret_${party}`,
      hint: 'siret',
    }),
  ),
  frenchRule('BR-FR-09', 'deliveryLocationId', (id) => !isOfScheme(id, SIRET) || isFourteenDigits(id.text), {
    says: 'siret_delivery',
    hint: 'siret',
  }),
  frenchRule('BR-FR-10', 'seller', (seller) => isNineDigits(findSiren(seller)), {
    says: 'siren_seller',
    hint: 'company_number',
  }),
  frenchRule('BR-FR-11', 'buyer', (buyer, document) => !isDomestic(document) || isNineDigits(findSiren(buyer)), {
    says: 'siren_buyer',
    hint: 'customer_number',
  }),
  frenchRule('BR-FR-12', 'buyer', (buyer) => findText(buyer, 'EndpointID') !== null, {
    says: 'address_buyer',
    hint: 'customer_address',
  }),
  frenchRule('BR-FR-13', 'seller', (seller) => findText(seller, 'EndpointID') !== null, {
    says: 'address_seller',
    hint: 'company_number',
  }),
  frenchRule(
    'BR-FR-21',
    'buyer',
    (buyer, document) => !isDomestic(document) || isSelfBilled(document) || isOwnAddress(buyer),
    { says: 'own_address_buyer', hint: 'customer_address' },
  ),
  frenchRule(
    'BR-FR-22',
    'seller',
    (seller, document) => !isDomestic(document) || !isSelfBilled(document) || isOwnAddress(seller),
    { says: 'own_address_seller', hint: 'company_number' },
  ),
  frenchRule(
    'BR-FR-23',
    'endpoint',
    (endpoint, document) => !isOfScheme(endpoint, ADDRESS) || hasAllowedCharacters(endpoint, document),
    { says: 'address_characters', hint: 'address_characters' },
  ),
  frenchRule('BR-FR-24', 'partyId', (id, document) => !isOfScheme(id, PRIVATE) || hasAllowedCharacters(id, document), {
    says: 'private_characters',
    hint: 'address_characters',
  }),
  frenchRule('BR-FR-25', 'endpoint', ({ text }) => text.length <= 125, {
    says: 'address_long',
    hint: 'address_long',
  }),
  frenchRule('BR-FR-26', 'partyId', (id) => !isOfScheme(id, PRIVATE) || id.text.length <= 100, {
    says: 'private_long',
    hint: 'address_long',
  }),
  frenchRule('BR-FR-32', 'legalId', (id) => !isOfScheme(id, SIREN) || isNineDigits(id.text), {
    says: 'siren_digits',
    hint: 'siren_digits',
  }),
  frenchRule('BR-FR-32', 'partyId', (id) => !isOfScheme(id, SIREN, VAT_GROUP) || isNineDigits(id.text), {
    says: 'siren_digits',
    hint: 'siren_digits',
  }),
  ...PARTIES.map((party) =>
    frenchRule(
      'BR-FR-CO-10',
      party,
      (element) =>
        listElements(element, 'PartyIdentification/ID').every(
          ({ attributes }) => attributes['schemeID'] !== undefined,
        ) && hasSchemesOnce(element),
      { says: `schemes_${party}`, hint: 'schemes' },
    ),
  ),
  frenchRule('BR-FR-CO-10', 'deliveryLocationId', ({ attributes }) => attributes['schemeID'] !== undefined, {
    says: 'scheme_delivery',
    hint: 'schemes',
  }),
  frenchRule(
    'BR-FR-CO-14',
    'document',
    (root, document) =>
      !isInVatGroup(document) ||
      listSubjectNotes(root).some(({ subject, text }) => subject === 'TXD' && text === 'MEMBRE_ASSUJETTI_UNIQUE'),
    { says: 'vat_group_note', hint: 'note_add' },
  ),
  frenchRule(
    'BR-FR-CO-15',
    'document',
    (root, document) => !isInVatGroup(document) || hasElement(root, 'TaxRepresentativeParty/PartyTaxScheme/CompanyID'),
    { says: 'vat_group_number', hint: 'vat_group_number' },
  ),
];
