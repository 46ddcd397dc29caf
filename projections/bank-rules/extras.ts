import { sql } from 'kysely';
import type { RecordsQuery } from '../records/records-query.ts';

/** Additional fields of a bank rule: how often it was used, and the names of the records on its lines. */
export type BankRuleExtras = {
  readonly matched_count: number;
  readonly line_names: readonly { readonly account: string | null; readonly vat_code: string | null }[];
};

const LINE_NAMES = sql<BankRuleExtras['line_names']>`(
  select json_agg(json_build_object('account', a.number, 'vat_code', v.code) order by l.place)
  from jsonb_array_elements(t.lines) with ordinality l(line, place)
  left join read.accounts a on a.company_id = t.company_id and a.id = (l.line->>'account_id')::bigint
  left join read.vat_codes v on v.company_id = t.company_id and v.id = (l.line->>'vat_code_id')::bigint)`;

const MATCHED = sql<number>`(
  select count(*) from read.bank_matches m
  where m.company_id = t.company_id and m.rule_id = t.id and m.undone_at is null)`;

export const withBankRuleExtras = (rules: RecordsQuery) =>
  rules.select([MATCHED.as('matched_count'), LINE_NAMES.as('line_names')]);
