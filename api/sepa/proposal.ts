import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import { sumPayable, buildProposals, type Proposal } from '../../domain/sepa/proposal.ts';
import { SEPA_TYPES } from '../../domain/sepa/sepa-events.ts';
import { readProposable } from '../../projections/sepa/facts.ts';
import { choice, date, id } from '../http/input/fields.ts';
import { dateTimestamp, decimalString, recordId } from '../http/reply/output.ts';
import { ok } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { getBookToday, toZeroTime } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';

const ProposedPayment = z
  .object({
    third_party: z.object({ id: recordId, name: z.string() }),
    iban: z.string().nullable(),
    bic: z.string().nullable(),
    amount: decimalString.meta({ description: 'Invoices less credit notes.' }),
    items: z.array(
      z.object({
        line_id: recordId,
        entry_id: recordId,
        reference: z.string().nullable(),
        due_date: dateTimestamp,
        amount: decimalString.meta({ description: 'Negative for deductions such as a credit note.' }),
        structured_communication: z.string().nullable(),
      }),
    ),
    problems: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .meta({ description: 'Reasons why it cannot be paid or collected; empty if it can.' }),
  })
  .meta({ id: 'SepaProposal' });

export const proposalRoute = route({
  area: 'bank',
  demo: 'allowed',
  method: 'get',
  path: '/v1/companies/{company}/sepa-files/proposal',
  summary:
    'Propose payments due by a date, by third party: invoices less credit notes, and problems that prevent payment',
  showsNow: 'it proposes what can be paid now',
  ability: 'read',
  role: 'any',
  query: z.object({
    type: choice(SEPA_TYPES).optional(),
    /** Defaults to today. */
    until: date().optional(),
    /** Journal of the bank account; it does not affect what is due. */
    journal_id: id().optional(),
  }),
  replies: {
    200: z.object({
      data: z.array(ProposedPayment),
      total: decimalString.meta({ description: 'Total of the orders without problems.' }),
    }),
  },
  async handle({ query, services, company, language }) {
    const { type = 'credit_transfer', until } = query;
    const day = getBookToday();
    const { lines, parties } = await readProposable(services.pool, company.id, { type, day, until: until ?? day });
    const proposals = buildProposals(type, lines, parties);
    return ok({ data: proposals.map((one) => presentProposal(one, language)), total: sumPayable(proposals) });
  },
});

function presentProposal(proposal: Proposal, language: Language): z.output<typeof ProposedPayment> {
  const { third_party, amount, items, problems } = proposal;
  return {
    third_party: { id: third_party.id, name: third_party.name },
    iban: third_party.iban,
    bic: third_party.bic,
    amount,
    items: items.map(({ line, amount: part, structured_communication }) => ({
      line_id: line.line_id,
      entry_id: line.entry_id,
      reference: line.references[0] ?? null,
      due_date: toZeroTime(line.due_date),
      amount: part,
      structured_communication,
    })),
    problems: problems.map(({ code, params }) => ({ code, message: translate(code, language, params) })),
  };
}
