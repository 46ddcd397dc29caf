import { z } from 'zod';
import { refuse, type Refusal } from '../../domain/refusal.ts';
import { findDeclaration } from '../../projections/vat-declarations/queries.ts';
import { text } from '../http/input/fields.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { EntryPreview, presentPreview } from '../ledger/preview.ts';
import { withNilListingWarning } from './answer.ts';
import { presentDeclaration, VatDeclaration } from './declaration.ts';
import { filterByType } from '../../commands/support/events-by-type.ts';
import type { RehearsedCommand } from '../../commands/support/rehearsal.ts';

/** Validating and reopening a return post an entry: `dry_run` previews both and records nothing. */

export const ValidationBody = z.object({
  fingerprint: text(64).nullish().meta({
    description: '`fingerprint` of the draft that the user saw: if it has changed since, nothing is validated.',
  }),
});

export const ReopeningBody = z.object({
  reason: text(500).nullish().meta({ description: 'Required if the return was filed.' }),
});

export const Previewed = VatDeclaration.extend({
  dry_run: z.literal(true).optional().meta({ description: 'Previews only.' }),
  entry: EntryPreview.nullable().optional().meta({
    description: 'Previews only: the entry of the balance, or its reversal; null if there is none.',
  }),
}).meta({ id: 'SettledVatDeclaration' });

type Request = Pick<RouteRequest<{ readonly id: number }>, 'services' | 'company' | 'language' | 'params'>;

async function presentSettlement(
  { services, company, language, params }: Request,
  { events, file }: RehearsedCommand,
): Promise<object | Refusal> {
  const row = await findDeclaration(services.pool, company.id, params.id);
  if (!row) return refuse('not_found');
  const [entry] = filterByType(events, 'EntryPosted');
  const [validated] = filterByType(events, 'VatDeclarationValidated');
  const changed = validated
    ? { ...validated.data, status: 'validated' as const, journal_entry_id: null, version: row.version }
    : { status: 'draft' as const, journal_entry_id: null };
  const declaration = presentDeclaration({ ...row, ...changed }, language, []);
  return {
    ...(await withNilListingWarning({ services, company, language }, row, declaration)),
    entry: entry ? presentPreview({ entry: entry.data, file }, language) : null,
  };
}

export const settlementDryRun = { reply: Previewed, present: presentSettlement };
