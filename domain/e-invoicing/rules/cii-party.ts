import { findElement, listElements, type XmlElement } from '../../xml.ts';
import type { TreeBuilder } from './cii-tree-builder.ts';

/** A party of a Cross Industry Invoice. `isNamedAsParty`: UBL names payees and representatives under `PartyName`. */
export function buildCiiParty(
  { leaf, text, group }: TreeBuilder,
  party: XmlElement | undefined,
  { isNamedAsParty }: { readonly isNamedAsParty: boolean },
): XmlElement[] {
  const organisation = findElement(party, 'SpecifiedLegalOrganization');
  const address = findElement(party, 'PostalTradeAddress');
  const country = findElement(address, 'CountryID');
  const contact = findElement(party, 'DefinedTradeContact');
  const name = findElement(party, 'Name');
  const partyName = isNamedAsParty ? name : findElement(organisation, 'TradingBusinessName');
  const legalNumber = leaf('CompanyID', findElement(organisation, 'ID'));
  return [
    ...leaf('EndpointID', findElement(party, 'URIUniversalCommunication/URIID')),
    ...[...listElements(party, 'ID'), ...listElements(party, 'GlobalID')].flatMap((id) =>
      group('PartyIdentification', id, leaf('ID', id)),
    ),
    ...group('PartyName', partyName, leaf('Name', partyName)),
    ...group('PostalAddress', address, [
      ...leaf('StreetName', findElement(address, 'LineOne')),
      ...leaf('AdditionalStreetName', findElement(address, 'LineTwo')),
      ...leaf('CityName', findElement(address, 'CityName')),
      ...leaf('PostalZone', findElement(address, 'PostcodeCode')),
      ...group('Country', country, leaf('IdentificationCode', country)),
    ]),
    ...listElements(party, 'SpecifiedTaxRegistration/ID').flatMap((id) =>
      group('PartyTaxScheme', id, [
        ...text('CompanyID', id, id.text),
        ...group('TaxScheme', id, text('ID', id, id.attributes['schemeID'] === 'VA' ? 'VAT' : 'TAX')),
      ]),
    ),
    ...group('PartyLegalEntity', isNamedAsParty ? organisation : (party ?? organisation), [
      ...(isNamedAsParty ? [] : leaf('RegistrationName', name)),
      ...legalNumber,
    ]),
    ...group('Contact', contact, [
      ...leaf('Name', findElement(contact, 'PersonName')),
      ...leaf('Telephone', findElement(contact, 'TelephoneUniversalCommunication/CompleteNumber')),
      ...leaf('ElectronicMail', findElement(contact, 'EmailURIUniversalCommunication/URIID')),
    ]),
  ];
}
