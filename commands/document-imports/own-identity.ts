import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { OwnIdentity } from '../../domain/document-imports/sheet.ts';
import { journals } from '../../domain/journals/journal.ts';
import { recordsOf } from '../../domain/records/state.ts';

/** Who the company file is, by which documents tell a purchase from a sale. */
export function ownIdentity({ identity, records }: CompanyFile): OwnIdentity {
  const { name, vat_number, enterprise_number, country_pack } = identity!;
  const ibans = [...recordsOf(records, journals).byId.values()].flatMap(({ data, isTrashed }) =>
    isTrashed || !data.iban ? [] : [data.iban],
  );
  return {
    name,
    vatNumber: vat_number ?? null,
    enterpriseNumber: enterprise_number ?? null,
    ibans,
    country: country_pack,
  };
}
