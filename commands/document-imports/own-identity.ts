import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { OwnIdentity } from '../../domain/document-imports/sheet.ts';
import { journals } from '../../domain/journals/journal.ts';
import { getRecords } from '../../domain/records/state.ts';

/** The identity of the company, used to distinguish purchases from sales. */
export function getOwnIdentity({ identity, records }: CompanyFile): OwnIdentity {
  const { name, vat_number, enterprise_number, country_pack } = identity;
  const { address, street, house_number, postal_code, city } = identity;
  const ibans = [...getRecords(records, journals).byId.values()].flatMap(({ data, isTrashed }) =>
    isTrashed || !data.iban ? [] : [data.iban],
  );
  return {
    name,
    vatNumber: vat_number ?? null,
    enterpriseNumber: enterprise_number ?? null,
    ibans,
    country: country_pack,
    address: {
      street: street ? [street, house_number].filter(Boolean).join(' ') : (address?.split(',')[0] ?? null),
      postalCode: postal_code ?? null,
      city: city ?? null,
    },
  };
}
