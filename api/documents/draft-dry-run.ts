import { z } from 'zod';
import { filterByType } from '../../commands/support/events-by-type.ts';
import type { RehearsedCommand } from '../../commands/support/rehearsal.ts';
import type { DocumentEvent } from '../../domain/documents/document-events.ts';
import { computeBaseAmounts } from '../../domain/documents/document-rates.ts';
import { completeTerms } from '../../domain/documents/terms.ts';
import { readDocumentNames } from '../../projections/documents/queries.ts';
import { decimalString, plainDate } from '../http/reply/output.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { Document, presentAccount, presentVatCode } from './document.ts';
import { shownRates } from './rate-fields.ts';

/** A document as it would be recorded: the amounts and the tax of its lines, for a form that is being filled in. */
export const DraftDryRun = z
  .object({
    dry_run: z.literal(true),
    document: z.object({
      kind: Document.shape.kind,
      number: z.string().nullable(),
      due_date: plainDate.nullable(),
      currency: z.string(),
      exchange_rate: shownRates.exchange_rate,
      lines: z.array(
        z.object({
          description: z.string(),
          amount_net: decimalString,
          actual_account: Document.shape.lines.element.shape.actual_account,
          vat_code: Document.shape.lines.element.shape.vat_code,
        }),
      ),
      vat: Document.shape.vat,
      amount_net: decimalString,
      amount_vat: decimalString,
      amount_gross: decimalString,
      base_amount_net: shownRates.base_amount_net,
      base_amount_vat: shownRates.base_amount_vat,
      base_amount_gross: shownRates.base_amount_gross,
    }),
  })
  .meta({ id: 'DraftDryRun' });

export async function presentDraft(
  { services, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  { events, file }: RehearsedCommand,
) {
  const [recorded] = filterByType(events as readonly DocumentEvent[], 'DocumentRecorded');
  const content = completeTerms(recorded!.data);
  const names = await readDocumentNames(services.pool, company.id, [content]);
  return {
    document: {
      kind: content.kind,
      number: content.number,
      due_date: content.due_date,
      currency: content.currency,
      exchange_rate: content.exchange_rate,
      lines: content.lines.map(({ description, amount_net, account_id, vat_code_id }) => ({
        description,
        amount_net,
        actual_account: presentAccount(account_id, names, language),
        vat_code: presentVatCode(vat_code_id, names),
      })),
      vat: content.vat.map(({ vat_code_id, base, charged }) => ({
        vat_code: presentVatCode(vat_code_id, names),
        base,
        amount: charged,
      })),
      amount_net: content.amount_net,
      amount_vat: content.amount_vat,
      amount_gross: content.amount_gross,
      ...computeBaseAmounts(content, file.identity.currency),
    },
  };
}
