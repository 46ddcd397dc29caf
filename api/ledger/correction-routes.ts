import { z } from 'zod';
import { amendEntry, buildAmendCommand } from '../../commands/ledger/amend-entry.ts';
import { buildReverseCommand, reverseEntry } from '../../commands/ledger/reverse-entry.ts';
import type { EntryDetails } from '../../domain/ledger/entry-events.ts';
import { MAX_LINES } from '../../domain/ledger/entry.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { readEntriesByIds, findEntry } from '../../projections/ledger/queries.ts';
import { toRequestedShares, sharesInput } from '../analytics/shares.ts';
import { withServerData } from '../http/reply/conflict.ts';
import { withFreshRecord } from '../http/routing/example.ts';
import { bool, date, id, list, text } from '../http/input/fields.ts';
import { created, ok } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { getBookToday } from '../http/reply/time.ts';
import { Entry, PostedEntry, presentEntry } from './entry.ts';
import { EntryPreview, presentPreviews } from './preview.ts';
import { findCommandRefusal } from '../../commands/support/preview.ts';
const common = {
  area: 'entries',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  params: z.object({ id: id() }),
} as const;

const Reversal = z.object({ entry: Entry, reversal: Entry }).meta({ id: 'Reversal' });

export const correctionRoutes = [
  route({
    ...common,
    method: 'patch',
    path: '/v1/companies/{company}/entries/{id}',
    summary:
      'Change the label, the reference or the due date of an entry, the analytic codes of its lines, or mark lines as disputed; nothing else can change',
    body: z.object({
      label: text(200).nullish(),
      reference: text(100).nullish(),
      due_date: date().nullish(),
      lines: list(
        z.object({
          id: id(),
          is_disputed: bool().nullish(),
          dispute_reason: text(200).nullish(),
          analytics: sharesInput.nullish().meta({
            description:
              'All analytic codes of the line from now on; an empty list removes them, absent keeps them. Allowed while its period is open.',
          }),
        }),
        { min: 1, max: MAX_LINES },
      )
        .nullish()
        .meta({
          description:
            'Lines to mark as disputed or no longer disputed (disputed items are not proposed for payment), or whose analytic codes change.',
        }),
    }),
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company, params }, body) =>
        findCommandRefusal(services, company.id, buildAmendCommand, {
          id: params.id,
          changes: toChanges(body),
          disputes: toDisputes(body),
          allocations: toAllocations(body),
          baseVersion: null,
        }),
    },
    example: async ({ after, next }) => {
      const { answer } = await after('POST /v1/companies/{company}/entries');
      const [line] = answer['lines'] as readonly { readonly id: number }[];
      const lines = [{ id: line!.id, is_disputed: true, dispute_reason: 'Delivered too late' }];
      return { params: { id: answer.id }, body: { label: `Label ${next()}`, lines } };
    },
    // Like the answer of posting, so that fields written there are refused here.
    replies: { 200: PostedEntry },
    errorCodes: ['conflict', 'period_locked', 'entry_validated'],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = {
        id: params.id,
        changes: toChanges(body),
        disputes: toDisputes(body),
        allocations: toAllocations(body),
        baseVersion: write.baseVersion,
      };
      const outcome = await amendEntry(services, company.id, requested, write);
      if (isRefusal(outcome)) return withCurrentEntry(request, params.id, outcome);
      const entry = await findEntry(services.pool, company.id, params.id);
      if (!entry) return refuse('not_found');
      return ok(presentEntry(entry, language), { version: entry.version, recorded: outcome.isRecorded });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/v1/companies/{company}/entries/{id}/reverse',
    summary: 'Reverse an entry with a counter-entry; items matched with it are open again',
    body: z.object({
      entry_date: date().nullish(),
      label: text(200).nullish(),
      reason: text(500).nullish().meta({
        description: 'Why the entry is reversed. Shown on the reversal and in the history.',
      }),
    }),
    alsoWrong: {
      standIns: {},
      findRefusal: ({ services, company, params }, { entry_date, label, reason }) =>
        findCommandRefusal(services, company.id, buildReverseCommand, {
          id: params.id,
          entry_date: entry_date ?? null,
          label: label ?? null,
          reason: reason ?? null,
          today: getBookToday(),
          baseVersion: null,
        }),
    },
    example: async (scene) => ({
      ...(await withFreshRecord('entries')(scene)),
      body: { entry_date: '2026-01-31', label: 'Posted twice', reason: 'The supplier sent the invoice twice' },
    }),
    replies: { 201: Reversal },
    dryRun: {
      reply: z
        .object({ dry_run: z.literal(true), reversal: EntryPreview, entries: z.array(EntryPreview) })
        .meta({ id: 'ReversalDryRun' }),
      present({ language }, rehearsed) {
        const entries = presentPreviews(rehearsed, language);
        return { reversal: entries[0], entries };
      },
    },
    errorCodes: [
      ...['conflict', 'period_locked', 'entry_already_reversed', 'entry_not_reversible', 'entry_of_lettering'],
      ...['entry_of_bank_transaction', 'reversal_of_bank_transaction', 'advance_deducted'],
    ],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = {
        id: params.id,
        entry_date: body.entry_date ?? null,
        label: body.label ?? null,
        reason: body.reason ?? null,
        today: getBookToday(),
        baseVersion: write.baseVersion,
      };
      const outcome = await reverseEntry(services, company.id, requested, write);
      if (isRefusal(outcome)) return withCurrentEntry(request, params.id, outcome);
      const both = await readEntriesByIds(services.pool, company.id, [params.id, outcome.reversalId]);
      const presentOne = (entryId: number) => {
        const entry = both.find((row) => row.id === entryId);
        return entry && presentEntry(entry, language);
      };
      return created({ entry: presentOne(params.id), reversal: presentOne(outcome.reversalId) });
    },
  }),
];

/** Only the fields that are present in the body. */
const toChanges = ({ label, reference, due_date }: Partial<EntryDetails>): EntryDetails => ({
  ...(label !== undefined && { label }),
  ...(reference !== undefined && { reference }),
  ...(due_date !== undefined && { due_date }),
});

interface AmendedLines {
  readonly lines?: readonly AmendedLine[] | null | undefined;
}

interface AmendedLine {
  readonly id: number;
  readonly is_disputed?: boolean | null | undefined;
  readonly dispute_reason?: string | null | undefined;
  readonly analytics?: z.output<typeof sharesInput> | null | undefined;
}

const toDisputes = ({ lines }: AmendedLines) =>
  (lines ?? []).flatMap(({ id: line_id, is_disputed, dispute_reason }, index) =>
    is_disputed === undefined || is_disputed === null
      ? []
      : [{ line_id, is_disputed, reason: dispute_reason ?? null, at: `lines.${index}` }],
  );

const toAllocations = ({ lines }: AmendedLines) =>
  (lines ?? []).flatMap(({ id: line_id, is_disputed, analytics }, index) => {
    const requested = toRequestedShares(analytics);
    // A line without any change is still checked for existence.
    const isNamedAlone = requested === null && (is_disputed === undefined || is_disputed === null);
    return requested || isNamedAlone ? [{ line_id, analytics: requested, at: `lines.${index}` }] : [];
  });

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

/** On a conflict, adds the entry as stored on the server. */
function withCurrentEntry(
  { services, company, language }: Request,
  entryId: number,
  refusal: Refusal,
): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const entry = await findEntry(services.pool, company.id, entryId);
    return entry ? presentEntry(entry, language) : null;
  });
}
