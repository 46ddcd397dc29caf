import { element, type XmlNode } from '../../xml.ts';
import type { UblParty } from './ubl-document.ts';
import { trimOrDash, trimToNull } from './words.ts';

export function buildUblParty(
  { endpoint, tradingName, address, vatNumber, taxRegistration, name, enterpriseNumber, contact }: UblParty,
  namesVat: boolean,
): XmlNode {
  return element('cac:Party', [
    endpoint && element('cbc:EndpointID', trimOrDash(endpoint.id), { schemeID: endpoint.scheme }),
    element('cac:PartyName', [element('cbc:Name', trimToNull(tradingName))]),
    element('cac:PostalAddress', [
      element('cbc:StreetName', trimToNull(address.street)),
      element('cbc:AdditionalStreetName', trimToNull(address.additional)),
      element('cbc:CityName', trimToNull(address.city)),
      element('cbc:PostalZone', trimToNull(address.postalCode)),
      element('cac:Country', [element('cbc:IdentificationCode', address.country)]),
    ]),
    namesVat && trimToNull(vatNumber) !== null
      ? element('cac:PartyTaxScheme', [
          element('cbc:CompanyID', trimToNull(vatNumber)),
          element('cac:TaxScheme', [element('cbc:ID', 'VAT')]),
        ])
      : null,
    element('cac:PartyTaxScheme', [
      element('cbc:CompanyID', trimToNull(taxRegistration)),
      trimToNull(taxRegistration) === null ? null : element('cac:TaxScheme', [element('cbc:ID', 'TAX')]),
    ]),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', trimOrDash(name)),
      enterpriseNumber &&
        element('cbc:CompanyID', trimToNull(enterpriseNumber.id), { schemeID: enterpriseNumber.scheme }),
    ]),
    element('cac:Contact', [
      element('cbc:Name', trimToNull(contact?.name)),
      element('cbc:Telephone', trimToNull(contact?.phone)),
      element('cbc:ElectronicMail', trimToNull(contact?.email)),
    ]),
  ]);
}
