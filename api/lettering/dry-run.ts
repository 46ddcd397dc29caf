import { z } from 'zod';
import { getFirstOfType } from '../../commands/support/events-by-type.ts';
import { isPlaceholderId, type RehearsedCommand } from '../../commands/support/rehearsal.ts';
import { absolute, isNegative, negate, sum, ZERO } from '../../domain/money.ts';
import { readLineDetails, readOwnerNames } from '../../projections/lettering/queries.ts';
import type { RouteRequest } from '../http/routing/route.ts';
import { EntryPreview, presentPreviews } from '../ledger/preview.ts';
import { presentSettlement, settlement } from './lettering.ts';

const LetteringDryRun = z
  .object({
    dry_run: z.literal(true),
    ...settlement,
    entries: z
      .array(EntryPreview)
      .meta({ description: 'Entries that would be posted: for a difference, and for tax due with the payment.' }),
  })
  .meta({ id: 'LetteringDryRun' });

/** The lettering as it would be. The line that takes a difference is shown in its entry only. */
async function present(
  { services, company, language }: Pick<RouteRequest, 'services' | 'company' | 'language'>,
  rehearsed: RehearsedCommand,
) {
  const { account_id, third_party_id, settled_on, currency, lines } = getFirstOfType(rehearsed.events, 'LinesLettered')
    .data.letterings[0]!;
  const existing = lines.filter(({ line_id }) => !isPlaceholderId(line_id));
  const [written] = lines.filter(({ line_id }) => isPlaceholderId(line_id));
  const [details, names] = await Promise.all([
    readLineDetails(
      services.pool,
      company.id,
      existing.map(({ line_id }) => line_id),
    ),
    readOwnerNames(services.pool, company.id, [account_id], third_party_id === null ? [] : [third_party_id]),
  ]);
  const account = names.accounts.get(account_id)!;
  const row = {
    account_id,
    account_number: account.number,
    account_label: account.label,
    account_labels: account.labels,
    third_party_id,
    third_party_name: third_party_id === null ? null : (names.thirdParties.get(third_party_id) ?? null),
    settled_on,
    total: absolute(sum(lines.map(({ amount }) => amount).filter(isNegative))),
    difference_entry_id: null,
    exchange_entry_id: null,
    currency: currency ?? null,
    lines: existing.map(({ line_id, amount, currency_amount = null }) => ({
      ...details.get(line_id)!,
      amount,
      currency_amount,
    })),
  };
  return {
    ...presentSettlement(row, language),
    difference: written ? negate(written.amount) : ZERO,
    entries: presentPreviews(rehearsed, language),
  };
}

export const letteringDryRun = { reply: LetteringDryRun, present };
