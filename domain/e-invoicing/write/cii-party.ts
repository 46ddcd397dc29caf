import { element, type XmlNode } from '../../xml.ts';
import type { UblParty } from './ubl-document.ts';
import { trimOrDash, trimToNull } from './words.ts';

export function buildCiiParty(
  role: 'ram:SellerTradeParty' | 'ram:BuyerTradeParty',
  { endpoint, tradingName, address, vatNumber, taxRegistration, name, enterpriseNumber, contact }: UblParty,
  namesVat: boolean,
): XmlNode {
  return element(role, [
    element('ram:Name', trimOrDash(name)),
    element('ram:SpecifiedLegalOrganization', [
      enterpriseNumber && element('ram:ID', trimToNull(enterpriseNumber.id), { schemeID: enterpriseNumber.scheme }),
      element('ram:TradingBusinessName', trimToNull(tradingName)),
    ]),
    element('ram:DefinedTradeContact', [
      element('ram:PersonName', trimToNull(contact?.name)),
      element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', trimToNull(contact?.phone))]),
      element('ram:EmailURIUniversalCommunication', [element('ram:URIID', trimToNull(contact?.email))]),
    ]),
    element('ram:PostalTradeAddress', [
      element('ram:PostcodeCode', trimToNull(address.postalCode)),
      element('ram:LineOne', trimToNull(address.street)),
      element('ram:LineTwo', trimToNull(address.additional)),
      element('ram:CityName', trimToNull(address.city)),
      element('ram:CountryID', address.country),
    ]),
    endpoint &&
      element('ram:URIUniversalCommunication', [
        element('ram:URIID', trimOrDash(endpoint.id), { schemeID: endpoint.scheme }),
      ]),
    namesVat
      ? element('ram:SpecifiedTaxRegistration', [element('ram:ID', trimToNull(vatNumber), { schemeID: 'VA' })])
      : null,
    element('ram:SpecifiedTaxRegistration', [element('ram:ID', trimToNull(taxRegistration), { schemeID: 'FC' })]),
  ]);
}
