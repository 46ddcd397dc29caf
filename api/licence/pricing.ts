import { hash } from 'node:crypto';
import { z } from 'zod';
import { FEATURES, PLAN_CODES, PLANS } from '../../domain/licence/plans.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { decimalString } from '../http/reply/output.ts';

const limit = (what: string) =>
  z
    .int()
    .nullable()
    .meta({ description: `Limit of the plan for ${what}; null means unlimited.` });

export const PriceList = z
  .object({
    currency: z.literal('EUR'),
    vat_included: z.literal(false),
    plans: z.array(
      z.object({
        code: z.enum(PLAN_CODES),
        label: z.string(),
        description: z.string(),
        users: limit('active members'),
        companies: limit('company files'),
        storage_gigabytes: limit('gigabytes of files'),
        price: z.object({ monthly: decimalString, yearly: decimalString }),
        features: z.array(z.object({ code: z.string(), label: z.string() })),
      }),
    ),
  })
  .meta({ id: 'PriceList' });

function presentPriceList(language: Language): z.output<typeof PriceList> {
  return {
    currency: 'EUR',
    vat_included: false,
    plans: PLANS.map(({ code, label, description, users, companies, storage, price, features }) => ({
      code,
      label: label[language],
      description: description[language],
      users,
      companies,
      storage_gigabytes: storage,
      price,
      features: features.map((feature) => ({ code: feature, label: FEATURES[feature][language] })),
    })),
  };
}

export interface Priced {
  readonly list: z.output<typeof PriceList>;
  /** Prices only change with the version of the service: a client with the current list need not fetch it again. */
  readonly tag: string;
}

export const priceLists = Object.fromEntries(
  LANGUAGES.map((language) => {
    const list = presentPriceList(language);
    return [language, { list, tag: `"${hash('sha256', JSON.stringify(list), 'hex').slice(0, 16)}"` }];
  }),
) as Readonly<Record<Language, Priced>>;
