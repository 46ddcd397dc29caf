import { z } from 'zod';
import type { MigrationOptions } from '../../stores/book-migrations/migrations.ts';
import { MIGRATION_LIMITS } from '../../domain/book-migrations/source.ts';
import { refuseInvalid, type Problem, type Refusal } from '../../domain/refusal.ts';
import { bool, date, text } from '../http/input/fields.ts';

/** Options sent along with the files. A form holds only text, so lists and objects are JSON. */

const MOST_CHARACTERS = 60_000;

export const MigrationForm = z.object({
  dry_run: bool().optional().meta({ description: 'Reports problems and records nothing.' }),
  fiscal_years: text(MOST_CHARACTERS).nullish().meta({
    description:
      'JSON: `[{"starts_on": "2024-07-01", "ends_on": "2025-06-30"}]`. If absent, the names of the FEC files decide; otherwise years of twelve months next to those of the company file.',
  }),
  account_mapping: text(MOST_CHARACTERS).nullish().meta({
    description:
      'JSON: accounts of the source that have another number here, `{"512000": "550000"}`; `{"401*": "440"}` replaces a prefix.',
  }),
  opening_journals: text(1_000).nullish().meta({
    description:
      'Codes of source journals whose entries open a year, separated by commas, if their names do not show it.',
  }),
});

const Years = z.array(z.object({ starts_on: date(), ends_on: date() })).max(MIGRATION_LIMITS.years);
const Mapping = z.record(z.string().regex(/^[A-Za-z0-9]{1,20}\*?$/), z.string().regex(/^\d{1,20}$/));

export function readOptions(form: z.output<typeof MigrationForm>): MigrationOptions | Refusal {
  const problems: Problem[] = [];
  const readField = <T>(field: 'fiscal_years' | 'account_mapping', schema: z.ZodType<T>, absent: T): T => {
    const said = form[field];
    if (said === null || said === undefined) return absent;
    const parsed = schema.safeParse(parseJson(said));
    if (parsed.success) return parsed.data;
    problems.push({ code: 'migration_option_invalid', field });
    return absent;
  };
  const options = {
    fiscal_years: readField('fiscal_years', Years, []),
    account_mapping: readField('account_mapping', Mapping, {}),
    opening_journals: (form.opening_journals ?? '').split(/[,;\s]+/).filter((code) => code !== ''),
  };
  return problems.length > 0 ? refuseInvalid(problems) : options;
}

function parseJson(said: string): unknown {
  try {
    return JSON.parse(said) as unknown;
  } catch {
    return undefined;
  }
}
