import { z } from 'zod';
import { MOST_SHARES, type RequestedShare } from '../../domain/analytics/allocation.ts';
import { MAX_CODE } from '../../domain/analytics/code.ts';
import type { KeptShare, LineShare } from '../../domain/analytics/shares.ts';
import { amount, decimal, id, list, text } from '../http/input/fields.ts';
import { decimalString, recordId } from '../http/reply/output.ts';

/** Analytic codes of entry lines and of records that produce them: input and output schemas. */

const code = { code: text(MAX_CODE).nullish(), code_id: id().nullish() };

export const sharesInput = list(
  z.object({
    ...code,
    axis: text(MAX_CODE)
      .nullish()
      .meta({ description: 'Axis of the code; accepted so that a response can be sent back unchanged.' }),
    share: decimal(2, '100.00')
      .nullish()
      .meta({ description: 'Percentage of the line. The shares of an axis add up to 100.' }),
    amount: amount({ signed: true }).nullish().meta({
      description: 'Instead of the share, with the sign of the line. The amounts of an axis add up to the line.',
    }),
  }),
  { max: MOST_SHARES },
).meta({
  description:
    'Analytic codes of the line: each axis is allocated in full, by percentage or by amount. If absent, the defaults of the third party, the account and the journal apply; an empty list means none.',
});

type Given = z.output<typeof sharesInput>;

export const toRequestedShares = (given: Given | null | undefined): readonly RequestedShare[] | null =>
  given?.map((one) => ({
    code: one.code ?? null,
    code_id: one.code_id ?? null,
    axis: one.axis ?? null,
    share: one.share ?? null,
    amount: one.amount ?? null,
  })) ?? null;

export const LineAnalytics = z.array(
  z
    .object({
      code_id: recordId,
      code: z.string(),
      axis: z.string(),
      share: decimalString.nullable(),
      amount: decimalString,
    })
    .meta({ id: 'AnalyticShare' }),
);

export const presentShares = (shares: readonly LineShare[] | null | undefined): z.output<typeof LineAnalytics> =>
  (shares ?? []).map(({ code_id, code: called, axis, share = null, amount: part }) => ({
    code_id,
    code: called,
    axis,
    share,
    amount: part,
  }));

/** Codes of a document that is not posted yet, as requested. */
export const DocumentAnalytics = z.array(
  z
    .object({ code_id: recordId, share: decimalString.nullable(), amount: decimalString.nullable() })
    .meta({ id: 'DocumentAnalyticShare' }),
);

export const presentStoredShares = (kept: readonly KeptShare[] = []): z.output<typeof DocumentAnalytics> =>
  kept.map(({ code_id, share = null, amount: part = null }) => ({ code_id, share, amount: part }));

/** Default codes of an account, a third party or a journal. */
export const defaultsInput = list(z.object({ ...code, share: decimal(2, '100.00').nullish() }), { max: MOST_SHARES });

export const DefaultAnalytics = z.array(
  z.object({ code_id: recordId, share: decimalString }).meta({ id: 'DefaultAnalyticShare' }),
);

/** Codes of a template, whose amounts may change. */
export const TemplateAnalytics = z.array(
  z
    .object({ code_id: recordId.nullable(), code: z.string().nullable(), share: decimalString.nullable() })
    .meta({ id: 'TemplateAnalyticShare' }),
);

/** Maximum number of axes that are mandatory for lines of some accounts. */
const MOST_REQUIRED = 50;

const accountPrefix = () =>
  text(20)
    .refine((value) => /^\d+$/.test(value), { params: { key: 'digits_only' } })
    .meta({ type: 'string', pattern: '^[0-9]+$', maxLength: 20, examples: ['6'] });

export const requiredInput = list(z.object({ axis: text(MAX_CODE), account_prefix: accountPrefix() }), {
  max: MOST_REQUIRED,
});

export const RequiredAxes = z.array(z.object({ axis: z.string(), account_prefix: z.string() }));
