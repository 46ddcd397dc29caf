import { z } from 'zod';
import {
  buildAccrualsCommand,
  pairAccruals,
  postAccruals,
  type RequestedAccruals,
} from '../../commands/fiscal-years/post-accruals.ts';
import { ACCRUAL_KINDS, MAX_ACCRUALS } from '../../domain/fiscal-years/accruals.ts';
import { ZERO } from '../../domain/money.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { amount, choice, id, list, text } from '../http/input/fields.ts';
import { created } from '../http/reply/reply.ts';
import { route } from '../http/routing/route.ts';
import { Entry, presentEntry, toEntryWithLines } from '../ledger/entry.ts';
import { EntryPreview, presentPreview } from '../ledger/preview.ts';
import { withServerYear } from './answer.ts';
import { getOtherYearParams } from './examples.ts';
import { narrowEvents } from '../../commands/support/rehearsal.ts';
import { previewCommand } from '../../commands/support/preview.ts';

const YEARS = '/v1/companies/{company}/fiscal-years';

const Item = z.object({
  kind: choice(ACCRUAL_KINDS),
  /** Income or expense account, by number or id. */
  account: text(20).nullish(),
  account_id: id().nullish(),
  /** Without VAT. */
  amount: amount(),
  vat_amount: amount().nullish().meta({ description: 'VAT, if the country accrues it (France).' }),
  counterpart_account: text(20)
    .nullish()
    .meta({ description: 'Account number that replaces the one in the settings.' }),
  label: text(200).nullish(),
  third_party_id: id().nullish(),
});

const Body = z.object({
  items: list(Item, { min: 1, max: MAX_ACCRUALS }),
  journal_id: id().nullish(),
  label: text(200).nullish(),
});

const Accruals = z.object({ entry: Entry, reversal: Entry }).meta({ id: 'Accruals' });
const Preview = z
  .object({ dry_run: z.literal(true), entry: EntryPreview, reversal: EntryPreview })
  .meta({ id: 'AccrualsPreview' });

const RENT = { kind: 'invoice_to_receive' as const, account: '604000', amount: '100.00', label: 'Rent' };

export const accrualsRoute = route({
  method: 'post',
  path: '/v1/companies/{company}/fiscal-years/{id}/accruals',
  area: 'fiscal-years',
  summary:
    'Accrue invoices and credit notes to receive and to issue: posted on the last day of the year, reversed on the first day of the next',
  ability: 'write',
  role: 'encoder',
  demo: 'allowed',
  params: z.object({ id: id() }),
  body: Body,
  alsoWrong: {
    standIns: { kind: 'invoice_to_receive', amount: ZERO, journal_id: Number.MAX_SAFE_INTEGER },
    async findRefusal({ services, company, params }, body) {
      const requested = toAccrualsRequest(params.id, null, body);
      const preview = await previewCommand(services, company.id, buildAccrualsCommand, requested);
      return isRefusal(preview) && preview.code !== 'not_found' ? preview : null;
    },
  },
  example: async ({ after }) => ({
    // The next year is opened first, in a separate company file.
    ...getOtherYearParams((await after(`POST ${YEARS}`)).company),
    body: { items: [RENT] },
  }),
  replies: { 201: Accruals },
  dryRun: {
    reply: Preview,
    present({ language }, rehearsed) {
      const { file } = rehearsed;
      const { entry, reversal } = pairAccruals(narrowEvents(rehearsed));
      return {
        entry: presentPreview({ entry, file }, language),
        reversal: presentPreview({ entry: reversal, file }, language),
      };
    },
  },
  errorCodes: ['conflict', 'period_locked', 'accrual_without_next_year', 'accruals_too_large'],
  async handle(request) {
    const { body, params, services, company, language, write } = request;
    const requested = toAccrualsRequest(params.id, write.baseVersion, body);
    const posted = await postAccruals(services, company.id, requested, write, (entry) =>
      presentEntry(toEntryWithLines(entry), language),
    );
    if (isRefusal(posted)) return withServerYear(request, params.id, posted);
    return created(posted);
  },
});

function toAccrualsRequest(
  yearId: number,
  baseVersion: number | null,
  { items, journal_id, label }: z.output<typeof Body>,
): RequestedAccruals {
  return {
    id: yearId,
    baseVersion,
    journal_id: journal_id ?? null,
    label: label ?? null,
    items: items.map((item) => ({
      kind: item.kind,
      account: item.account ?? null,
      account_id: item.account_id ?? null,
      amount: item.amount,
      vat_amount: item.vat_amount ?? ZERO,
      counterpart_account: item.counterpart_account ?? null,
      label: item.label ?? null,
      third_party_id: item.third_party_id ?? null,
    })),
  };
}
