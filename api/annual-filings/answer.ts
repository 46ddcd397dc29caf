import { createHash } from 'node:crypto';
import { z } from 'zod';
import { computeAnnualDueDate } from '../../domain/annual-filings/due.ts';
import type { FiledBox } from '../../domain/annual-filings/filing-events.ts';
import type { BrokenCheck, ComputedBox, FilingForm, FilingMessage } from '../../domain/annual-filings/form.ts';
import { FILING_STATUSES } from '../../domain/annual-filings/state.ts';
import type { Language } from '../../domain/language.ts';
import { isZero } from '../../domain/money.ts';
import type { FiledVersionRow } from '../../projections/annual-filings/queries.ts';
import { dateTimestamp, decimalString, recordId, timestamp } from '../http/reply/output.ts';
import { toZeroTime } from '../http/reply/time.ts';
import { translate } from '../i18n/translate.ts';
import type { BoxDifference } from './differences.ts';
import { findCurrentVersion, type ReadFiling } from './read-inputs.ts';

/** Annual accounts as presented. */

const Manual = z.object({ amount: decimalString.nullable(), text: z.string().nullable(), reason: z.string() });

const Box = z
  .object({
    code: z.string().meta({ description: 'Code of the box in the form.' }),
    label: z.string(),
    section: z.string().meta({ description: 'Code of its section.' }),
    amount: decimalString.nullable().meta({ description: 'Null for a text, and if it is not known.' }),
    previous: decimalString.nullable().meta({ description: 'Amount of the previous year; null if there is none.' }),
    text: z.string().nullable(),
    accounts: z.array(z.string()).meta({ description: 'Numbers of the accounts that fill it.' }),
    is_total: z.boolean().meta({ description: 'Computed from other boxes; takes no manual value.' }),
    source: z.enum(['ledger', 'manual', 'total']).meta({
      description: '`ledger`: from the books; `manual`: a person entered it, or has to; `total`: from other boxes.',
    }),
    manual: Manual.nullable().meta({ description: 'What a person entered instead of what the books say.' }),
  })
  .meta({ id: 'AnnualFilingBox' });

const Check = z
  .object({
    code: z.string(),
    severity: z.enum(['blocking', 'warning']),
    equation: z.string().meta({ description: 'What should be equal, by the codes of the boxes.' }),
    left: decimalString.meta({ description: 'Amount of the left side.' }),
    right: decimalString.meta({ description: 'Amount of the right side.' }),
    message: z.string(),
  })
  .meta({ id: 'AnnualFilingCheck' });

const Difference = z.object({
  box: z.string().meta({ description: 'Code of the box; the name is as in the differences of the VAT return.' }),
  filed: decimalString.meta({ description: 'Amount as filed.' }),
  now: decimalString.meta({ description: 'Amount if computed now.' }),
  entries: z.array(z.object({ id: recordId, number: z.int(), journal_code: z.string(), amount: decimalString })),
});

export const AnnualFiling = z
  .object({
    fiscal_year_id: recordId,
    country: z.enum(['BE', 'FR', 'LU']),
    form: z.string().meta({ description: 'Form of the administration: m87, 2050, CA_BILAN, …' }),
    forms_offered: z
      .array(
        z.object({
          code: z.string(),
          label: z.string(),
          is_draft: z.boolean().meta({ description: 'Whether its official file is not verified.' }),
        }),
      )
      .meta({ description: 'Forms that the company can choose.' }),
    status: z.enum(FILING_STATUSES),
    due_on: dateTimestamp,
    is_provisional: z.boolean().meta({
      description: 'Whether the year is open: its figures are what its closing would carry forward.',
    }),
    boxes: z.array(Box),
    sections: z
      .array(
        z.object({
          code: z.string(),
          label: z.string(),
          is_complete: z.boolean(),
          missing: z.array(z.string()).meta({ description: 'Codes of the boxes without a value.' }),
        }),
      )
      .meta({ description: 'Parts of the form, and what they still need.' }),
    checks: z.array(Check).meta({ description: 'Checks that do not hold.' }),
    left_out: z
      .array(z.object({ code: z.string(), reason: z.string() }))
      .meta({ description: 'Parts of the official form that are not produced.' }),
    computed_position: z.int().meta({ description: 'Position of the log when the books were read.' }),
    fingerprint: z.string().meta({ description: 'SHA-256 of the content.' }),
    filed_on: dateTimestamp.nullable(),
    reference: z.string().nullable().meta({ description: 'Reference given by the administration.' }),
    has_moved: z.boolean().meta({ description: 'Whether the filed accounts would differ if computed now.' }),
    differences: z.array(Difference).meta({ description: 'Differences since the filing, by box.' }),
    filed_versions: z
      .array(
        z.object({
          version: z.int(),
          form: z.string().meta({ description: 'Form of the administration.' }),
          filed_on: dateTimestamp,
          reference: z.string().nullable(),
          fingerprint: z.string().meta({ description: 'SHA-256 of the content.' }),
          computed_position: z.int().meta({ description: 'Position of the log when the books were read.' }),
          created_at: timestamp,
          is_undone: z.boolean().meta({ description: 'Whether this filing was undone.' }),
        }),
      )
      .meta({ description: 'Everything that was filed for the year, oldest first.' }),
    version: z.int().meta({ description: '0 while nothing was entered or filed.' }),
    lock_version: z.int(),
  })
  .meta({ id: 'AnnualFiling' });

