import { z } from 'zod';
import { countryPack } from '../../domain/country-packs/index.ts';
import { FEES_NATURES } from '../../domain/vat-filing/fees-events.ts';
import { slipOf, type Slip } from '../../domain/vat-filing/fees-listing.ts';
import { lineOf, streetOf } from '../../domain/vat-filing/filer.ts';
import type { FeesRow } from '../../projections/vat-filing/fees.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import type { Services } from '../services.ts';

/** A slip 281.50 as it is shown. */

const slipFields = {
  third_party_id: recordId,
  name: z.string(),
  address: z.array(z.string()),
  enterprise_number: z.string().nullable(),
  national_number: z
    .string()
    .nullable()
    .meta({ description: 'Of a person without an enterprise number; shown nowhere else.' }),
  nature: z.enum(FEES_NATURES),
  amount: decimalString.meta({ description: 'Without VAT.' }),
  amount_paid: decimalString.meta({ description: 'Of it, what was paid by the end of the year.' }),
  is_edited: z.boolean().meta({ description: 'Whether somebody has said something else than the books.' }),
  version: z.int().meta({ description: '0 while nobody has said anything about it.' }),
};

export const SlipAnswer = z.object(slipFields).meta({ id: 'FeesSlip' });
export const WrittenSlip = z.object({ ...slipFields, is_excluded: z.boolean() }).meta({ id: 'WrittenFeesSlip' });

export const ExcludedSlip = SlipAnswer.extend({
  reason: z.enum(['by_hand', 'below_threshold']).meta({ description: 'Why there is no slip.' }),
}).meta({ id: 'ExcludedFeesSlip' });

export type ShownSlip = z.output<typeof SlipAnswer>;

/** What the books and people say of one beneficiary. */
export function slipFrom(row: FeesRow, { secretBox }: Pick<Services, 'secretBox'>): Slip {
  const { nature, said_nature, said_amount, said_amount_paid, said_is_excluded, said_version } = row;
  const isSaid = said_version !== null;
  const street = streetOf(row);
  return slipOf({
    third_party_id: row.third_party_id,
    name: row.name,
    street,
    postal_code: row.postal_code,
    city: row.city,
    country: row.country,
    enterprise_number: row.enterprise_number,
    // One that was sealed with another key is as good as lost.
    national_number: row.national_number === null ? null : secretBox.open(row.national_number),
    nature: nature ?? 'fees',
    amount: row.amount,
    amount_paid: row.amount_paid,
    said: isSaid
      ? {
          nature: said_nature,
          amount: said_amount,
          amount_paid: said_amount_paid,
          is_excluded: said_is_excluded ?? false,
          version: said_version,
        }
      : null,
  });
}

export function presentSlip(slip: Slip): ShownSlip {
  const { third_party_id, name, enterprise_number, nature, amount, amount_paid, is_edited, version } = slip;
  const format = countryPack('BE')!.enterpriseNumber.format;
  return {
    third_party_id,
    name,
    address: addressOf(slip),
    enterprise_number: enterprise_number && format(enterprise_number),
    national_number: enterprise_number === null ? slip.national_number : null,
    nature,
    amount,
    amount_paid,
    is_edited,
    version,
  };
}

export function addressOf({ street, postal_code, city, country }: Slip): string[] {
  const town = [postal_code, city].filter((one) => one !== null).join(' ');
  return [street ?? '', town, country === null || country === 'BE' ? '' : country]
    .map((line) => lineOf(line))
    .filter((line) => line !== '');
}
