/**
 * The likely Peppol identifiers of an enterprise, derived from its official numbers, the usual one first. The code before
 * the colon names the register: 0208 and 9925 are Belgian enterprise and VAT numbers, 9938 and 0240 Luxembourg VAT
 * numbers and matricules of legal persons, 0225, 9957 and 0002 French addresses, VAT numbers and SIREN.
 */
export function listPeppolCandidates(
  country: string | null,
  enterpriseNumber: string | null,
  vatNumber: string | null,
): readonly string[] {
  // A VAT number of another country gives no candidate.
  const ownVatNumber = country !== null && vatNumber?.startsWith(country) === true ? vatNumber : null;
  switch (country) {
    case 'BE':
      return listBelgian(enterpriseNumber ?? ownVatNumber?.slice(2));
    case 'LU':
      return listLuxembourgish(enterpriseNumber, ownVatNumber);
    case 'FR':
      return listFrench(enterpriseNumber, ownVatNumber);
    default:
      return [];
  }
}

const listBelgian = (number: string | undefined): string[] => (number ? [`0208:${number}`, `9925:be${number}`] : []);

function listLuxembourgish(enterpriseNumber: string | null, vatNumber: string | null): string[] {
  return [
    ...(vatNumber === null ? [] : [`9938:${vatNumber.toLowerCase()}`]),
    // The trade register number is not a Peppol identifier.
    ...(enterpriseNumber !== null && /^\d{11}$/.test(enterpriseNumber) ? [`0240:${enterpriseNumber}`] : []),
  ];
}

function listFrench(enterpriseNumber: string | null, vatNumber: string | null): string[] {
  // The SIREN part of a Monegasque VAT number starts with 000: it is not in a French register.
  const siren = enterpriseNumber ?? vatNumber?.slice(4) ?? '';
  const isSiren = /^(?!000)\d{9}$/.test(siren);
  return [
    ...(isSiren ? [`0225:${siren}`] : []),
    ...(vatNumber === null ? [] : [`9957:${vatNumber.toLowerCase()}`]),
    ...(isSiren ? [`0002:${siren}`] : []),
  ];
}
