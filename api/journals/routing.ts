import type pg from 'pg';
import { z } from 'zod';
import { journals } from '../../domain/journals/journal.ts';
import {
  CONDITIONS,
  routeDocument,
  type Evaluation,
  type RoutedJournal,
  type Routing,
  type Rule,
} from '../../domain/journals/routing.ts';
import { DOCUMENT_DIRECTIONS, DOCUMENT_TYPES, journalRules } from '../../domain/journals/rule.ts';
import type { Language } from '../../domain/language.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { thirdParties } from '../../domain/third-parties/third-party.ts';
import { findRecord, listRecords, type ShownRow } from '../../projections/records/queries.ts';
import { amount, choice, id, text } from '../http/input/fields.ts';
import { recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';

const Routed = z
  .object({
    rule_id: recordId.nullable(),
    journal: z.object({ id: recordId, code: z.string(), type: z.string() }).nullable(),
    account_id: recordId.nullable(),
    vat_code_id: recordId.nullable(),
    explanation: z.string(),
    evaluations: z.array(
      z.object({
        rule_id: recordId,
        journal_id: recordId,
        position: z.int(),
        label: z.string().nullable(),
        matches: z.boolean(),
        conditions: z.array(z.object({ condition: z.enum(CONDITIONS), met: z.boolean(), explanation: z.string() })),
      }),
    ),
  })
  .meta({ id: 'DocumentRouting' });

const MESSAGES = {
  is_active: ['rule_is_active', 'rule_is_inactive'],
  direction: ['rule_direction_fits', 'rule_direction_differs'],
  document_type: ['rule_document_type_fits', 'rule_document_type_differs'],
  third_party: ['rule_third_party_fits', 'rule_third_party_differs'],
  amount_min: ['rule_amount_large_enough', 'rule_amount_too_small'],
  amount_max: ['rule_amount_small_enough', 'rule_amount_too_large'],
  keyword: ['rule_keyword_found', 'rule_keyword_missing'],
} as const;

export const routingRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/journal-rules/test',
  operationId: 'testJournalRules',
  area: 'journals',
  summary: 'Find the rule that would apply to this document, and why; nothing is recorded',
  ability: 'write',
  role: 'any',
  demo: 'allowed',
  body: z.object({
    direction: choice(DOCUMENT_DIRECTIONS),
    document_type: choice(DOCUMENT_TYPES).nullish(),
    third_party_id: id().nullish(),
    amount: amount().nullish(),
    text: text(10_000).nullish(),
  }),
  alsoWrong: {
    standIns: { direction: 'purchase' },
    async findRefusal({ services, company }, { third_party_id }) {
      const isKnown = !third_party_id || (await findActiveThirdParty(services.pool, company.id, third_party_id));
      return isKnown ? null : refuseInvalid([{ code: 'reference_unknown', field: 'third_party_id' }]);
    },
  },
  example: { body: { direction: 'purchase' } },
  replies: { 200: Routed },
  async handle({ body, services, company, language }) {
    const { pool } = services;
    const everything = { equal: {}, search: null };
    const [rules, journalRows, thirdParty] = await Promise.all([
      listRecords(pool, journalRules, company.id, everything),
      listRecords(pool, journals, company.id, everything),
      body.third_party_id ? findActiveThirdParty(pool, company.id, body.third_party_id) : null,
    ]);
    if (body.third_party_id && !thirdParty)
      return refuseInvalid([{ code: 'reference_unknown', field: 'third_party_id' }]);
    const document = {
      direction: body.direction,
      document_type: body.document_type ?? 'invoice',
      third_party_id: body.third_party_id ?? null,
      amount: body.amount ?? null,
      // A keyword also finds the name of the third party.
      text: [body.text, thirdParty?.name].filter(Boolean).join('\n') || null,
    } as const;
    const routing = routeDocument(document, rules, journalRows);
    return ok(presentRouting(routing, new Map(rules.map((rule) => [rule.id, rule])), language));
  },
});

async function findActiveThirdParty(pool: pg.Pool, companyId: number, id: number) {
  const row = await findRecord(pool, thirdParties, companyId, id);
  return row?.deleted_at === null ? row : null;
}

function presentRouting(
  { rule, journal, evaluations }: Routing,
  rows: ReadonlyMap<number, ShownRow<typeof journalRules>>,
  language: Language,
) {
  const taken = rule && rows.get(rule.id);
  return {
    rule_id: rule?.id ?? null,
    journal: journal && { id: journal.id, code: journal.code, type: journal.type },
    account_id: taken?.account_id ?? null,
    vat_code_id: taken?.vat_code_id ?? null,
    explanation: explainRouting(rule, journal, language),
    evaluations: evaluations.map((evaluation) => presentEvaluation(evaluation, rows, language)),
  };
}

function explainRouting(rule: Rule | null, journal: RoutedJournal | null, language: Language): string {
  if (rule) return translate('rule_takes_document', language, { position: rule.position, journal: journal!.code });
  if (journal) return translate('default_journal_takes_document', language, { journal: journal.code });
  return translate('no_journal_takes_document', language);
}

function presentEvaluation(
  { rule, isMatch, conditions }: Evaluation,
  rows: ReadonlyMap<number, ShownRow<typeof journalRules>>,
  language: Language,
) {
  return {
    rule_id: rule.id,
    journal_id: rule.journal_id,
    position: rule.position,
    label: rows.get(rule.id)?.label ?? null,
    matches: isMatch,
    conditions: conditions.map(({ condition, isMet }) => ({
      condition,
      met: isMet,
      explanation: translate(MESSAGES[condition][isMet ? 0 : 1], language, {
        least: rule.amount_min ?? '',
        most: rule.amount_max ?? '',
        keyword: rule.keyword ?? '',
      }),
    })),
  };
}
