import { z } from 'zod';
import { getFirstOfType } from '../../commands/support/events-by-type.ts';
import { isPlaceholderId, type RehearsedCommand } from '../../commands/support/rehearsal.ts';
import type { Language } from '../../domain/language.ts';
import { getRecords } from '../../domain/records/state.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { Document } from '../documents/document.ts';
import { recordId } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { EntryPreview, presentPreviews } from '../ledger/preview.ts';

const DocumentPreview = Document.pick({
  direction: true,
  is_credit_note: true,
  number: true,
  document_date: true,
  due_date: true,
  currency: true,
  exchange_rate: true,
  amount_net: true,
  amount_vat: true,
  amount_gross: true,
})
  .extend({
    third_party: z.object({
      id: recordId.nullable().meta({ description: 'Null if this request would create the third party.' }),
      name: z.string(),
    }),
  })
  .meta({ id: 'DocumentPreview' });

const ValidationDryRun = z
  .object({
    dry_run: z.literal(true),
    document: DocumentPreview,
    entry: EntryPreview.nullable().meta({ description: 'The entry that would be posted; null without `book`.' }),
  })
  .meta({ id: 'ValidationDryRun' });

function present({ language }: { readonly language: Language }, rehearsed: RehearsedCommand) {
  const { data } = getFirstOfType(rehearsed.events, 'DocumentRecorded');
  const { direction, is_credit_note, number, document_date, due_date, currency, exchange_rate } = data;
  const { amount_net, amount_vat, amount_gross, third_party_id: id } = data;
  const { name } = getRecords(rehearsed.file.records, thirdParties).byId.get(id)!.data;
  return {
    document: {
      direction,
      is_credit_note,
      number,
      document_date: toZeroTime(document_date),
      due_date: due_date && toZeroTime(due_date),
      currency,
      exchange_rate,
      amount_net,
      amount_vat,
      amount_gross,
      third_party: { id: isPlaceholderId(id) ? null : id, name },
    },
    entry: presentPreviews(rehearsed, language)[0] ?? null,
  };
}

export const validationDryRun = { reply: ValidationDryRun, present };
