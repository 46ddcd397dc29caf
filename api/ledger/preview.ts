import { z } from 'zod';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import type { CompanyFile } from '../../domain/company-file-state.ts';
import { isPlaceholderId, type RehearsedCommand } from '../../commands/support/rehearsal.ts';
import { filterByType } from '../../commands/support/events-by-type.ts';
import type { Language } from '../../domain/language.ts';
import { ENTRY_ORIGINS, type PostedEntry } from '../../domain/ledger/entry-events.ts';
import { sumBoxes } from '../../domain/ledger/vat.ts';
import { dateTimestamp, decimalString, recordId, vatBox } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { warningsMember } from '../http/reply/warnings.ts';
import { AccountReference } from '../accounts/account.ts';
import { Entry, EntryLine, presentEntry, toEntryWithLines } from './entry.ts';

const newId = recordId.nullable().meta({ description: 'Null if this request would create the record.' });

const PreviewLine = EntryLine.omit({ id: true })
  .extend({ account_id: newId, account: AccountReference.extend({ id: newId }).meta({ id: 'PreviewAccount' }) })
  .meta({ id: 'EntryPreviewLine' });

/** An entry that is not posted: complete except for ids and fields that follow from being recorded. */
export const EntryPreview = z
  .object({
    origin: z.enum(ENTRY_ORIGINS),
    journal: Entry.shape.journal.extend({ id: newId }),
    fiscal_year: z.object({ id: newId, code: z.string() }),
    period: z.object({ id: newId, number: z.int(), starts_on: dateTimestamp, ends_on: dateTimestamp }),
    number: z.int().meta({ description: 'The number the entry would get now.' }),
    entry_date: dateTimestamp,
    due_date: dateTimestamp.nullable(),
    label: z.string().nullable(),
    reference: z.string().nullable(),
    third_party: z.object({ id: newId, name: z.string() }).nullable(),
    credited_entry_id: recordId.nullable(),
    reversed_entry_id: recordId.nullable(),
    total_debit: decimalString,
    total_credit: decimalString,
    lines: z.array(PreviewLine),
    vat: Entry.shape.vat,
    boxes: z
      .array(z.object({ box: vatBox, label: z.string(), amount: decimalString }))
      .meta({ description: 'Totals per box of the VAT return, over all VAT codes.' }),
    warnings: warningsMember,
  })
  .meta({ id: 'EntryPreview' });

/** The response of a dry run that posts one entry. */
export const EntryDryRun = EntryPreview.extend({ dry_run: z.literal(true) }).meta({ id: 'EntryDryRun' });

/** The response of a dry run that posts any number of entries. */
export const EntriesDryRun = z
  .object({ dry_run: z.literal(true), entries: z.array(EntryPreview) })
  .meta({ id: 'EntriesDryRun' });

export interface Preview {
  readonly entry: PostedEntry;
  readonly file: CompanyFile;
}

/** All entries that a rehearsed command would post, in order. */
export const presentPreviews = ({ events, file }: RehearsedCommand, language: Language) =>
  filterByType(events, 'EntryPosted').map(({ data: entry }) => presentPreview({ entry, file }, language));

/** For routes whose effect on the books is a list of entries. */
export const entriesDryRun = {
  reply: EntriesDryRun,
  present: ({ language }: { readonly language: Language }, rehearsed: RehearsedCommand) => ({
    entries: presentPreviews(rehearsed, language),
  }),
};

/** Previews without a rehearsal have negative placeholders. */
const isReal = (id: number): boolean => id > 0 && !isPlaceholderId(id);
const hidePlaceholder = (id: number | null): number | null => (id !== null && isReal(id) ? id : null);

export function presentPreview({ entry, file }: Preview, language: Language): z.output<typeof EntryPreview> {
  const { lines, ...shown } = presentEntry(toEntryWithLines({ entry, file, recordedAt: '' }), language);
  const { origin, journal, number, entry_date, due_date, label, reference, third_party, credited_entry_id } = shown;
  const { reversed_entry_id, total_debit, total_credit, vat } = shown;
  return {
    origin,
    journal: { ...journal, id: hidePlaceholder(journal.id) },
    fiscal_year: { id: hidePlaceholder(entry.fiscal_year_id), code: entry.fiscal_year_code },
    period: presentPeriod(entry, file),
    number,
    entry_date,
    due_date,
    label,
    reference,
    third_party: third_party && { ...third_party, id: hidePlaceholder(third_party.id) },
    credited_entry_id,
    reversed_entry_id: hidePlaceholder(reversed_entry_id),
    total_debit,
    total_credit,
    lines: lines.map(({ id: _none, ...line }) => ({
      ...line,
      account_id: hidePlaceholder(line.account_id),
      third_party_id: hidePlaceholder(line.third_party_id),
      account: { ...line.account, id: hidePlaceholder(line.account.id) },
    })),
    vat: vat.map(({ line_id = 0, ...effect }) => ({ ...effect, ...(isReal(line_id) && { line_id }) })),
    boxes: presentBoxes(entry, file, language),
  };
}

function presentPeriod({ fiscal_year_id, period_id }: PostedEntry, { fiscalYears }: CompanyFile) {
  const year = fiscalYears.find(({ id }) => id === fiscal_year_id);
  const { id, number, starts_on, ends_on } = year!.periods.find((period) => period.id === period_id)!;
  return { id: hidePlaceholder(id), number, starts_on: toZeroTime(starts_on), ends_on: toZeroTime(ends_on) };
}

/** Boxes in the order of the form. */
function presentBoxes({ vat = [] }: PostedEntry, { identity }: CompanyFile, language: Language) {
  const amounts = new Map(sumBoxes(vat).map(({ box, amount }) => [box, amount]));
  return findCountryPack(identity.country_pack)!.boxes.flatMap(({ box, labels }) => {
    const amount = amounts.get(box);
    return amount === undefined ? [] : [{ box, label: labels[language], amount }];
  });
}
