import { z } from 'zod';
import { amendEntry, refusalOfAmendment } from '../../commands/ledger/amend-entry.ts';
import { refusalOfReversal, reverseEntry } from '../../commands/ledger/reverse-entry.ts';
import type { EntryDetails } from '../../domain/ledger/entry-events.ts';
import { MAX_LINES } from '../../domain/ledger/entry.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { entriesByIds, findEntry } from '../../projections/ledger/queries.ts';
import { withServerData } from '../http/conflict.ts';
import { ofFresh } from '../http/example.ts';
import { bool, date, id, list, text } from '../http/fields.ts';
import { created, ok } from '../http/reply.ts';
import { route, type RouteRequest } from '../http/route.ts';
import { todayOfTheBooks } from '../http/time.ts';
import { Entry, presentEntry } from './entry.ts';

/** What becomes of an entry once it is posted: its words are put right, or another entry takes it back. */

const ONE = '/v1/companies/{company}/entries/{id}';
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
    path: ONE,
    summary:
      'Change the label, the reference or the due date of an entry, or say which lines are disputed; nothing else of it ever changes',
    body: z.object({
      label: text(200).nullish(),
      reference: text(100).nullish(),
      due_date: date().nullish(),
      lines: list(z.object({ id: id(), is_disputed: bool(), dispute_reason: text(200).nullish() }), {
        min: 1,
        max: MAX_LINES,
      })
        .nullish()
        .meta({
          description:
            'Lines that are disputed from now on, or no longer: what is disputed is not proposed for payment.',
        }),
    }),
    alsoWrong: {
      standIns: { is_disputed: false },
      judge: ({ services, company, params }, body) =>
        refusalOfAmendment(services, company.id, {
          id: params.id,
          changes: changesOf(body),
          disputes: disputesOf(body),
          baseVersion: null,
        }),
    },
    example: async ({ after, next }) => {
      const { answer } = await after('POST /v1/companies/{company}/entries');
      const [line] = answer['lines'] as readonly { readonly id: number }[];
      const lines = [{ id: line!.id, is_disputed: true, dispute_reason: 'Delivered too late' }];
      return { params: { id: answer.id }, body: { label: `Label ${next()}`, lines } };
    },
    replies: { 200: Entry },
    errorCodes: ['conflict', 'period_locked'],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = {
        id: params.id,
        changes: changesOf(body),
        disputes: disputesOf(body),
        baseVersion: write.baseVersion,
      };
      const outcome = await amendEntry(services, company.id, requested, write);
      if (isRefusal(outcome)) return entryConflict(request, params.id, outcome);
      const entry = await findEntry(services.pool, company.id, params.id);
      if (!entry) return refuse('not_found');
      return ok(presentEntry(entry, language), { version: entry.version, recorded: outcome.isRecorded });
    },
  }),
  route({
    ...common,
    method: 'post',
    path: `${ONE}/reverse`,
    summary: 'Reverse an entry: another one takes it back, and what was matched with it is open again',
    body: z.object({ entry_date: date().nullish(), label: text(200).nullish() }),
    alsoWrong: {
      standIns: {},
      judge: ({ services, company, params }, { entry_date, label }) =>
        refusalOfReversal(services, company.id, {
          id: params.id,
          entry_date: entry_date ?? null,
          label: label ?? null,
          today: todayOfTheBooks(),
          baseVersion: null,
        }),
    },
    example: async (scene) => ({
      ...(await ofFresh('entries')(scene)),
      body: { entry_date: '2026-01-31', label: 'Posted twice' },
    }),
    replies: { 201: Reversal },
    errorCodes: ['conflict', 'period_locked', 'entry_already_reversed', 'entry_not_reversible', 'entry_of_lettering'],
    async handle(request) {
      const { body, params, services, company, language, write } = request;
      const requested = {
        id: params.id,
        entry_date: body.entry_date ?? null,
        label: body.label ?? null,
        today: todayOfTheBooks(),
        baseVersion: write.baseVersion,
      };
      const outcome = await reverseEntry(services, company.id, requested, write);
      if (isRefusal(outcome)) return entryConflict(request, params.id, outcome);
      const both = await entriesByIds(services.pool, company.id, [params.id, outcome.reversalId]);
      const shown = (entryId: number) => {
        const entry = both.find((row) => row.id === entryId);
        return entry && presentEntry(entry, language);
      };
      return created({ entry: shown(params.id), reversal: shown(outcome.reversalId) });
    },
  }),
];

/** What the body names. */
const changesOf = ({ label, reference, due_date }: Partial<EntryDetails>): EntryDetails => ({
  ...(label !== undefined && { label }),
  ...(reference !== undefined && { reference }),
  ...(due_date !== undefined && { due_date }),
});

const disputesOf = ({ lines }: { readonly lines?: readonly Disputed[] | null | undefined }) =>
  (lines ?? []).map(({ id: line_id, is_disputed, dispute_reason }) => ({
    line_id,
    is_disputed,
    reason: dispute_reason ?? null,
  }));

interface Disputed {
  readonly id: number;
  readonly is_disputed: boolean;
  readonly dispute_reason?: string | null | undefined;
}

type Request = Pick<RouteRequest, 'services' | 'company' | 'language'>;

/** A conflict shows the entry as the server has it. */
function entryConflict({ services, company, language }: Request, entryId: number, refusal: Refusal): Promise<Refusal> {
  return withServerData(refusal, async () => {
    const entry = await findEntry(services.pool, company.id, entryId);
    return entry ? presentEntry(entry, language) : null;
  });
}
