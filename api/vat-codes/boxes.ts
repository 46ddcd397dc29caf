import { z } from 'zod';
import type { BoxEffects, PackVatCode } from '../../domain/country-packs/pack.ts';
import { declareShape } from '../http/input/declared-shape.ts';
import { vatBox } from '../http/reply/output.ts';

/** Boxes of the return that a VAT code fills, in the form shared by country packs and company files. */

export const BoxEffect = z
  .object({ box: vatBox, sign: z.union([z.literal(1), z.literal(-1)]) })
  .meta({ id: 'BoxEffect' });

const Effects = z
  .object({
    base: z.array(BoxEffect),
    due: z.array(BoxEffect),
    deductible: z.array(BoxEffect),
    non_deductible: z.array(BoxEffect),
  })
  .meta({ id: 'BoxEffects' });

export const VatCodeBoxes = z.object({ invoice: Effects, credit_note: Effects }).meta({ id: 'VatCodeBoxes' });

export const presentBoxes = ({ invoice, creditNote }: PackVatCode['boxes']): z.output<typeof VatCodeBoxes> => ({
  invoice: presentEffects(invoice),
  credit_note: presentEffects(creditNote),
});

const presentEffects = ({ base, due, deductible, nonDeductible }: BoxEffects): z.output<typeof Effects> => ({
  base: base.map(presentEffect),
  due: due.map(presentEffect),
  deductible: deductible.map(presentEffect),
  non_deductible: nonDeductible.map(presentEffect),
});

export const presentEffect = ({ box, sign }: z.output<typeof BoxEffect>): z.output<typeof BoxEffect> => ({ box, sign });

const effects = z.array(z.object({ box: vatBox, sign: z.union([z.literal(1), z.literal(-1)]) })).nullish();
const amounts = z.object({ base: effects, due: effects, deductible: effects, non_deductible: effects }).nullish();
const Given = z.object({ invoice: amounts, credit_note: amounts });
const { $schema: _dialect, ...documented } = z.toJSONSchema(Given, { io: 'input' });

/** Whether a box is valid depends on the country: the command checks it and reports all problems at once. */
export const boxesInput = declareShape(
  z
    .unknown()
    .transform((given, context) => {
      if (isRecord(given)) return toStoredBoxes(given);
      context.issues.push({ code: 'custom', input: given, params: { key: 'not_an_object' } });
      return z.NEVER;
    })
    .meta(documented),
  Given,
);

/** Converts to the form stored in events. */
function toStoredBoxes({ credit_note: creditNote, ...others }: Readonly<Record<string, unknown>>) {
  const notes = { ...others, ...(creditNote !== undefined && { creditNote }) };
  return Object.fromEntries(Object.entries(notes).map(([note, amounts]) => [note, toStoredAmounts(amounts)]));
}

function toStoredAmounts(given: unknown): unknown {
  if (!isRecord(given)) return given;
  const { non_deductible: nonDeductible, ...others } = given;
  return { ...others, ...(nonDeductible !== undefined && { nonDeductible }) };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
