import { z } from 'zod';
import { changeVatDeclaration, type RequestedStep } from '../../commands/vat-declarations/change.ts';
import { drawUpVatDeclaration } from '../../commands/vat-declarations/draw-up.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { mapByBox } from '../../domain/vat-declarations/computation.ts';
import { PERIOD_TYPES } from '../../domain/vat-declarations/declaration-events.ts';
import { DECLARATION_STATUSES } from '../../domain/vat-declarations/state.ts';
import { listDeclarations } from '../../projections/vat-declarations/queries.ts';
import { amount, bool, choice, date, id, integer, pageQuery, text } from '../http/input/fields.ts';
import { decimalString, vatBox } from '../http/reply/output.ts';
import { pageSchema, paginate } from '../http/reply/pagination.ts';
import { created, noContent, ok } from '../http/reply/reply.ts';
import { getBookToday } from '../http/reply/time.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import {
  presentListedDeclarations,
  readPresentedDeclaration,
  respondWithDeclaration,
  withCurrentDeclaration,
} from './answer.ts';
import { VatDeclaration } from './declaration.ts';
import { useNewDeclaration, useValidatedDeclaration, pickUnusedMonth } from './examples.ts';
import { linesRoute } from './lines.ts';
import { Previewed, settlementDryRun, ReopeningBody, ValidationBody } from './preview.ts';

const common = { area: 'vat', demo: 'allowed' } as const;
const read = { ...common, method: 'get', ability: 'read', role: 'any' } as const;
const write = { ...common, ability: 'write', role: 'encoder' } as const;
const ofOne = z.object({ id: id() });

const yearField = () => integer({ min: 1900, max: 2999 });
/** More than the number of boxes of any form. */
const MOST_BOXES = 300;
const MANUAL_TOO_LONG = { params: { key: 'list_too_long', params: { max: MOST_BOXES } } };

const Changes = z.object({
  manual: z
    .record(
      // In France, the base of a line of tax is a box of its own: `08-HT`.
      z.string().regex(/^[0-9A-Z]{1,6}(-HT)?$/),
      z.object({ amount: amount({ signed: true }), reason: text(500) }).nullable(),
    )
    .refine((boxes) => Object.keys(boxes).length <= MOST_BOXES, MANUAL_TOO_LONG)
    .optional()
    .meta({
      description:
        'Amounts added to those of the books, by box; null removes an amount. A box that the form does not allow to be negative cannot be corrected below zero.',
    }),
  requests: z
    .object({
      restitution: bool().optional(),
      payment_forms: bool().optional(),
      client_listing_nil: bool().optional(),
    })
    .optional(),
  comment: text(2_000).nullish(),
});

const Refreshed = VatDeclaration.extend({
  changes: z.array(z.object({ box: vatBox, before: decimalString, after: decimalString })),
}).meta({ id: 'RefreshedVatDeclaration' });

type OfOne = RouteRequest<z.output<typeof ofOne>>;

function runStep({ services, company, params, write: context }: OfOne, step: RequestedStep) {
  const requested = { ...step, baseVersion: context.baseVersion };
  return changeVatDeclaration(services, company.id, params.id, requested, context);
}

