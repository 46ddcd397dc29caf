import { element, type XmlNode } from '../../xml.ts';
import type { UblParty } from './ubl-document.ts';
import { needed, said } from './words.ts';

export function ublParty(
  { endpoint, tradingName, address, vatNumber, name, enterpriseNumber, contact }: UblParty,
  namesVat: boolean,
): XmlNode {
  return element('cac:Party', [
    element('cbc:EndpointID', needed(endpoint.id), { schemeID: endpoint.scheme }),
    element('cac:PartyName', [element('cbc:Name', said(tradingName))]),
    element('cac:PostalAddress', [
      element('cbc:StreetName', said(address.street)),
      element('cbc:AdditionalStreetName', said(address.additional)),
      element('cbc:CityName', said(address.city)),
      element('cbc:PostalZone', said(address.postalCode)),
      element('cac:Country', [element('cbc:IdentificationCode', address.country)]),
    ]),
    namesVat && said(vatNumber) !== null
      ? element('cac:PartyTaxScheme', [
          element('cbc:CompanyID', said(vatNumber)),
          element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
        ])
      : null,
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', needed(name)),
      enterpriseNumber && element('cbc:CompanyID', said(enterpriseNumber.id), { schemeID: enterpriseNumber.scheme }),
    ]),
    element('cac:Contact', [
      element('cbc:Name', said(contact?.name)),
      element('cbc:Telephone', said(contact?.phone)),
      element('cbc:ElectronicMail', said(contact?.email)),
    ]),
  ]);
}
