import type { z } from 'zod';
import type { PackVatCode } from '../../domain/country-packs/pack.ts';
import type { ObjectForm } from '../../domain/records/field.ts';
import { boxesInput, presentBoxes, VatCodeBoxes } from '../vat-codes/boxes.ts';

/** How values with a shape of their own are taken, shown and documented. */
export const objectForms = {
  vat_boxes: {
    input: boxesInput,
    output: VatCodeBoxes,
    present: (stored: unknown) => presentBoxes(stored as PackVatCode['boxes']),
  },
} satisfies Record<
  ObjectForm,
  { readonly input: z.ZodType; readonly output: z.ZodType; readonly present: (stored: unknown) => unknown }
>;