export const vatDeclarationRoutes = [
  route({
    ...read,
    path: '/v1/companies/{company}/vat-declarations',
    summary: 'List VAT returns, latest period first',
    query: z.object({
      year: yearField().optional(),
      status: choice(DECLARATION_STATUSES).optional(),
      ...pageQuery(),
    }),
    replies: { 200: pageSchema(VatDeclaration) },
    async handle(request) {
      const { query, services, company, language, pathUrl } = request;
      const { page, per_page: perPage, ...filter } = query;
      const { rows, total } = await listDeclarations(services.pool, company.id, filter, page, perPage);
      const presented = await presentListedDeclarations(request, rows);
      return ok(paginate({ rows: presented, total, page, perPage, pathUrl, language }));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/vat-declarations',
    summary:
      'Prepare the VAT return of a period as a draft: all boxes computed from posted entries by the formulas of the form',
    body: z.object({
      year: yearField(),
      period: integer({ min: 1, max: 12 }),
      period_type: choice(PERIOD_TYPES).nullish().meta({ description: 'Defaults to the VAT regime of the company.' }),
    }),
    example: (scene) => ({ body: pickUnusedMonth(scene) }),
    replies: { 201: VatDeclaration },
    errorCodes: ['declaration_exists', 'declaration_overlaps'],
    async handle(request) {
      const { body, services, company, write: context } = request;
      const requested = { year: body.year, period: body.period, period_type: body.period_type ?? null };
      const outcome = await drawUpVatDeclaration(services, company.id, requested, context);
      if (isRefusal(outcome)) return outcome;
      const declaration = (await readPresentedDeclaration(request, outcome.id))!;
      return created(declaration, { version: declaration.version });
    },
  }),
  route({
    ...read,
    path: '/v1/companies/{company}/vat-declarations/{id}',
    summary: 'Get a VAT return with its boxes, and the differences if it were computed now',
    params: ofOne,
    example: useNewDeclaration,
    replies: { 200: VatDeclaration },
    async handle(request) {
      const declaration = await readPresentedDeclaration(request, request.params.id);
      if (!declaration) return refuse('not_found');
      return ok(declaration, { version: declaration.version, showsMore: true });
    },
  }),
  route({
    ...write,
    method: 'patch',
    path: '/v1/companies/{company}/vat-declarations/{id}',
    summary: 'Add manual information to a draft: amounts with a reason, requests, a comment',
    params: ofOne,
    body: Changes,
    example: async (scene) => ({
      ...(await useNewDeclaration(scene)),
      body: { manual: { '61': { amount: '12.50', reason: 'Private use of a car' } }, comment: 'Checked' },
    }),
    replies: { 200: VatDeclaration },
    errorCodes: ['conflict', 'declaration_not_draft'],
    async handle(request) {
      const { manual, requests, comment } = request.body;
      const changes = {
        ...(manual !== undefined && { manual }),
        ...(requests !== undefined && { requests: pickGiven(requests) }),
        ...(comment !== undefined && { comment }),
      };
      return respondWithDeclaration(request, request.params.id, await runStep(request, { step: 'change', changes }));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/vat-declarations/{id}/refresh',
    summary: 'Recompute a draft from what is posted now, and list the changes',
    params: ofOne,
    example: useNewDeclaration,
    replies: { 200: Refreshed },
    errorCodes: ['conflict', 'declaration_not_draft'],
    async handle(request) {
      const outcome = await runStep(request, { step: 'refresh' });
      const before = isRefusal(outcome) ? new Map<string, string>() : mapByBox(outcome.before);
      return respondWithDeclaration(request, request.params.id, outcome, ({ boxes }) => ({
        changes: Object.entries(boxes).flatMap(([box, after]) => {
          const was = before.get(box) ?? '0.00';
          return was === after ? [] : [{ box, before: was, after }];
        }),
      }));
    },
  }),
  linesRoute,
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/vat-declarations/{id}/validate',
    summary: 'Validate a return after its period: its balance is posted and its period is locked for VAT',
    role: 'manager',
    params: ofOne,
    body: ValidationBody,
    example: async (scene) => ({ ...(await useNewDeclaration(scene)), body: {} }),
    replies: { 200: Previewed },
    dryRun: settlementDryRun,
    errorCodes: [
      'conflict',
      'declaration_moved',
      'declaration_not_draft',
      'earlier_period_open',
      'later_period_validated',
      'period_locked',
      'period_not_over',
    ],
    async handle(request) {
      const step = { step: 'validate', fingerprint: request.body.fingerprint ?? null, today: getBookToday() } as const;
      return respondWithDeclaration(request, request.params.id, await runStep(request, step));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/vat-declarations/{id}/filed',
    summary: 'Record that a validated return was filed',
    role: 'manager',
    params: ofOne,
    body: z.object({ filed_on: date(), reference: text(100).nullish() }),
    example: async (scene) => ({
      ...(await useValidatedDeclaration(scene)),
      body: { filed_on: '2026-04-20', reference: 'INTERVAT-2026-0042' },
    }),
    replies: { 200: VatDeclaration },
    errorCodes: ['conflict', 'declaration_not_validated', 'declaration_already_filed', 'date_in_future'],
    async handle(request) {
      const { filed_on, reference } = request.body;
      const step = { step: 'file', filed_on, reference: reference ?? null, today: getBookToday() } as const;
      return respondWithDeclaration(request, request.params.id, await runStep(request, step));
    },
  }),
  route({
    ...write,
    method: 'post',
    path: '/v1/companies/{company}/vat-declarations/{id}/reopen',
    summary:
      'Reopen a validated return as a draft: the entry of its balance is reversed, and its period accepts VAT again',
    role: 'admin',
    params: ofOne,
    body: ReopeningBody,
    example: async (scene) => ({
      ...(await useValidatedDeclaration(scene)),
      body: { reason: 'Invoice received late' },
    }),
    replies: { 200: Previewed },
    dryRun: settlementDryRun,
    errorCodes: ['conflict', 'declaration_not_validated', 'later_declaration_validated', 'period_locked'],
    async handle(request) {
      const step = { step: 'reopen', reason: request.body.reason ?? null } as const;
      return respondWithDeclaration(request, request.params.id, await runStep(request, step));
    },
  }),
  route({
    ...write,
    method: 'delete',
    path: '/v1/companies/{company}/vat-declarations/{id}',
    summary: 'Delete a draft of a VAT return',
    params: ofOne,
    example: useNewDeclaration,
    replies: { 204: null },
    errorCodes: ['conflict', 'declaration_not_draft'],
    async handle(request) {
      const outcome = await runStep(request, { step: 'delete' });
      if (isRefusal(outcome)) return withCurrentDeclaration(request, request.params.id, outcome);
      return noContent({ recorded: true });
    },
  }),
];

/** Drops undefined values. */
const pickGiven = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
