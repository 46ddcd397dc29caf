import { z } from 'zod';
import { buildDeclarationCommand, type RequestedStep } from '../../commands/vat-declarations/change.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { findDeclaration } from '../../projections/vat-declarations/queries.ts';
import { bool, text } from '../http/input/fields.ts';
import { ok, type Reply } from '../http/reply/reply.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { EntryPreview, presentPreview } from '../ledger/preview.ts';
import { withCurrentDeclaration } from './answer.ts';
import { presentDeclaration, VatDeclaration } from './declaration.ts';
import { previewCommand } from '../../commands/support/preview.ts';

/** Validating and reopening a return post an entry: `dry_run` previews both and records nothing. */

const dry_run = bool().nullish();

export const ValidationBody = z.object({
  dry_run,
  fingerprint: text(64).nullish().meta({
    description: '`fingerprint` of the draft that the user saw: if it has changed since, nothing is validated.',
  }),
});

export const ReopeningBody = z.object({
  dry_run,
  reason: text(500).nullish().meta({ description: 'Required if the return was filed.' }),
});

export const Previewed = VatDeclaration.extend({
  dry_run: z.literal(true).optional().meta({ description: 'Previews only.' }),
  entry: EntryPreview.nullable().optional().meta({
    description: 'Previews only: the entry of the balance, or its reversal; null if there is none.',
  }),
}).meta({ id: 'SettledVatDeclaration' });

type Request = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;

export async function respondWithPreview(
  request: Request,
  id: number,
  step: Extract<RequestedStep, { readonly step: 'validate' | 'reopen' }>,
): Promise<Reply | Refusal> {
  const { services, company, language, write } = request;
  const requested = { ...step, id, baseVersion: write.baseVersion };
  const found = await previewCommand(services, company.id, buildDeclarationCommand, requested);
  if (isRefusal(found)) return withCurrentDeclaration(request, id, found);
  const row = await findDeclaration(services.pool, company.id, id);
  if (!row) return refuse('not_found');
  const { events, file } = found;
  const entry = events.find((event) => event.type === 'EntryPosted');
  const validated = events.find((event) => event.type === 'VatDeclarationValidated');
  const changed = validated
    ? { ...validated.data, status: 'validated' as const, journal_entry_id: null, version: row.version }
    : { status: 'draft' as const, journal_entry_id: null };
  return ok({
    ...presentDeclaration({ ...row, ...changed }, language, []),
    dry_run: true,
    entry: entry ? presentPreview({ entry: entry.data, file }, language) : null,
  });
}
