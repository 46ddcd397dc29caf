import { z } from 'zod';
import { findCountryPack } from '../../domain/country-packs/index.ts';
import { extractBelgianEnterpriseNumber } from '../../domain/numbers/belgian-enterprise-number.ts';
import { FEES_NATURES } from '../../domain/vat-filing/fees-events.ts';
import { buildSlip, type Slip } from '../../domain/vat-filing/fees-listing.ts';
import { toSingleLine, formatStreet } from '../../domain/vat-filing/filer.ts';
import type { FeesRow } from '../../projections/vat-filing/fees.ts';
import { decimalString, recordId } from '../http/reply/output.ts';
import type { Services } from '../services.ts';

/** A 281.50 slip as presented. */

const slipFields = {
  third_party_id: recordId,
  name: z.string(),
  address: z.array(z.string()),
  enterprise_number: z.string().nullable(),
  national_number: z
    .string()
    .nullable()
    .meta({ description: 'National number of a person without an enterprise number; shown only here.' }),
  nature: z.enum(FEES_NATURES),
  amount: decimalString.meta({ description: 'Without VAT.' }),
  amount_paid: decimalString.meta({ description: 'Part of the amount that was paid by the end of the year.' }),
  is_edited: z.boolean().meta({ description: 'Whether a user has overridden the books.' }),
  version: z.int().meta({ description: '0 while it has no manual changes.' }),
};

export const SlipAnswer = z.object(slipFields).meta({ id: 'FeesSlip' });
export const WrittenSlip = z.object({ ...slipFields, is_excluded: z.boolean() }).meta({ id: 'WrittenFeesSlip' });

export const ExcludedSlip = SlipAnswer.extend({
  reason: z.enum(['by_hand', 'below_threshold']).meta({ description: 'Why there is no slip.' }),
}).meta({ id: 'ExcludedFeesSlip' });

export type ShownSlip = z.output<typeof SlipAnswer>;

/** Combines the books and the manual changes for one beneficiary. */
export function buildFeesSlip(row: FeesRow, { secretBox }: Pick<Services, 'secretBox'>): Slip {
  const { nature, said_nature, said_amount, said_amount_paid, said_is_excluded, said_version } = row;
  const isSaid = said_version !== null;
  const street = formatStreet(row);
  return buildSlip({
    third_party_id: row.third_party_id,
    name: row.name,
    street,
    postal_code: row.postal_code,
    city: row.city,
    country: row.country,
    enterprise_number: row.enterprise_number ?? extractBelgianEnterpriseNumber(row.vat_number),
    // A number encrypted with another key is lost.
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
  const format = findCountryPack('BE')!.enterpriseNumber.format;
  return {
    third_party_id,
    name,
    address: formatSlipAddress(slip),
    enterprise_number: enterprise_number && format(enterprise_number),
    national_number: enterprise_number === null ? slip.national_number : null,
    nature,
    amount,
    amount_paid,
    is_edited,
    version,
  };
}

export function formatSlipAddress({ street, postal_code, city, country }: Slip): string[] {
  const town = [postal_code, city].filter((one) => one !== null).join(' ');
  return [street ?? '', town, country === null || country === 'BE' ? '' : country]
    .map((line) => toSingleLine(line))
    .filter((line) => line !== '');
}
