import { z } from 'zod';
import { MANDATE_SEQUENCES, MANDATE_TYPES, type KeptMandate } from '../../domain/sepa/message.ts';
import { bool, choice, date, list, text } from '../http/input/fields.ts';
import { plainDate } from '../http/reply/output.ts';

/** Authorises direct debits from the account of a customer. */
const Mandate = z
  .object({
    reference: z.string(),
    signed_on: plainDate,
    type: z.enum(MANDATE_TYPES),
    sequence: z.enum(MANDATE_SEQUENCES),
    is_active: z.boolean(),
  })
  .meta({ id: 'Mandate' });

const MOST_MANDATES = 20;

export const mandatesInput = list(
  z
    .object({
      reference: text(35),
      signed_on: date(),
      type: choice(MANDATE_TYPES).nullish(),
      sequence: choice(MANDATE_SEQUENCES).nullish(),
      is_active: bool().nullish(),
    })
    .transform(({ reference, signed_on, type, sequence, is_active }): KeptMandate => ({
      reference,
      signed_on,
      type: type ?? 'core',
      sequence: sequence ?? 'recurrent',
      is_active: is_active ?? true,
    })),
  { max: MOST_MANDATES },
);

export const Mandates = z.array(Mandate);
export const presentMandates = (stored: unknown): readonly KeptMandate[] => (stored ?? []) as readonly KeptMandate[];