export const translateMessage = ({ key, params }: FilingMessage, language: Language): string =>
  translate(key, language, params);

export const presentCheck = (check: BrokenCheck, language: Language) => {
  const { code, severity, equation, left, right, message } = check;
  const general = { key: 'filing_check_broken', params: { equation, left, right } };
  return { code, severity, equation, left, right, message: translateMessage(message ?? general, language) };
};

/** Boxes with a value in one of the years. */
export const listFilledBoxes = (boxes: readonly ComputedBox[]): readonly FiledBox[] =>
  boxes
    .filter(({ amount, previous, text }) => !isZero(amount ?? '0.00') || !isZero(previous ?? '0.00') || text !== null)
    .map(({ code, amount, previous, text }) => ({ code, amount, previous, text }));

export function computeFilingFingerprint({ form, inputs, computed }: Pick<ReadFiling, 'form' | 'inputs' | 'computed'>) {
  const { starts_on, ends_on } = inputs.year;
  const boxes = listFilledBoxes(computed.boxes).map(({ code, amount, previous, text }) => [
    code,
    amount,
    previous,
    text,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([form.code, starts_on, ends_on, boxes]))
    .digest('hex');
}

/** Filed accounts show what was filed, a draft what the books say. */
export function presentFiling(
  read: ReadFiling,
  language: Language,
  differences: readonly BoxDifference[],
): z.output<typeof AnnualFiling> {
  const { company, row, forms, form, inputs, computed } = read;
  const filed = findCurrentVersion(read);
  const shownForm = filed ? (forms.find(({ code }) => code === filed.form) ?? form) : form;
  return {
    fiscal_year_id: inputs.year.id,
    country: form.country,
    form: filed?.form ?? form.code,
    forms_offered: forms.map(({ code, labels, isDraft }) => ({
      code,
      label: labels[language],
      is_draft: isDraft === true,
    })),
    status: filed ? 'filed' : 'draft',
    due_on: toZeroTime(computeAnnualDueDate(company, inputs.year.ends_on)),
    is_provisional: inputs.isProvisional,
    boxes: presentBoxes(shownForm, filed ? filed.boxes : computed.boxes, read, language),
    sections: form.sections.map(({ code, labels }) => {
      const missing = [...(computed.missing.get(code) ?? [])];
      return { code, label: labels[language], is_complete: missing.length === 0, missing };
    }),
    checks: computed.checks.map((check) => presentCheck(check, language)),
    left_out: form.leftOut.map(({ code, reason }) => ({ code, reason: translateMessage(reason, language) })),
    computed_position: filed?.computed_position ?? read.position,
    fingerprint: filed?.fingerprint ?? computeFilingFingerprint(read),
    filed_on: filed && toZeroTime(filed.filed_on),
    reference: filed?.reference ?? null,
    has_moved: differences.length > 0,
    differences: differences.map(({ entries, ...one }) => ({ ...one, entries: [...entries] })),
    filed_versions: read.versions.map((one) => presentVersion(one, row?.filed_version ?? null)),
    version: row?.version ?? 0,
    lock_version: row?.version ?? 0,
  };
}

const presentVersion = (one: FiledVersionRow, current: number | null) => ({
  version: one.version,
  form: one.form,
  filed_on: toZeroTime(one.filed_on),
  reference: one.reference,
  fingerprint: one.fingerprint,
  computed_position: one.computed_position,
  created_at: one.created_at,
  is_undone: one.version !== current,
});

function presentBoxes(
  form: FilingForm,
  values: readonly FiledBox[],
  { inputs, computed }: ReadFiling,
  language: Language,
): z.output<typeof Box>[] {
  const byCode = new Map(values.map((value) => [value.code, value]));
  const accounts = new Map(computed.boxes.map((box) => [box.code, box.accounts]));
  return form.boxes.map(({ code, labels, section, isTotal, isEntered, kind }) => {
    const value = byCode.get(code);
    const manual = inputs.manual.get(code);
    const amount = value?.amount ?? (kind === 'amount' && value === undefined ? '0.00' : null);
    return {
      code,
      label: labels[language],
      section,
      amount,
      previous: value?.previous ?? null,
      text: value?.text ?? null,
      accounts: [...new Set((accounts.get(code) ?? []).map(({ number }) => number))],
      is_total: isTotal,
      source: manual || isEntered || amount === null ? 'manual' : isTotal ? 'total' : 'ledger',
      manual: manual ? { amount: manual.amount, text: manual.text, reason: manual.reason } : null,
    };
  });
}
