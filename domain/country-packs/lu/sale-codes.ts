/** The VAT codes of sales; what they do in the return is reported in `vat-codes.ts`. */
import { readInteger, readLabels, readTable } from '../../data-table.ts';
import { LANGUAGES } from '../../language.ts';
import type { PackVatCode } from '../pack.ts';
import { readBoxes, readIntraListing, readVatKind, readVatNature } from '../vat-cells.ts';
import table from './data/vat-sales.json' with { type: 'json' };
import { DUE_ACCOUNT, withCreditNote, buildVatCodeBase } from './vat-code.ts';

const COLUMNS = ['code', 'kind', 'nature', 'rate', 'base', 'due', 'intraListing', ...LANGUAGES] as const;

export const saleCodes: readonly PackVatCode[] = readTable(table, COLUMNS).map((row) => ({
  ...buildVatCodeBase(
    row.code,
    readVatKind(row.kind),
    readVatNature(row.nature),
    readInteger(row.rate),
    readLabels(row),
  ),
  direction: 'sale',
  dueAccount: row.due === '' ? null : DUE_ACCOUNT,
  intraListing: readIntraListing(row.intraListing),
  boxes: withCreditNote({
    base: readBoxes(row.base),
    due: readBoxes(row.due),
    deductible: [],
    nonDeductible: [],
  }),
}));
