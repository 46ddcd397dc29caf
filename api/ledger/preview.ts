import { z } from 'zod';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import type { Language } from '../../domain/language.ts';
import { ENTRY_ORIGINS, type PostedEntry } from '../../domain/ledger/entry-events.ts';
import { sumBoxes } from '../../domain/ledger/vat.ts';
import { dateTimestamp, decimalString, recordId, vatBox } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { warningsMember } from '../http/reply/warnings.ts';
import { Entry, EntryLine, presentEntry, toEntryWithLines } from './entry.ts';

/** An entry that is not posted: complete except for ids and fields that follow from being recorded. */
export const EntryPreview = z
  .object({
    origin: z.enum(ENTRY_ORIGINS),
    journal: Entry.shape.journal,
    fiscal_year: z.object({ id: recordId, code: z.string() }),
    period: z.object({ id: recordId, number: z.int(), starts_on: dateTimestamp, ends_on: dateTimestamp }),
    number: z.int().meta({ description: 'The number the entry would get now.' }),
    entry_date: dateTimestamp,
    due_date: dateTimestamp.nullable(),
    label: z.string().nullable(),
    reference: z.string().nullable(),
    third_party: Entry.shape.third_party,
    credited_entry_id: recordId.nullable(),
    total_debit: decimalString,
    total_credit: decimalString,
    lines: z.array(EntryLine.omit({ id: true }).meta({ id: 'EntryPreviewLine' })),
    vat: Entry.shape.vat,
    boxes: z
      .array(z.object({ box: vatBox, label: z.string(), amount: decimalString }))
      .meta({ description: 'Totals per box of the VAT return, over all VAT codes.' }),
    warnings: warningsMember,
  })
  .meta({ id: 'EntryPreview' });

interface Preview {
  readonly entry: PostedEntry;
  readonly file: CompanyFile;
}

export function presentPreview({ entry, file }: Preview, language: Language): z.output<typeof EntryPreview> {
  const { lines, ...shown } = presentEntry(toEntryWithLines({ entry, file, recordedAt: '' }), language);
  const { origin, journal, number, entry_date, due_date, label, reference, third_party, credited_entry_id } = shown;
  const { total_debit, total_credit, vat } = shown;
  return {
    origin,
    journal,
    fiscal_year: { id: entry.fiscal_year_id, code: entry.fiscal_year_code },
    period: presentPeriod(entry, file),
    number,
    entry_date,
    due_date,
    label,
    reference,
    third_party,
    credited_entry_id,
    total_debit,
    total_credit,
    lines: lines.map(({ id: _none, ...line }) => line),
    vat,
    boxes: presentBoxes(entry, file, language),
  };
}

function presentPeriod({ fiscal_year_id, period_id }: PostedEntry, { fiscalYears }: CompanyFile) {
  const year = fiscalYears.find(({ id }) => id === fiscal_year_id);
  const { id, number, starts_on, ends_on } = year!.periods.find((period) => period.id === period_id)!;
  return { id, number, starts_on: toZeroTime(starts_on), ends_on: toZeroTime(ends_on) };
}

/** Boxes in the order of the form. */
function presentBoxes({ vat = [] }: PostedEntry, { identity }: CompanyFile, language: Language) {
  const amounts = new Map(sumBoxes(vat).map(({ box, amount }) => [box, amount]));
  return findCountryPack(identity.country_pack)!.boxes.flatMap(({ box, labels }) => {
    const amount = amounts.get(box);
    return amount === undefined ? [] : [{ box, label: labels[language], amount }];
  });
}
