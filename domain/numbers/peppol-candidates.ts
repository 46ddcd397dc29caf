/**
 * The identifiers that an enterprise can be expected to have in the Peppol network, from its official numbers, the usual one
 * first. The number before the colon names the register: 0208 and 9925 Belgian enterprise and VAT numbers, 9938 and 0240
 * Luxembourg VAT numbers and matricules of legal persons, 0225, 9957 and 0002 French addresses, VAT numbers and SIREN.
 */
export function peppolCandidates(
  country: string | null,
  enterpriseNumber: string | null,
  vatNumber: string | null,
): readonly string[] {
  // Of a VAT number of another country nothing follows here.
  const ownVatNumber = country !== null && vatNumber?.startsWith(country) === true ? vatNumber : null;
  switch (country) {
    case 'BE':
      return belgian(enterpriseNumber ?? ownVatNumber?.slice(2));
    case 'LU':
      return luxembourgish(enterpriseNumber, ownVatNumber);
    case 'FR':
      return french(enterpriseNumber, ownVatNumber);
    default:
      return [];
  }
}

const belgian = (number: string | undefined): string[] => (number ? [`0208:${number}`, `9925:be${number}`] : []);

function luxembourgish(enterpriseNumber: string | null, vatNumber: string | null): string[] {
  return [
    ...(vatNumber === null ? [] : [`9938:${vatNumber.toLowerCase()}`]),
    // The number of the trade register is no identifier of the network.
    ...(enterpriseNumber !== null && /^\d{11}$/.test(enterpriseNumber) ? [`0240:${enterpriseNumber}`] : []),
  ];
}

function french(enterpriseNumber: string | null, vatNumber: string | null): string[] {
  // The number of a Monegasque enterprise ends with 000 and six digits: it stands in no French register.
  const siren = enterpriseNumber ?? vatNumber?.slice(4) ?? '';
  const isSiren = /^(?!000)\d{9}$/.test(siren);
  return [
    ...(isSiren ? [`0225:${siren}`] : []),
    ...(vatNumber === null ? [] : [`9957:${vatNumber.toLowerCase()}`]),
    ...(isSiren ? [`0002:${siren}`] : []),
  ];
}
