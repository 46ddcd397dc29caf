import { z } from 'zod';
import { list, text } from '../http/input/fields.ts';
import { formats } from '../records/formats.ts';

/** Directors of a company in the settings of its annual accounts. */

const MOST_DIRECTORS = 100;

const country = text(2)
  .transform((value) => value.toUpperCase())
  .refine((value) => formats.country.read(value) !== null, { params: { key: 'country_invalid' } })
  .meta({ type: 'string', pattern: '^[A-Za-z]{2}$' });

export const directorsInput = list(
  z
    .object({
      first_name: text(100).nullish(),
      last_name: text(200),
      function: text(100),
      street: text(200).nullish(),
      house_number: text(20).nullish(),
      postal_code: text(20).nullish(),
      city: text(100).nullish(),
      country: country.nullish(),
    })
    .transform(({ first_name, street, house_number, postal_code, city, country: land, ...given }) => ({
      first_name: first_name ?? null,
      ...given,
      street: street ?? null,
      house_number: house_number ?? null,
      postal_code: postal_code ?? null,
      city: city ?? null,
      country: land ?? null,
    })),
  { max: MOST_DIRECTORS },
);

export const Directors = z.array(
  z.object({
    first_name: z.string().nullable().meta({ description: 'Null for a company.' }),
    last_name: z.string().meta({ description: 'Family name, or name of a company.' }),
    function: z.string().meta({ description: 'Such as director, manager or auditor.' }),
    street: z.string().nullable(),
    house_number: z.string().nullable(),
    postal_code: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable().meta({ description: 'Two letters.' }),
  }),
);
