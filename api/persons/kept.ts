import { z } from 'zod';
import type { Language } from '../../domain/language.ts';
import type { Retention } from '../../domain/persons/retention.ts';
import { plainDate } from '../http/reply/output.ts';
import { translate } from '../i18n/translate.ts';

/** Until when and why the law requires data to be kept. */

export const KeptField = z
  .object({
    field: z.string().meta({ description: 'Name of the field of the third party.' }),
    until: plainDate.meta({ description: 'Last day on which it must be kept.' }),
    reason: z.string().meta({ description: 'Why it must be kept until then.' }),
  })
  .meta({ id: 'KeptField' });

const MESSAGES = { accounting: 'person_kept_accounting', vat: 'person_kept_vat' } as const;

export const explainRetention = ({ until, law, fiscalYearEnd: end }: Retention, language: Language): string =>
  translate(MESSAGES[law], language, { until, end });
